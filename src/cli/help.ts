import yargs, { type Argv } from 'yargs';
import type { Command } from './command-line.js';
import { flagOf, type Options, variableOf } from './options/resolve.js';

const epilogue = `A flag beats its variable in the environment, a variable beats the default.

Exit codes: 0 success; 1 failure (address in use, evaluation error); 2 wrong usage;
3 a hook failed or cannot be loaded; 4 the answer of a hook is invalid; 129, 130, 143 stopped by a second signal.`;

/**
 * What yargs prints for `--help`, `<command> --help`, `completion`, or for a shell that asks for completions.
 *
 * @param argv one of these; other arguments are not read by yargs, see `commandLine`
 * @param columns width of the terminal
 */
export async function textFromYargs(
  argv: readonly string[],
  commands: Readonly<Record<string, Command>>,
  columns = 100,
): Promise<string> {
  const parser = yargs()
    .scriptName('hookd')
    .usage('$0 <command>\n\nServes Metacontroller hooks written in Jsonnet and TypeScript.')
    .locale('en')
    .updateStrings({ 'default:': 'env' }) // options show their variable with their default
    .wrap(Math.min(120, Math.max(80, columns)))
    .help()
    .alias('help', 'h')
    .epilogue(epilogue)
    .exitProcess(false);
  for (const { usage, describe, options } of Object.values(commands)) {
    parser.command(usage, describe, (of) =>
      addOptions(of.usage(`hookd ${usage}\n\n${describe}`).epilogue(epilogue), options),
    );
  }
  parser.completion('completion', 'Print a completion script for bash or zsh');
  let text = '';
  await parser.parseAsync(argv, {}, (_error, _parsed, output) => {
    text = output;
  });
  return text.trimEnd();
}

function addOptions(parser: Argv, options: Options): Argv {
  for (const [key, option] of Object.entries(options)) {
    const flag = flagOf(key, option);
    const shown = option.defaultDescription ?? option.default;
    parser.option(flag, {
      group: option.group,
      describe: option.describe,
      defaultDescription: `${variableOf(flag)}${shown === undefined ? '' : `=${shown}`}`,
      ...(option.kind === 'switch' ? { type: 'boolean' } : {}),
      ...(option.alias === undefined ? {} : { alias: option.alias }),
    });
  }
  return parser;
}
