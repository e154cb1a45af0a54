import yargs, { type Argv } from 'yargs';
import { UsageError } from '../errors.js';
import { type CliContext, exitCodes } from './context.js';
import { readArguments } from './options/arguments.js';
import { flagOf, type GivenFlags, type Option, resolveOptions, variableOf } from './options/resolve.js';
import { optionsOf } from './options/table.js';

type Options = Readonly<Record<string, Option<unknown>>>;

/** A command: how it is written, its options, and what it does, loaded only when it runs. */
interface Command {
  readonly usage: string;
  readonly describe: string;
  readonly options: Options;
  run(positionals: readonly string[], flags: GivenFlags, context: CliContext): Promise<number>;
}

const commands: Readonly<Record<string, Command>> = {
  serve: {
    usage: 'serve [paths..]',
    describe: 'Serve hook files and directories over HTTP; without paths, the working directory',
    options: optionsOf.serve,
    async run(paths, flags, context) {
      const options = resolveOptions(optionsOf.serve, flags, context.env);
      return (await import('./commands/serve.js')).serve(paths, options, context);
    },
  },
  render: {
    usage: 'render <hook> [request]',
    describe: 'Call one hook without a server; the request is a JSON or YAML file, or - for stdin',
    options: optionsOf.render,
    async run([hook, request], flags, context) {
      const options = resolveOptions(optionsOf.render, flags, context.env);
      return (await import('./commands/render.js')).render(hook as string, request ?? '-', options, context);
    },
  },
  check: {
    usage: 'check [paths..]',
    describe: 'Load everything serve would, print the routes and every problem',
    options: optionsOf.check,
    async run(paths, flags, context) {
      const options = resolveOptions(optionsOf.check, flags, context.env);
      return (await import('./commands/check.js')).check(paths, options, context);
    },
  },
  eval: {
    usage: 'eval [file]',
    describe: 'Evaluate a Jsonnet program and print what the jsonnet command would',
    options: optionsOf.eval,
    async run([file], flags, context) {
      const options = resolveOptions(optionsOf.eval, flags, context.env);
      return (await import('./commands/eval.js')).evaluate(file, options, context);
    },
  },
  httpd: {
    usage: 'httpd <paths..>',
    describe: 'serve with the routes, flags and KUBECFG_* variables of kubecfg httpd',
    options: optionsOf.httpd,
    async run(paths, flags, context) {
      const options = resolveOptions(optionsOf.httpd, flags, context.env, ['HOOKD', 'KUBECFG']);
      return (await import('./commands/serve.js')).serve(paths, options, context, true);
    },
  },
};

const epilogue = `A flag beats its variable in the environment, a variable beats the default.

Exit codes: 0 done; 1 could not do it (address in use, evaluation error); 2 bad usage;
3 a hook failed or cannot be loaded; 4 a hook's answer is invalid; 130, 143 stopped by a second signal.`;

/** yargs' sentences, where ours help more. */
const wording = {
  'Unknown argument: %s': {
    one: 'unknown option or argument: %s, see --help',
    other: 'unknown options or arguments: %s, see --help',
  },
  'Not enough non-option arguments: got %s, need at least %s': {
    one: 'an argument is missing (%s given, %s needed), see --help',
    other: 'an argument is missing (%s given, %s needed), see --help',
  },
  'default:': 'env',
  'Did you mean %s?': 'no such command; did you mean %s?',
} as unknown as Record<string, string>;

/**
 * Finds the command in the arguments and runs it.
 * @returns its exit code
 * @throws UsageError for anything the arguments have wrong
 */
export async function commandLine(argv: readonly string[], context: CliContext): Promise<number> {
  let code: number = exitCodes.ok;
  const name = argv.find((argument) => Object.hasOwn(commands, argument));
  const options = name === undefined ? {} : (commands[name] as Command).options;
  // kubecfg takes flags before the command as well, and its own documentation does: `--alpha httpd sync.jsonnet`.
  const ordered = name === undefined ? argv : [name, ...argv.toSpliced(argv.indexOf(name), 1)];
  const { safe, positionals } = readArguments(ordered, options);
  const isHelp = safe.some((argument) => /^(?:-h|--help|--get-yargs-completions)\b/.test(argument));
  let parser = yargs()
    .scriptName('hookd')
    .usage('$0 <command>\n\nServes Metacontroller hooks written in Jsonnet and TypeScript.')
    .parserConfiguration({
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'boolean-negation': false,
    })
    .locale('en')
    .updateStrings(wording)
    .wrap(Math.min(120, Math.max(80, context.stdout.columns ?? 100)));
  for (const command of Object.values(commands)) {
    parser = parser.command(
      command.usage,
      command.describe,
      (of) =>
        addOptions(
          of.usage(`hookd ${command.usage}\n\n${command.describe}`).epilogue(epilogue),
          command.options,
          isHelp,
        ),
      async (parsed) => {
        code = await command.run(positionals.slice(1), parsed, context);
      },
    );
  }
  const problem = (message: string | null, error: Error | undefined) => {
    throw error instanceof UsageError || message === null ? error : new UsageError(message);
  };
  await parser
    .completion('completion', 'Print a completion script for bash or zsh')
    .demandCommand(1, 'name a command, see hookd --help')
    .strict()
    .recommendCommands()
    .help()
    .alias('help', 'h')
    .version(context.version)
    .epilogue(epilogue)
    .exitProcess(false)
    .fail(problem)
    .parseAsync(safe, {}, (_error, _parsed, output) => {
      if (output !== '') context.stdout.write(`${output.trimEnd()}\n`);
    });
  return code;
}

/**
 * Tells yargs the options; values stay text here, see `resolveOptions`. Help shows each variable with its default.
 *
 * @param isHelp whether help is wanted; yargs lays it out before every command, which delays the start by 50 ms
 */
function addOptions(parser: Argv, options: Options, isHelp: boolean): Argv {
  for (const [key, option] of Object.entries(options)) {
    const shown = option.defaultDescription ?? option.default;
    parser.option(flagOf(key), {
      hidden: !isHelp,
      group: option.group,
      describe: option.describe,
      defaultDescription: `${variableOf(key)}${shown === undefined ? '' : `=${shown}`}`,
      ...(option.kind === 'switch' ? { type: 'boolean' } : {}),
      ...(option.alias === undefined ? {} : { alias: option.alias }),
    });
  }
  return parser;
}
