// The compiler's binary is an optional dependency of the package typescript, so `npm ci --omit=optional` leaves it out.
// Before a build this fetches it, if it is missing, and nothing else.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const binary = `@typescript/typescript-${process.platform}-${process.arch}`;

try {
  require.resolve(`${binary}/package.json`);
} catch {
  const { version } = require('typescript/package.json');
  const flags = ['--no-save', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', ...flags, `${binary}@${version}`], { stdio: 'inherit' });
}
