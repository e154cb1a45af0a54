import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fixture, runCli } from './run-cli.js';

const cwd = fixture('command-eval');
const greeting = (name: string, level: string) =>
  `{\n   "greeting": "Hello, ${name}!",\n   "level": ${JSON.stringify(level)}\n}\n`;

const rows: {
  name: string;
  argv: readonly string[];
  stdin?: string;
  env?: Record<string, string>;
  code: number;
  stdout: string;
  stderr: string;
}[] = [
  {
    name: 'a program with a library, a variable and an argument',
    argv: ['program.jsonnet', '-J', 'lib', '-V', 'level=3', '-A', 'name=you'],
    code: 0,
    stdout: greeting('you', '3'),
    stderr: '',
  },
  {
    name: 'the same from the environment',
    argv: ['program.jsonnet', '-V', 'level'],
    env: { JSONNET_PATH: 'lib', level: '4', HOOKD_TLA_STR: 'name=env' },
    code: 0,
    stdout: greeting('env', '4'),
    stderr: '',
  },
  { name: 'code', argv: ['-e', '1 + 1'], code: 0, stdout: '2\n', stderr: '' },
  { name: 'code that begins with a dash', argv: ['-e', '-1 + 2'], code: 0, stdout: '1\n', stderr: '' },
  { name: 'code in quotes', argv: ['-e', '"text"'], code: 0, stdout: '"text"\n', stderr: '' },
  { name: 'a string as it is', argv: ['-S', '-e', '"text"'], code: 0, stdout: 'text\n', stderr: '' },
  {
    name: 'a program from stdin',
    argv: ['-'],
    stdin: '{a: [1]}',
    code: 0,
    stdout: '{\n   "a": [\n      1\n   ]\n}\n',
    stderr: '',
  },
  {
    name: 'code with an import',
    argv: ['-e', "(import 'lib/library.libsonnet').greet('x')"],
    code: 0,
    stdout: '"Hello, x!"\n',
    stderr: '',
  },
  {
    name: 'a runtime error',
    argv: ['-e', 'error "boom"'],
    code: 1,
    stdout: '',
    stderr: `RUNTIME ERROR: boom\n\t${cwd}/<cmdline>:1:1-13\n`,
  },
  {
    name: 'a file that is not there',
    argv: ['nowhere.jsonnet'],
    code: 2,
    stdout: '',
    stderr: `hookd: cannot read ${cwd}/nowhere.jsonnet (ENOENT)\n`,
  },
  {
    name: 'nothing to evaluate',
    argv: [],
    code: 2,
    stdout: '',
    stderr: 'hookd: name one program: a file, - for stdin, or --exec CODE\n',
  },
  {
    name: 'two programs',
    argv: ['program.jsonnet', '-e', '1'],
    code: 2,
    stdout: '',
    stderr: 'hookd: name one program: a file, - for stdin, or --exec CODE\n',
  },
];

describe('hookd eval', () => {
  for (const { name, argv, stdin, env, code, stdout, stderr } of rows) {
    test(name, async () => {
      const result = await runCli(['eval', ...argv], { cwd, stdin: stdin ?? '', env: env ?? {} });
      assert.deepEqual(result, { code, stdout, stderr });
    });
  }
});
