import { engineNames } from '../../jsonnet/engine.js';
import { parseListenAddress } from '../../server/address.js';
import { logFormats, logLevels } from '../../telemetry/levels.js';
import { nativesOptions } from './natives.js';
import { oneOf, parseBytes, parseDuration, parseSwitch, wholeNumber } from './quantity.js';
import type { Option } from './resolve.js';

const text = (value: string) => value;

/** A duration that may not be zero. */
function someTime(value: string): number {
  const seconds = parseDuration(value);
  if (seconds === 0) throw new Error(`'${value}' is no time at all`);
  return seconds;
}

function someBytes(value: string): number {
  const bytes = parseBytes(value);
  if (bytes === 0) throw new Error(`'${value}' leaves no byte`);
  return bytes;
}

const jsonnet = 'Jsonnet:';
const server = 'Server:';
const limits = 'Limits:';
const logs = 'Logs:';

/** Where the server listens and how it ends. */
const serverOptions = {
  listenAddr: {
    kind: 'value',
    alias: 'l',
    group: server,
    describe: 'Listen here: :port, host:port or unix:/path',
    default: ':8080',
    parse: parseListenAddress,
  },
  adminListenAddr: {
    kind: 'value',
    group: server,
    describe: 'Serve /livez, /readyz and /metrics here and no longer beside the hooks',
    parse: parseListenAddress,
  },
  shutdownDelay: {
    kind: 'value',
    group: server,
    describe: 'After SIGTERM go on serving this long, so that load balancers notice',
    default: '5s',
    parse: parseDuration,
  },
  shutdownTimeout: {
    kind: 'value',
    group: server,
    describe: 'Then wait this long for requests that still run',
    default: '20s',
    parse: parseDuration,
  },
} as const satisfies Record<string, Option<unknown>>;

/** What one request may cost. */
const executionOptions = {
  timeout: {
    kind: 'value',
    group: limits,
    describe: 'Stop an evaluation after this long',
    default: '10s',
    parse: someTime,
  },
  workerHeap: {
    kind: 'value',
    group: limits,
    describe: 'Memory of one worker; a hook that needs more is stopped',
    default: '256MiB',
    parse: someBytes,
  },
} as const satisfies Record<string, Option<unknown>>;

const loadOptions = {
  workers: {
    kind: 'value',
    group: limits,
    describe: 'Most evaluations at a time',
    defaultDescription: 'one a CPU, at least 2; with several hooks one more',
    parse: wholeNumber(1),
  },
  hookConcurrency: {
    kind: 'value',
    group: limits,
    describe: 'Most evaluations of one hook at a time',
    defaultDescription: 'all workers; with several hooks all but one',
    parse: wholeNumber(1),
  },
  maxQueue: {
    kind: 'value',
    group: limits,
    describe: 'Most requests that wait for a worker; one more gets 503',
    default: '100',
    parse: wholeNumber(0),
  },
  maxRequestBytes: {
    kind: 'value',
    group: limits,
    describe: 'Largest request body; a larger one gets 413',
    default: '32MiB',
    parse: someBytes,
  },
  cacheBytes: {
    kind: 'value',
    group: limits,
    describe: 'Memory for remembered answers of Jsonnet hooks; 0 remembers none',
    default: '64MiB',
    parse: parseBytes,
  },
} as const satisfies Record<string, Option<unknown>>;

const logOptions = {
  logLevel: {
    kind: 'value',
    group: logs,
    describe: `Least level that is logged: ${logLevels.join(', ')}`,
    default: 'info',
    parse: oneOf(logLevels),
  },
  logFormat: {
    kind: 'value',
    group: logs,
    describe: `Form of a line: ${logFormats.join(', ')}`,
    defaultDescription: 'pretty on a terminal, else json',
    parse: oneOf(logFormats),
  },
} as const satisfies Record<string, Option<unknown>>;

