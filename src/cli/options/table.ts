import { engineNames } from '../../jsonnet/engine.js';
import { parseRuleSetting } from '../../protocol/answer/rule-levels.js';
import { parseListenAddress } from '../../server/address.js';
import { logFormats, logLevels } from '../../telemetry/levels.js';
import { nativesOptions } from './natives.js';
import { moreThanZero, oneOf, parseBytes, parseSeconds, parseSwitch, wholeNumber } from './quantity.js';
import type { Option } from './resolve.js';

const text = (value: string) => value;

const jsonnet = 'Jsonnet:';
const server = 'Server:';
const limits = 'Limits:';
const logs = 'Logs:';
const request = 'Request:';

/** Where the server listens, and how it stops. */
const serverOptions = {
  listenAddress: {
    kind: 'value',
    flag: 'listen-addr',
    alias: 'l',
    group: server,
    describe: 'Address to listen on: :port, host:port or unix:/path',
    default: ':8080',
    parse: parseListenAddress,
  },
  adminListenAddress: {
    kind: 'value',
    flag: 'admin-listen-addr',
    group: server,
    describe: 'Address for /livez, /readyz and /metrics, which are then not served next to the hooks',
    parse: parseListenAddress,
  },
  shutdownDelaySeconds: {
    kind: 'value',
    flag: 'shutdown-delay',
    group: server,
    describe: 'Keep serving this long after SIGTERM, so that load balancers notice',
    default: '5s',
    parse: parseSeconds,
  },
  shutdownTimeoutSeconds: {
    kind: 'value',
    flag: 'shutdown-timeout',
    group: server,
    describe: 'Then wait at most this long for requests that still run',
    default: '20s',
    parse: parseSeconds,
  },
} as const satisfies Record<string, Option<unknown>>;

/** What one request may cost. */
const executionOptions = {
  timeoutSeconds: {
    kind: 'value',
    flag: 'timeout',
    group: limits,
    describe: 'Stop an evaluation after this long',
    default: '10s',
    parse: moreThanZero(parseSeconds),
  },
  workerHeapBytes: {
    kind: 'value',
    flag: 'worker-heap',
    group: limits,
    describe: 'Memory of one worker; a hook that needs more is stopped',
    defaultDescription: '256MiB; down to 128MiB if the container has little memory',
    parse: moreThanZero(parseBytes),
  },
} as const satisfies Record<string, Option<unknown>>;

const loadOptions = {
  workers: {
    kind: 'value',
    group: limits,
    describe: 'Maximum number of evaluations at the same time',
    defaultDescription: 'one per CPU of the container, at least 2; with several hooks one more',
    parse: wholeNumber(1),
  },
  hookConcurrency: {
    kind: 'value',
    group: limits,
    describe: 'Maximum number of evaluations of one hook at the same time',
    defaultDescription: 'all workers; with several hooks all but one',
    parse: wholeNumber(1),
  },
  maxQueue: {
    kind: 'value',
    group: limits,
    describe: 'Maximum number of requests to one hook that wait for a worker; one more gets 503',
    default: '100',
    parse: wholeNumber(0),
  },
  maxRequestBytes: {
    kind: 'value',
    group: limits,
    describe: 'Largest request body; a larger one gets 413',
    default: '32MiB',
    parse: moreThanZero(parseBytes),
  },
  maxAnswerBytes: {
    kind: 'value',
    group: limits,
    describe: 'Largest answer of a hook; a larger one is refused',
    default: '32MiB',
    parse: moreThanZero(parseBytes),
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
    describe: `Lowest level that is logged: ${logLevels.join(', ')}`,
    default: 'info',
    parse: oneOf(logLevels),
  },
  logFormat: {
    kind: 'value',
    group: logs,
    describe: `Format of a line: ${logFormats.join(', ')}`,
    defaultDescription: 'pretty on a terminal, else json',
    parse: oneOf(logFormats),
  },
} as const satisfies Record<string, Option<unknown>>;

