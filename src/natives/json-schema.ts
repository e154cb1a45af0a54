import type { Ajv, ErrorObject, Options, ValidateFunction } from 'ajv';
import type { NativeFunction } from '../jsonnet/index.js';
import { define } from './define.js';
import { formats } from './json-schema-formats.js';
import { ajv4Package, ajv7Package, ajv2019Package, ajv2020Package, re2Package } from './packages.js';
import { Recent } from './recent.js';

/** Compiled schemas that are kept. A hook has one or two, and each takes about 50 kB. */
const keptSchemas = 64;
/** The number of mistakes that an error lists. */
const shownErrors = 10;

/** kubecfg's `validateJSONSchema`: true, or an error that lists what is wrong. Without `$schema`, 2020-12 applies. */
export function schemaNatives(): readonly NativeFunction[] {
  const schemas = new Recent<ValidateFunction>(keptSchemas);
  return [
    define(
      'validateJSONSchema',
      [
        ['obj', 'any'],
        ['schema', 'any'],
      ],
      true,
      (obj, schema) => {
        if (typeof schema !== 'boolean' && (typeof schema !== 'object' || schema === null || Array.isArray(schema))) {
          throw new Error('schema must be object or boolean');
        }
        const validate = schemas.get(JSON.stringify(schema), () => compile(schema));
        if (validate(obj)) return true;
        throw new Error(`the object is invalid against the schema: ${describe(validate.errors ?? [])}`);
      },
    ),
  ];
}

type Compiler = Pick<Ajv, 'compile' | 'validateSchema'>;

/** A version of JSON Schema. */
class Draft {
  readonly #create: (options: Options) => Compiler;
  readonly #checksFormats: boolean;
  #checker: Compiler | undefined;

  /** @param checksFormats whether `format` is checked; otherwise it is only a note */
  constructor(create: (options: Options) => Compiler, checksFormats: boolean) {
    this.#create = create;
    this.#checksFormats = checksFormats;
  }

  /** @throws Error if the schema is not valid in this draft */
  compile(schema: boolean | object): ValidateFunction {
    // Checking a schema compiles the schema of schemas, which takes longer than the rest; so that happens once.
    this.#checker ??= this.#create(this.#options());
    void this.#checker.validateSchema(schema, true);
    // Each schema has its own instance, so that two schemas may have the same $id.
    return this.#create({ ...this.#options(), validateSchema: false }).compile(schema);
  }

  #options(): Options {
    return {
      allErrors: true,
      strict: false,
      logger: false,
      formats,
      validateFormats: this.#checksFormats,
      // Counted in decimal, as in kubecfg: 0.3 is a multiple of 0.1.
      multipleOfPrecision: 9,
      // Patterns have Go's syntax and run in linear time, as in kubecfg.
      code: { regExp: Object.assign(linearRegExp, { code: '' }) },
    };
  }
}

const create4 = (options: Options) => new (ajv4Package().default)(options);
const create7 = (options: Options) => new (ajv7Package().Ajv)(options);
const create2019 = (options: Options) => new (ajv2019Package().Ajv2019)(options);
const create2020 = (options: Options) => new (ajv2020Package().Ajv2020)(options);

/** The drafts by `$schema`, without the scheme and an empty fragment, as kubecfg reads them. */
const drafts: ReadonlyMap<string | undefined, Draft> = new Map<string | undefined, Draft>([
  [undefined, new Draft(create2020, true)],
  ['json-schema.org/schema', new Draft(create2020, false)],
  ['json-schema.org/draft/2020-12/schema', new Draft(create2020, false)],
  ['json-schema.org/draft/2019-09/schema', new Draft(create2019, false)],
  ['json-schema.org/draft-07/schema', new Draft(create7, true)],
  // Draft 7 only adds to draft 6.
  ['json-schema.org/draft-06/schema', new Draft(create7, true)],
  ['json-schema.org/draft-04/schema', new Draft(create4, true)],
]);

function compile(schema: boolean | object): ValidateFunction {
  const { $schema, ...rest } = (typeof schema === 'object' ? schema : {}) as Record<string, unknown>;
  const draft = drafts.get($schema === undefined ? undefined : String($schema).replace(/^https?:\/\/|#$/g, ''));
  if (draft === undefined) {
    throw new Error('the schema is invalid: $schema names none of draft-04, draft-06, draft-07, 2019-09 and 2020-12');
  }
  try {
    return draft.compile(typeof schema === 'object' ? rest : schema);
  } catch (error) {
    // Several parts of the schema of 2020-12 report the same.
    const reasons = new Set((error as Error).message.replace(/^schema is invalid: /, '').split(', '));
    throw new Error(`the schema is invalid: ${[...reasons].join(', ')}`, { cause: error });
  }
}

function linearRegExp(pattern: string): { test(text: string): boolean; toString(): string } {
  const compiled = re2Package().RE2JS.compile(pattern);
  // ajv knows the patterns of a schema apart by their text.
  return { test: (text) => compiled.test(text), toString: () => pattern };
}

function describe(errors: readonly ErrorObject[]): string {
  const lines = errors.slice(0, shownErrors).map(describeError);
  if (errors.length > shownErrors) lines.push(`and ${errors.length - shownErrors} more`);
  return lines.join('; ');
}

function describeError({ instancePath, message, params }: ErrorObject): string {
  const where = instancePath === '' ? 'the object itself' : instancePath;
  const unwanted = params.additionalProperty ?? params.unevaluatedProperty;
  const allowed = params.allowedValues === undefined ? '' : ` (${JSON.stringify(params.allowedValues).slice(1, -1)})`;
  return `${where} ${message}${unwanted === undefined ? '' : ` (${JSON.stringify(unwanted)})`}${allowed}`;
}
