import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { encodeFrame, FrameReader } from '../../../src/execution/wire/frames.js';

const messages = fc.array(fc.tuple(fc.jsonValue(), fc.uint8Array({ maxLength: 100 })), { maxLength: 8 });

function written(frames: readonly (readonly [unknown, Uint8Array])[]): Buffer {
  return Buffer.concat(frames.flatMap(([head, body]) => encodeFrame(7, head, body)));
}

function readBack(bytes: Buffer, sizes: readonly number[]): [unknown, Uint8Array][] {
  const frames: [unknown, Uint8Array][] = [];
  const reader = new FrameReader((head, body) => frames.push([head, body]), { key: 7 });
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? bytes.length;
    reader.push(bytes.subarray(at, at + size));
    at += size;
  }
  return frames;
}

test('frames come out as they went in, however the bytes are cut', () => {
  fc.assert(
    fc.property(messages, fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 5 }), (frames, sizes) => {
      assert.deepEqual(
        readBack(written(frames), sizes),
        // What JSON makes of the heads: -0 becomes 0.
        frames.map(([head, body]) => [JSON.parse(JSON.stringify(head)), body]),
      );
    }),
  );
});

test('a large body goes through as it is', () => {
  const body = new Uint8Array(3_000_000).map((_, index) => index % 251);
  const [first, second, ...more] = readBack(
    written([
      ['a', body],
      ['b', new Uint8Array(0)],
    ]),
    [65_536],
  );
  assert.deepEqual([first?.[0], second, more.length], ['a', ['b', new Uint8Array(0)], 0]);
  assert.ok(Buffer.from(first?.[1] ?? []).equals(body));
});
