import { createRequire } from 'node:module';
import type { Answer } from './oracle.js';

// A child process of LibjsonnetOracle. Each message is a program, each answer is its result in libjsonnet.
const { Jsonnet } = createRequire(import.meta.url)('@hanazuki/node-jsonnet') as {
  Jsonnet: new () => { evaluateSnippet(source: string, file: string): Promise<string> };
};

process.on('message', async (source: string) => {
  let answer: Answer;
  try {
    answer = { text: await new Jsonnet().evaluateSnippet(source, 'case.jsonnet') };
  } catch (error) {
    answer = { error: (error as Error).message.split('\n')[0] as string };
  }
  process.send?.(answer);
});
process.on('disconnect', () => process.exit());
