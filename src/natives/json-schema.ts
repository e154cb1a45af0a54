import type { ErrorObject, ValidateFunction } from 'ajv';
import type { NativeFunction } from '../jsonnet/index.js';
import { define } from './define.js';
import { formats } from './json-schema-formats.js';
import { ajvPackage, re2Package } from './packages.js';
import { Recent } from './recent.js';

/** Compiled schemas that are kept. A hook has one or two, and each takes about 50 kB. */
const keptSchemas = 64;
/** The number of mistakes that an error lists. */
const shownErrors = 10;

/** kubecfg's `validateJSONSchema`: true, or an error that lists what is wrong. JSON Schema draft 7. */
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

function compile(schema: boolean | object): ValidateFunction {
  try {
    // Each schema has its own instance, so that two schemas may have the same $id.
    const { Ajv } = ajvPackage();
    return new Ajv({
      allErrors: true,
      strict: false,
      logger: false,
      formats,
      // Patterns have Go's syntax and run in linear time, as in kubecfg.
      code: { regExp: Object.assign(linearRegExp, { code: '' }) },
    }).compile(schema);
  } catch (error) {
    throw new Error(`the schema is invalid: ${(error as Error).message}`, { cause: error });
  }
}

function linearRegExp(pattern: string): { test(text: string): boolean } {
  const compiled = re2Package().RE2JS.compile(pattern);
  return { test: (text) => compiled.test(text) };
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
