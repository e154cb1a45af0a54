import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../../src/json/json.js';
import { createJsEngine, type EngineOptions, JsonnetError } from '../../../src/jsonnet/index.js';
import { memoryImporter } from '../importers.js';

/** A program and its whole result. */
export type Row = {
  readonly name: string;
  readonly program: string;
  /** The files it can import. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly options?: Partial<EngineOptions>;
} & (
  | { readonly value: Json }
  /** The printed form without the final line break, for what JSON values do not show. */
  | { readonly text: string }
  /** The first line of the error. */
  | { readonly error: string }
);

/** What our engine prints, without the final line break, or the first line of its error. */
export async function run(
  row: Pick<Row, 'program' | 'files' | 'options'>,
): Promise<{ text: string } | { error: string }> {
  try {
    const engine = createJsEngine({ importer: memoryImporter(row.files), ...row.options });
    const text = await engine.load('main.jsonnet', row.program).manifest();
    assert.ok(text.endsWith('\n'), 'the output ends with a line break');
    return { text: text.slice(0, -1) };
  } catch (error) {
    if (!(error instanceof JsonnetError)) throw error;
    return { error: error.describe().split('\n')[0] as string };
  }
}

/** Makes a test of each row. */
export function testRows(rows: readonly Row[]): void {
  for (const row of rows) {
    test(row.name, async () => {
      const outcome = await run(row);
      if ('value' in row) {
        assert.ok('text' in outcome, JSON.stringify(outcome));
        assert.deepEqual(JSON.parse(outcome.text), row.value);
      } else {
        assert.deepEqual(outcome, 'text' in row ? { text: row.text } : { error: row.error });
      }
    });
  }
}
