import { appendFileSync, statSync } from 'node:fs';

// Three workers load this file; in all others it has no end.
const mark = process.env.HOOKD_TEST_MARK as string;
appendFileSync(mark, '.');
while (statSync(mark).size > 3);

export default () => ({ status: {}, children: [] });
