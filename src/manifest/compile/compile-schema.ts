import type { ErrorObject, FuncKeywordDefinition, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

import { FORMAT_WORDS, isWrittenDateTime, TEXT_FORMATS } from '../../core/contract/text-formats.js';
import type { Violation } from '../../core/errors.js';
import type { JsonSchema } from '../../core/tool/tool-definition.js';
import { type LocatedSchema, walkSchema } from '../../core/tool/walk-schema.js';
import { toCanonicalJson } from '../../core/value/canonical-json.js';
import { cutText } from '../../core/value/cut-text.js';
import { isMultiple } from '../../core/value/decimal.js';
import { toJsonPointer } from '../../core/value/json-pointer.js';

import { compilePattern } from './linear-pattern.js';
import { describeJsonText, takeMeantValues } from './take-meant-values.js';

/** The format of moments in results: a Worker may write them without a zone, and finished work is never lost for it. */
export const WRITTEN_DATE_TIME = 'written-date-time';

/** Limit for the format `url`, in characters. Only its pattern backtracks, so that a long text would take long. */
const MAX_URL_LENGTH = 2_048;

/**
 * The engine for `pattern` and `patternProperties`. The validator compares patterns by their text, so `toString`
 * returns it. It would write `code` into generated modules, which are not used here.
 */
const regExp = Object.assign(
  (source: string) => ({ ...compilePattern(source), toString: () => source }),
  { code: 'compilePattern' },
);

/**
 * The keyword `uniqueItems`, in time proportional to the size of a list. The validator's own version compares each
 * object with every other one: 20,000 objects took eleven seconds.
 */
const uniqueItems: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  errors: false,
  error: { message: 'must NOT have the same item twice' },
  validate: (isWanted: boolean, items: readonly unknown[]) =>
    !isWanted || new Set(items.map(toCanonicalJson)).size === items.length,
};

/**
 * The keyword `multipleOf`, counted in decimals as people write them: 19.99 is 1999 times 0.01. The validator divides
 * binary numbers, which refuses it.
 */
const multipleOf: FuncKeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  errors: false,
  validate: (step: number, value: number) => isMultiple(value, step),
};

/**
 * Creates a compiler for JSON Schema 2020-12, which fills in `default`s and finds all violations. Unknown keywords are
 * allowed, because schemas carry extensions of other tools. `ownProperties` ignores inherited members, so that
 * `toString` counts only if the object itself has it.
 */
function createCompiler(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    // Errors have their value.
    verbose: true,
    useDefaults: true,
    // `findSchemaFaults` has checked the schema, and says where each fault is.
    validateSchema: false,
    logger: false,
    ownProperties: true,
    code: { regExp },
  });
  formats.default(ajv);
  // Forms have the same rules.
  for (const [name, check] of Object.entries(TEXT_FORMATS)) ajv.addFormat(name, check);
  ajv.addFormat(WRITTEN_DATE_TIME, isWrittenDateTime);
  const { url } = ajv.formats;
  if (url instanceof RegExp) {
    ajv.addFormat('url', (text: string) => text.length <= MAX_URL_LENGTH && url.test(text));
  }
  for (const own of [uniqueItems, multipleOf]) {
    ajv.removeKeyword(own.keyword as string).addKeyword(own);
  }
  return ajv;
}

/** The compiler of schemas without names and references. */
const shared = createCompiler();

/** The formats that values are checked against. */
export const KNOWN_FORMATS: readonly string[] = Object.keys(shared.formats).filter(
  (name) => name !== WRITTEN_DATE_TIME,
);

/** Matches `$ref`, `$id`, `$anchor` and the like in a schema's JSON. */
const REFERENCE = /"\$(?:ref|id|anchor|dynamicRef|dynamicAnchor)":/;

function hasReferences(schema: object): boolean {
  return REFERENCE.test(JSON.stringify(schema));
}

/** Compiles a schema, with a compiler of its own if it has names: another schema may have the same ones. */
function compile(schema: JsonSchema): ValidateFunction {
  return (hasReferences(schema) ? createCompiler() : shared).compile(schema);
}

/** Matches keywords whose faults show only when a schema is compiled. */
const MAY_FAIL = /"(?:\$(?:ref|id|anchor|dynamicRef|dynamicAnchor)|pattern(?:Properties)?)":/;

function toViolation(error: ErrorObject): Violation {
  const { instancePath, keyword, params, message } = error;
  const { missingProperty, additionalProperty, unevaluatedProperty, allowedValues, format } =
    params as Readonly<Record<string, unknown>>;
  const surplus = additionalProperty ?? unevaluatedProperty;
  if (typeof missingProperty === 'string') {
    return { path: `${instancePath}${toJsonPointer([missingProperty])}`, message: 'is required' };
  }
  if (typeof surplus === 'string') {
    return {
      path: `${instancePath}${toJsonPointer([surplus])}`,
      message: 'is not a known property',
    };
  }
  if (keyword === 'multipleOf') {
    return { path: instancePath, message: `must be multiple of ${String(error.schema)}` };
  }
  if (keyword === 'enum' && Array.isArray(allowedValues)) {
    return { path: instancePath, message: `must be one of ${JSON.stringify(allowedValues)}` };
  }
  const name = format === WRITTEN_DATE_TIME ? 'date-time' : String(format);
  const words = keyword === 'format' ? FORMAT_WORDS[name] : undefined;
  if (words !== undefined) return { path: instancePath, message: `must be ${words}` };
  const sent = keyword === 'type' ? describeJsonText(error) : undefined;
  if (sent !== undefined) return { path: instancePath, message: `${message ?? ''}, ${sent}` };
  return { path: instancePath, message: message ?? `breaks the keyword "${keyword}"` };
}

