import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Log } from '../../src/telemetry/log.js';
import { prettyStream } from '../../src/telemetry/pretty.js';

/** A pipe whose reader takes nothing until it is told to. */
class Pipe {
  readonly lines: string[] = [];
  writableLength = 0;

  write(line: string): void {
    this.lines.push(line);
    this.writableLength += line.length;
  }

  read(): string[] {
    this.writableLength = 0;
    return this.lines.splice(0);
  }
}

describe('a log that nobody reads', () => {
  const rows = [
    { name: 'as JSON', make: (pipe: Pipe) => pipe, notice: '"lines":7,"msg":"log lines dropped"' },
    {
      name: 'on a terminal',
      make: (pipe: Pipe) => prettyStream(pipe, false),
      notice: 'the reader of the log did not keep up: 7 lines were dropped',
    },
  ];
  for (const { name, make, notice } of rows) {
    test(`${name}: lines are dropped, counted, and reported when there is room again`, () => {
      const pipe = new Pipe();
      const log = new Log({ level: 'info', destination: make(pipe) });
      log.listening('hooks', ':8080');
      pipe.writableLength = 9 * 1024 * 1024;
      for (let count = 0; count < 7; count++) log.listening('hooks', ':8081');
      assert.deepEqual([pipe.read().length, log.droppedLines], [1, 7]);
      log.listening('hooks', ':8082');
      log.listening('hooks', ':8083');
      const lines = pipe.read();
      assert.equal(lines.length, 3);
      assert.ok(lines[0]?.includes(notice), lines[0]);
      assert.match(lines[1] ?? '', /8082/);
      assert.match(lines[2] ?? '', /8083/);
      assert.equal(log.droppedLines, 7);
    });
  }

  test('holds at most 8 MiB and a line', () => {
    const pipe = new Pipe();
    const log = new Log({ level: 'info', destination: pipe });
    while (log.droppedLines < 20) log.hookOutput('sync', 'info', 'x'.repeat(16_000));
    assert.ok(pipe.writableLength < 8 * 1024 * 1024 + 20_000);
  });
});
