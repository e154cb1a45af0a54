import { UsageError } from '../errors.js';
import { suggestion } from '../jsonnet/syntax/suggestion.js';
import { unknownVariables } from './config/unknown-variables.js';
import { type CliContext, exitCodes } from './context.js';
import { readArguments } from './options/arguments.js';
import { ignoredOptions } from './options/kubecfg.js';
import { type GivenFlags, type Options, type ResolvedOptions, resolveOptions } from './options/resolve.js';
import { optionsOf } from './options/table.js';
import { usageProblems } from './options/usage.js';

/** A command: how it is written, its options, and its code, which is imported only when it runs. */
export interface Command {
  readonly usage: string;
  readonly describe: string;
  readonly options: Options;
  /** Options that are accepted and ignored with a warning. */
  readonly ignored: Options;
  run(positionals: readonly string[], flags: GivenFlags, context: CliContext): Promise<number>;
}

type Run<O extends Options> = (
  positionals: readonly string[],
  options: ResolvedOptions<O>,
  context: CliContext,
) => Promise<number>;

interface CommandRow<O extends Options> {
  readonly usage: string;
  readonly describe: string;
  readonly options: O;
  /** Options that are accepted and ignored with a warning. */
  readonly ignored?: Options;
  /** Prefixes of its variables, `HOOKD` unless given. */
  readonly prefixes?: readonly string[];
  readonly load: () => Promise<Run<O>>;
}

function command<const O extends Options>(row: CommandRow<O>): Command {
  const { usage, describe, options, ignored = {}, prefixes, load } = row;
  return {
    usage,
    describe,
    options,
    ignored,
    run: async (positionals, flags, context) => {
      const resolved = resolveOptions(options, flags, context.env, prefixes);
      return (await load())(positionals, resolved, context);
    },
  };
}

const commands: Readonly<Record<string, Command>> = {
  serve: command({
    usage: 'serve [paths..]',
    describe: 'Serve hook files and directories over HTTP; without paths, the working directory',
    options: optionsOf.serve,
    load: async () => (await import('./commands/serve.js')).serve,
  }),
  render: command({
    usage: 'render <hook> [request]',
    describe: 'Call one hook without a server; the request is a JSON or YAML file, - for stdin, or made from --parent',
    options: optionsOf.render,
    load: async () => (await import('./commands/render.js')).render,
  }),
  check: command({
    usage: 'check [paths..]',
    describe: 'Load everything that serve would load; print the routes and every problem',
    options: optionsOf.check,
    load: async () => (await import('./commands/check.js')).check,
  }),
  eval: command({
    usage: 'eval [file]',
    describe: 'Evaluate a Jsonnet program and print its value, as the jsonnet command does',
    options: optionsOf.eval,
    load: async () => (await import('./commands/eval.js')).evaluate,
  }),
  httpd: command({
    usage: 'httpd <paths..>',
    describe: 'Serve with the routes, flags and KUBECFG_* variables of kubecfg httpd',
    options: optionsOf.httpd,
    ignored: ignoredOptions,
    prefixes: ['HOOKD', 'KUBECFG'],
    load: async () => {
      const { serve } = await import('./commands/serve.js');
      return (paths, options, context) => serve(paths, options, context, true);
    },
  }),
};

/** The flag with which a shell asks for completions. */
const completionFlag = '--get-yargs-completions';

/** Flags that mean the same for every command. */
const commonOptions: Options = {
  help: { kind: 'switch', alias: 'h', group: '', describe: '', parse: Boolean },
  version: { kind: 'switch', group: '', describe: '', parse: Boolean },
};

/** The options of all commands, to read a line whose command is not known yet. */
const allOptions: Options = Object.assign({}, commonOptions, ignoredOptions, ...Object.values(optionsOf));

/**
 * Finds the command in the arguments and runs it.
 *
 * The arguments are read by `readArguments` and not by yargs, which cannot pass values through unchanged: it takes
 * `-e '-1'` for two flags and strips quotes. yargs only prints help and completions, from the same table of options, and
 * is loaded for nothing else.
 *
 * @returns the exit code
 * @throws UsageError if the arguments make no sense
 */
export async function commandLine(argv: readonly string[], context: CliContext): Promise<number> {
  // The first positional, since kubecfg takes flags before the command as well: `--alpha httpd sync.jsonnet`.
  const { positionals, flags } = readArguments(argv, allOptions);
  const name = positionals[0] ?? '';
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (flags.help !== undefined || name === 'completion' || argv[0] === completionFlag) {
    const { textFromYargs } = await import('./help.js');
    const line = flags.help === undefined ? argv : command === undefined ? ['--help'] : [name, '--help'];
    context.stdout.write(`${await textFromYargs(line, commands, context.stdout.columns)}\n`);
    return exitCodes.ok;
  }
  if (flags.version !== undefined) {
    context.stdout.write(`${context.version}\n`);
    return exitCodes.ok;
  }
  if (command === undefined) throw new UsageError(commandProblem(name));
  const read = readArguments(argv, { ...command.options, ...command.ignored });
  const given = { ...read, positionals: read.positionals.slice(1) };
  const problems = usageProblems(command.usage, command.options, given);
  if (problems.length > 0) throw new UsageError(problems);
  const ignored = Object.keys(command.ignored).filter((flag) => given.flags[flag] !== undefined);
  if (ignored.length > 0) {
    const flags = ignored.map((flag) => `--${flag}`).join(', ');
    context.stderr.write(`hookd: warning: ${flags} ignored, since hookd does not talk to the cluster\n`);
  }
  for (const sentence of unknownVariables(context.env)) context.stderr.write(`hookd: warning: ${sentence}\n`);
  return command.run(given.positionals, given.flags, context);
}

function commandProblem(name: string): string {
  if (name === '') return 'name a command; see hookd --help';
  const names = [...Object.keys(commands), 'completion'];
  return `${name} is not a command${suggestion(name, names) || '; see hookd --help'}`;
}
