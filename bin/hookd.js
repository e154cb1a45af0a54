#!/usr/bin/env node
import { existsSync } from 'node:fs';

const main = new URL('../dist/src/cli/main.js', import.meta.url);
const [major, minor] = process.versions.node.split('.').map(Number);
const problem =
  major < 20 || (major === 20 && minor < 19)
    ? `hookd needs Node 20.19 or newer, but this is ${process.versions.node}`
    : existsSync(main)
      ? undefined
      : 'hookd is not built yet; run npm ci (or npm run build) in its folder first';
if (problem === undefined) await (await import(main.href)).run();
else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