/** How Jsonnet is evaluated; the names are kubecfg's. */
const jsonnetOptions = {
  engine: {
    kind: 'value',
    group: jsonnet,
    describe: `Jsonnet implementation: ${engineNames.join(', ')}`,
    default: 'js',
    parse: oneOf(engineNames),
  },
  jpath: {
    kind: 'list',
    alias: 'J',
    group: jsonnet,
    describe: 'Library directory, the last one given is searched first; KUBECFG_JPATH and JSONNET_PATH follow',
    separator: ':',
    parse: text,
  },
  extStr: {
    kind: 'list',
    alias: 'V',
    group: jsonnet,
    describe: 'External variable NAME=VALUE; NAME alone takes its value from the environment',
    parse: text,
  },
  extStrFile: { kind: 'list', group: jsonnet, describe: 'The same from a file, NAME=FILE', parse: text },
  extCode: {
    kind: 'list',
    group: jsonnet,
    describe: 'External variable whose value is Jsonnet, NAME=CODE',
    parse: text,
  },
  extCodeFile: { kind: 'list', group: jsonnet, describe: 'The same from a file, NAME=FILE', parse: text },
  tlaStr: {
    kind: 'list',
    alias: 'A',
    group: jsonnet,
    describe: 'Argument of the top-level function, NAME=VALUE; NAME alone takes it from the environment',
    parse: text,
  },
  tlaStrFile: { kind: 'list', group: jsonnet, describe: 'The same from a file, NAME=FILE', parse: text },
  tlaCode: { kind: 'list', group: jsonnet, describe: 'Argument whose value is Jsonnet, NAME=CODE', parse: text },
  tlaCodeFile: { kind: 'list', group: jsonnet, describe: 'The same from a file, NAME=FILE', parse: text },
  maxStack: {
    kind: 'value',
    group: jsonnet,
    describe: 'Most nested calls',
    default: '500',
    parse: wholeNumber(1),
  },
  maxTrace: {
    kind: 'value',
    group: jsonnet,
    describe: 'Most lines of a stack trace; 0 shows all',
    default: '20',
    parse: wholeNumber(0),
  },
  ...nativesOptions,
} as const satisfies Record<string, Option<unknown>>;

const contractOptions = {
  strict: {
    kind: 'switch',
    group: 'Contract:',
    describe: 'Refuse answers that would only be warned about',
    default: 'false',
    parse: parseSwitch,
  },
} as const satisfies Record<string, Option<unknown>>;

/** What kubecfg's own commands take beside; accepted so that a Deployment need not change. */
const kubecfgOptions = {
  jpath: {
    ...jsonnetOptions.jpath,
    describe: 'Library directory; those of KUBECFG_JPATH come first, and the first one is searched first',
  },
  alpha: {
    kind: 'switch',
    group: server,
    describe: 'Accepted and ignored',
    default: 'true',
    parse: parseSwitch,
  },
} as const satisfies Record<string, Option<unknown>>;

const serveOptions = {
  ...serverOptions,
  ...executionOptions,
  ...loadOptions,
  ...contractOptions,
  ...jsonnetOptions,
  ...logOptions,
} as const;

/** The options of each command; an option is written once, whatever commands have it. */
export const optionsOf = {
  serve: serveOptions,
  httpd: { ...serveOptions, ...kubecfgOptions },
  render: {
    output: {
      kind: 'value',
      alias: 'o',
      group: 'Output:',
      describe: 'Form of the answer: json, yaml',
      default: 'json',
      parse: oneOf(['json', 'yaml']),
    },
    ...executionOptions,
    ...contractOptions,
    ...jsonnetOptions,
  },
  check: { ...executionOptions, ...contractOptions, ...jsonnetOptions },
  eval: {
    exec: {
      kind: 'value',
      alias: 'e',
      group: 'Program:',
      describe: 'Evaluate this code instead of a file',
      parse: text,
    },
    string: {
      kind: 'switch',
      alias: 'S',
      group: 'Output:',
      describe: 'Expect a string and print it as it is',
      default: 'false',
      parse: parseSwitch,
    },
    ...jsonnetOptions,
  },
} as const satisfies Record<string, Record<string, Option<unknown>>>;
