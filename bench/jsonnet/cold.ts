import { cpuMs } from '../measure.js';
import { libraryHook } from './hooks.js';

// `node cold.js js|libjsonnet DIRECTORY` prints the milliseconds of processor time up to the first answer of the library
// hook, including the time to load the engine. The library is in the directory. It is a process of its own so that no
// code is warm.
const [name, directory] = process.argv.slice(2) as [string, string];
const request = JSON.stringify(libraryHook.request);
const start = cpuMs();
const { answer, libjsonnet, load } = await import('./engines.js');
if (name === 'js') answer(load(libraryHook, directory), request);
else await libjsonnet(libraryHook, directory)(request);
process.stdout.write(`${cpuMs() - start}\n`);