/** Errors that are read to find those of one choice. */
const MAX_READ_ERRORS = 100;

/** The names that each part of a choice lacks; `undefined` if a part is broken in another way. */
function lackedNames(choice: ErrorObject, errors: readonly ErrorObject[]): string | undefined {
  const parts = new Map<string, string[]>();
  for (const { schemaPath, instancePath, keyword, params } of errors) {
    const [part = ''] = schemaPath.slice(choice.schemaPath.length + 1).split('/');
    const { missingProperty } = params as { readonly missingProperty?: string | undefined };
    if (keyword !== 'required' || instancePath !== choice.instancePath) return undefined;
    parts.set(part, [...(parts.get(part) ?? []), missingProperty ?? '']);
  }
  return [...parts.values()].map((names) => names.join(' and ')).join(', or ');
}

/** Replaces what each part of a choice lacks by one sentence: "must have id, or name". */
function joinChoices(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const [choice] = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  if (!choice) return errors;
  const isInside = ({ schemaPath }: ErrorObject): boolean =>
    schemaPath.startsWith(`${choice.schemaPath}/`);
  const inside = errors.filter(isInside);
  const names = inside.length === 0 ? undefined : lackedNames(choice, inside);
  if (names === undefined) return errors;
  return errors
    .filter((error) => !isInside(error))
    .map((error) => (error === choice ? { ...error, message: `must have ${names}` } : error));
}

/** Takes the validator's findings and clears them, because they may be large. */
function findViolations(validate: ValidateFunction, value: unknown): readonly Violation[] {
  validate(value);
  const errors = joinChoices((validate.errors ?? []).slice(0, MAX_READ_ERRORS));
  validate.errors = null;
  return limitViolations(errors.slice(0, MAX_VIOLATIONS).map(toViolation));
}

/** Returns violations of the rules of JSON Schema, one for each place, with its path in the schema. */
export function findSchemaFaults(schema: JsonSchema): Violation[] {
  if (shared.validateSchema(schema) === true) return [];
  const faults = (shared.errors ?? []).map(toViolation);
  // If a part fits none of several forms, there are violations of each form. The first for each innermost place is
  // kept.
  return faults.filter(
    ({ path }, index) =>
      faults.findIndex((other) => other.path === path) === index &&
      !faults.some((other) => other.path.startsWith(`${path}/`)),
  );
}

/** A checked value: its first ten violations, and a copy with the schema's defaults at any depth. */
export interface CheckedValue {
  readonly violations: readonly Violation[];
  readonly filled: unknown;
}

function hasDefaults(schema: JsonSchema): boolean {
  return walkSchema(schema, []).some((located) => Object.hasOwn(located.schema, 'default'));
}

/**
 * Compiles a JSON Schema (2020-12) without faults. The check has no time limit.
 *
 * @throws {Error} When a reference, a name or a pattern in it is wrong; the message says why.
 */
export function compileSchema(schema: JsonSchema): (value: unknown) => CheckedValue {
  // Others are compiled at the first value: a manifest may have thousands that are used late or never.
  let validate = MAY_FAIL.test(JSON.stringify(schema)) ? compile(schema) : undefined;
  const fills = hasDefaults(schema);
  return (value) => {
    validate ??= compile(schema);
    if (!fills) return { violations: findViolations(validate, value), filled: value };
    const filled: unknown = structuredClone(value);
    // `if` and `anyOf` are checked before the defaults are there. The second check sees them.
    validate(filled);
    return { violations: findViolations(validate, filled), filled };
  };
}

/** Compiles {@link takeMeantValues} for a schema without faults. It has no time limit. */
export function compileMeantValues(schema: JsonSchema): (value: object) => unknown {
  const validate = compile(schema);
  return (value) => takeMeantValues(validate, value);
}

/** Names a schema that has no `$id`, while it is compiled. */
const UNNAMED = 'manifest:schema';

/** Compiles a part of a schema, with what its references lead to. */
function compilePart(root: JsonSchema, { path, schema }: LocatedSchema): ValidateFunction {
  if (!hasReferences(schema)) return shared.compile(schema);
  const id = typeof root['$id'] === 'string' ? root['$id'] : UNNAMED;
  const pointer = encodeURI(toJsonPointer(path));
  const compiler = createCompiler().addSchema({ ...root, $id: id });
  return compiler.compile({ $ref: `${id.replace(/#$/, '')}#${pointer}` });
}

/** Violations of a value against a part of a schema. Fills in defaults inside the value first. */
export function checkAgainstPart(
  root: JsonSchema,
  part: LocatedSchema,
  value: unknown,
): readonly Violation[] {
  try {
    return findViolations(compilePart(root, part), structuredClone(value));
  } catch {
    // The part has a reference that cannot be resolved from here.
    return [];
  }
}

/** Maximum of violations in one answer: enough to correct a call, few enough to read. */
const MAX_VIOLATIONS = 10;
/**
 * Limits in characters. A path has names that the caller chooses, and a message has allowed values: both can be long.
 */
const MAX_PATH_LENGTH = 500;
const MAX_MESSAGE_LENGTH = 1_000;

/** The first violations, each short enough to read. */
export function limitViolations(violations: readonly Violation[]): Violation[] {
  return violations.slice(0, MAX_VIOLATIONS).map(({ path, message }) => ({
    path: cutText(path, MAX_PATH_LENGTH),
    message: cutText(message, MAX_MESSAGE_LENGTH),
  }));
}
