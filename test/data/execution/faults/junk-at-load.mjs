import { writeSync } from 'node:fs';

writeSync(5, 'not a frame\n');

export default () => ({ status: {}, children: [] });
