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

const written7 = written([['a', new Uint8Array(20)]]);
const changed = (at: number, bytes: readonly number[]) => {
  const frame = Buffer.from(written7);
  frame.set(bytes, at);
  return frame;
};

const broken: { name: string; bytes: Buffer; message: string }[] = [
  { name: 'another key', bytes: changed(0, [8]), message: 'the key is wrong' },
  { name: 'text', bytes: Buffer.from('not a frame\n'), message: 'the key is wrong' },
  { name: 'a head that is too large', bytes: changed(7, [0xff]), message: 'it is too large' },
  { name: 'a body that is too large', bytes: changed(8, [21]), message: 'it is too large' },
  { name: 'a head that is not JSON', bytes: changed(12, [0x7b]), message: 'the head is not JSON' },
];

for (const { name, bytes, message } of broken) {
  test(`is not a frame: ${name}`, () => {
    const reader = new FrameReader(() => {}, { key: 7, maxBodyBytes: 20 });
    assert.throws(() => reader.push(bytes), { name: 'FrameError', message });
  });
}
