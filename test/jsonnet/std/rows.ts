import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../../src/json/json.js';
import type { EngineOptions } from '../../../src/jsonnet/index.js';
import { run } from '../semantics/table.js';

/** An expression and its whole value, or the message of its runtime error. */
export type StdRow = {
  readonly name: string;
  readonly code: string;
  readonly options?: Partial<EngineOptions>;
} & ({ readonly value: Json } | { readonly error: string });

/** Makes a test of each row. */
export function checkRows(subject: string, rows: readonly StdRow[]): void {
  for (const row of rows) {
    test(`${subject}: ${row.name}`, async () => {
      const outcome = await run({ program: row.code, ...(row.options && { options: row.options }) });
      if ('error' in row) assert.deepEqual(outcome, { error: `RUNTIME ERROR: ${row.error}` });
      else assert.deepEqual('text' in outcome ? { value: JSON.parse(outcome.text) } : outcome, { value: row.value });
    });
  }
}
