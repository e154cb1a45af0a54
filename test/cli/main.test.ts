import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { flagOf, variableOf } from '../../src/cli/options/resolve.js';
import { optionsOf } from '../../src/cli/options/table.js';
import { runCli } from './run-cli.js';

describe('usage', () => {
  const rows = [
    { name: 'no command', argv: [], stderr: 'hookd: name a command; see hookd --help\n' },
    { name: 'an unknown command', argv: ['frob'], stderr: 'hookd: frob is not a command; see hookd --help\n' },
    {
      name: 'a command that is nearly one',
      argv: ['serv'],
      stderr: 'hookd: serv is not a command (did you mean serve?)\n',
    },
    {
      name: 'an unknown option',
      argv: ['serve', '--frob', '-x'],
      stderr:
        'hookd: unknown option --frob; see hookd serve --help\nhookd: unknown option -x; see hookd serve --help\n',
    },
    {
      name: 'a value that makes no sense',
      argv: ['serve', '--timeout', 'soon', '--engine', 'v8'],
      stderr:
        "hookd: --timeout: 'soon' is not a duration; write 10s, 500ms or 1m30s\nhookd: --engine: 'v8' is not one of js, libjsonnet\n",
    },
    { name: 'a value that is missing', argv: ['serve', '--timeout'], stderr: 'hookd: --timeout needs a value\n' },
    {
      name: 'an option that is nearly one, and one that other programs have',
      argv: ['serve', '--strcit', '--port', '80'],
      stderr:
        'hookd: unknown option --strcit (did you mean --strict?)\nhookd: unknown option --port (did you mean --listen-addr?)\n',
    },
    {
      name: 'an option of another command',
      argv: ['--exec', '1', 'check'],
      stderr: 'hookd: unknown option --exec; it is an option of hookd eval\n',
    },
    {
      name: 'an argument too many',
      argv: ['eval', 'a.jsonnet', 'b.jsonnet'],
      stderr: 'hookd: unexpected argument b.jsonnet; write hookd eval [file]\n',
    },
    {
      name: 'an argument too few',
      argv: ['render'],
      stderr: 'hookd: hook is missing; write hookd render <hook> [request]\n',
    },
    {
      name: 'two hooks on one route',
      argv: ['serve', 'examples/hello-world/sync.ts', 'examples/useless-controller/sync.jsonnet'],
      stderr:
        'hookd: Two hooks would be served at /sync: examples/hello-world/sync.ts and examples/useless-controller/sync.jsonnet; give one of them a name, for instance useless-controller-sync=examples/useless-controller/sync.jsonnet\n',
    },
    {
      name: 'kubecfg httpd without files',
      argv: ['httpd', '--alpha'],
      stderr: 'hookd: paths is missing; write hookd httpd <paths..>\n',
    },
  ];
  for (const { name, argv, stderr } of rows) {
    test(`${name}: exit code 2 and a sentence`, async () => {
      assert.deepEqual(await runCli(argv), { code: 2, stdout: '', stderr });
    });
  }
});

describe('help', () => {
  test('lists the commands and the exit codes', async () => {
    const { code, stdout, stderr } = await runCli(['--help']);
    assert.deepEqual([code, stderr], [0, '']);
    for (const command of ['serve', 'render', 'check', 'eval', 'httpd', 'completion']) {
      assert.match(stdout, new RegExp(`^ {2}hookd ${command}\\b`, 'm'));
    }
    assert.match(stdout, /^Exit codes: 0 success; 1 /m);
  });

  for (const [command, options] of Object.entries(optionsOf)) {
    test(`of ${command} shows every option with its variable and its default`, async () => {
      const { code, stdout } = await runCli([command, '--help']);
      assert.equal(code, 0);
      const text = stdout.replace(/\s+/g, ' ');
      for (const [key, option] of Object.entries(options)) {
        const shown = ('defaultDescription' in option ? option.defaultDescription : undefined) ?? option.default;
        assert.ok(text.includes(`--${flagOf(key, option)} `), key);
        assert.ok(
          text.includes(`[env ${variableOf(flagOf(key, option))}${shown === undefined ? '' : `=${shown}`}]`),
          key,
        );
      }
      assert.match(text, /Exit codes: /);
    });
  }

  test('fits the terminal', async () => {
    const { stdout } = await runCli(['serve', '--help']);
    assert.deepEqual(
      stdout.split('\n').filter((line) => line.length > 100),
      [],
    );
  });
});

test('the version', async () => {
  assert.deepEqual(await runCli(['--version']), { code: 0, stdout: '1.2.3\n', stderr: '' });
});

test('a completion script', async () => {
  const { code, stdout, stderr } = await runCli(['completion']);
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(stdout, /^complete -o bashdefault -o default -F _hookd_yargs_completions hookd$/m);
});

test('completions of commands and options', async () => {
  const commands = await runCli(['--get-yargs-completions', 'hookd', '']);
  assert.deepEqual(commands.stdout.trim().split('\n').sort(), [
    'check',
    'completion',
    'eval',
    'httpd',
    'render',
    'serve',
  ]);
  const options = await runCli(['--get-yargs-completions', 'hookd', 'check', '--ma']);
  assert.ok(options.stdout.split('\n').includes('--max-stack'), options.stdout); // the shell picks those that start with --ma
});