/** How Jsonnet is evaluated; the names are kubecfg's. */
const jsonnetOptions = {
  engine: {
    kind: 'value',
    group: jsonnet,
    describe: `Jsonnet engine: ${engineNames.join(', ')}`,
    default: 'js',
    parse: oneOf(engineNames),
  },
  jpath: {
    kind: 'list',
    alias: 'J',
    group: jsonnet,
    describe: 'Library directory; the last one is searched first, then KUBECFG_JPATH and JSONNET_PATH',
    separator: ':',
    parse: text,
  },
  extStr: {
    kind: 'list',
    alias: 'V',
    group: jsonnet,
    describe: 'External variable, NAME=VALUE; NAME alone takes its value from the environment',
    parse: text,
  },
  extStrFile: {
    kind: 'list',
    group: jsonnet,
    describe: 'External variable whose value is the text of a file, NAME=FILE',
    parse: text,
  },
  extCode: {
    kind: 'list',
    group: jsonnet,
    describe: 'External variable whose value is Jsonnet, NAME=CODE',
    parse: text,
  },
  extCodeFile: {
    kind: 'list',
    group: jsonnet,
    describe: 'External variable whose value is Jsonnet in a file, NAME=FILE',
    parse: text,
  },
  tlaStr: {
    kind: 'list',
    alias: 'A',
    group: jsonnet,
    describe: 'Argument of the top-level function, NAME=VALUE; NAME alone takes its value from the environment',
    parse: text,
  },
  tlaStrFile: {
    kind: 'list',
    group: jsonnet,
    describe: 'Argument whose value is the text of a file, NAME=FILE',
    parse: text,
  },
  tlaCode: { kind: 'list', group: jsonnet, describe: 'Argument whose value is Jsonnet, NAME=CODE', parse: text },
  tlaCodeFile: {
    kind: 'list',
    group: jsonnet,
    describe: 'Argument whose value is Jsonnet in a file, NAME=FILE',
    parse: text,
  },
  maxStack: {
    kind: 'value',
    group: jsonnet,
    describe: 'Maximum depth of nested calls',
    default: '500',
    parse: wholeNumber(1),
  },
  maxTrace: {
    kind: 'value',
    group: jsonnet,
    describe: 'Maximum number of lines in a stack trace; 0 shows all',
    default: '20',
    parse: wholeNumber(0),
  },
  ...nativesOptions,
} as const satisfies Record<string, Option<unknown>>;

const contractOptions = {
  strict: {
    kind: 'switch',
    group: 'Contract:',
    describe: 'Refuse answers that otherwise only get a warning',
    default: 'false',
    parse: parseSwitch,
  },
  rules: {
    kind: 'list',
    flag: 'rule',
    group: 'Contract:',
    describe: 'What a broken rule of docs/contract.md does: NAME=off, warn or error, or HOOK:NAME= for one hook',
    separator: ',',
    parse: parseRuleSetting,
  },
} as const satisfies Record<string, Option<unknown>>;

/** What `render` makes a request from, if none was recorded. */
export const requestOptions = {
  controller: {
    kind: 'value',
    group: request,
    describe: 'Make the request for this CompositeController or DecoratorController, from a YAML or JSON file',
    parse: text,
  },
  parent: { kind: 'value', group: request, describe: 'File with the parent or the decorated object', parse: text },
  observed: {
    kind: 'list',
    group: request,
    describe: 'File with children or attachments that exist; it may hold several documents or a List',
    parse: text,
  },
  related: { kind: 'list', group: request, describe: 'File with related objects', parse: text },
  finalizing: {
    kind: 'switch',
    group: request,
    describe: 'Make a request for the finalize hook',
    default: 'false',
    parse: parseSwitch,
  },
  customize: {
    kind: 'switch',
    group: request,
    describe: 'Make a request for the customize hook',
    default: 'false',
    parse: parseSwitch,
  },
} as const satisfies Record<string, Option<unknown>>;

/** Where `httpd` differs from `serve`, so that a Deployment with kubecfg need not change. */
const kubecfgOptions = {
  jpath: {
    ...jsonnetOptions.jpath,
    describe: 'Library directory; those of KUBECFG_JPATH are searched first, then these from the first to the last',
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

/**
 * The options of each command. A row gives an option its flag, its variable, its default, its value in the program, its
 * line in `--help` and its row in docs/cli.md.
 */
export const optionsOf = {
  serve: serveOptions,
  httpd: { ...serveOptions, ...kubecfgOptions },
  render: {
    output: {
      kind: 'value',
      alias: 'o',
      group: 'Output:',
      describe: 'Format of the answer: json, yaml',
      default: 'json',
      parse: oneOf(['json', 'yaml']),
    },
    ...requestOptions,
    ...executionOptions,
    ...contractOptions,
    ...jsonnetOptions,
  },
  check: {
    types: {
      kind: 'switch',
      group: 'Check:',
      describe: 'Check the types of TypeScript hooks, too, with the package typescript that is installed next to them',
      default: 'false',
      parse: parseSwitch,
    },
    adminListenAddress: serverOptions.adminListenAddress,
    ...executionOptions,
    ...contractOptions,
    ...jsonnetOptions,
  },
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
