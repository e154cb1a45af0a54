import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fixture } from '../../checkout.js';
import { missingEngines } from '../../missing-engines.js';
import { runCli } from '../run-cli.js';

const cwd = fixture('cli/eval');
const greeting = (name: string, level: string) =>
  `{\n   "greeting": "Hello, ${name}!",\n   "level": ${JSON.stringify(level)}\n}\n`;

const rows: {
  name: string;
  skip?: string | undefined;
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
  { name: 'code that starts with a dash', argv: ['-e', '-1 + 2'], code: 0, stdout: '1\n', stderr: '' },
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
    stderr: 'RUNTIME ERROR: boom\n\t<cmdline>:1:1-13\t$\n',
  },
  {
    name: 'a runtime error with the other engine',
    skip: missingEngines.libjsonnet,
    argv: ['-e', 'error "boom"', '--engine', 'libjsonnet'],
    code: 1,
    stdout: '',
    stderr: 'RUNTIME ERROR: boom\n\t<cmdline>:1:1-13\n',
  },
  {
    name: 'a runtime error in a file, whose path is shown relative to the working directory',
    argv: ['./program.jsonnet', '-J', 'lib'],
    code: 1,
    stdout: '',
    stderr:
      'RUNTIME ERROR: Undefined external variable: level\n\tprogram.jsonnet:2:65-84\tobject <anonymous>\n\tField "level"\n',
  },
  {
    name: 'a static error',
    argv: ['-e', '\n  x'],
    code: 1,
    stdout: '',
    stderr: '<cmdline>:2:3-4 Unknown variable: x\n',
  },
  {
    name: 'recursion without end',
    argv: ['-e', 'local f(x) = 1 + f(x + 1); f(0)'],
    code: 1,
    stdout: '',
    stderr:
      'RUNTIME ERROR: max stack frames exceeded.\n\t<cmdline>:1:18-26\tfunction <f>\n\t... (the line above 499 more times)\n\t<cmdline>:1:28-32\t$\n',
  },
  {
    name: 'recursion as deep as is allowed',
    argv: ['-e', 'local f(x) = if x == 0 then 0 else 1 + f(x - 1); f(20000)', '--max-stack', '100000'],
    code: 0,
    stdout: '20000\n',
    stderr: '',
  },
  {
    name: 'std.trace',
    argv: ['-e', 'std.trace("seen", 1)'],
    code: 0,
    stdout: '1\n',
    stderr: 'TRACE: <cmdline>:1 seen\n',
  },
  {
    name: 'a string that is none',
    argv: ['-S', '-e', '1'],
    code: 1,
    stdout: '',
    stderr: 'RUNTIME ERROR: expected string result, got: number\n',
  },
  {
    name: 'the path of a program that is not a file',
    argv: ['-S', '-e', 'std.thisFile'],
    code: 0,
    stdout: '\n',
    stderr: '',
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
  for (const { name, skip, argv, stdin, env, code, stdout, stderr } of rows) {
    test(name, { skip: skip ?? false }, async () => {
      const result = await runCli(['eval', ...argv], { cwd, stdin: stdin ?? '', env: env ?? {} });
      assert.deepEqual(result, { code, stdout, stderr });
    });
  }
});
