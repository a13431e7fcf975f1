import {
  Ajv,
  type ErrorObject,
  type FuncKeywordDefinition,
  type Options,
  type ValidateFunction,
} from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { LRUCache } from 'lru-cache';

import type { Violation } from '../../core/errors.js';
import type { ObjectSchema } from '../../core/tool/tool-definition.js';
import { toCanonicalJson } from '../../core/value/canonical-json.js';
import { cutText } from '../../core/value/cut-text.js';
import { toJsonBytes } from '../../core/value/json-bounds.js';
import { toJsonPointer } from '../../core/value/json-pointer.js';

import { compilePattern } from './linear-pattern.js';
import { hasReferences, hasSoundPatterns } from './may-fail.js';
import { isPlainSchema } from './plain-schema.js';

/**
 * Limit in bytes of JSON. All violations of a value up to this size are reported, but only the first of a larger value:
 * a list of a million wrong items would have a million violations.
 */
const MAX_BYTES_FOR_ALL = 64 * 1024;
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
 * Unknown keywords are allowed, because schemas carry extensions of other tools. `ownProperties` ignores inherited
 * members, so that `toString` counts only if the object itself has it.
 */
const options = {
  strict: false,
  validateFormats: true,
  logger: false,
  ownProperties: true,
  code: { regExp },
} as const;

type Compiler = Pick<
  Ajv,
  'compile' | 'addSchema' | 'removeSchema' | 'validateSchema' | 'errors' | 'formats'
>;
type CompilerClass = new (options: Options) => Ajv;

function createCompiler(Class: CompilerClass, own: Options): Compiler {
  const ajv = new Class({ ...options, ...own });
  formats.default(ajv);
  const { url } = ajv.formats;
  if (url instanceof RegExp) {
    ajv.addFormat('url', (text: string) => text.length <= MAX_URL_LENGTH && url.test(text));
  }
  return ajv.removeKeyword(uniqueItems.keyword as string).addKeyword(uniqueItems);
}

/**
 * Three compilers: `first` stops at the first violation, `all` finds all and checks schemas, `filling` fills in
 * `default`s.
 */
interface Compilers {
  readonly first: Compiler;
  readonly all: Compiler;
  readonly filling: Compiler;
}

/** Schemas are not checked while they are compiled: each compiler would compile the long rules of JSON Schema again. */
const unchecked = { validateSchema: false } as const;

/** Makes each compiler at its first use. That takes 10 ms, and a server that starts needs none for plain schemas. */
function createCompilers(Class: CompilerClass): Compilers {
  const made: { -readonly [name in keyof Compilers]?: Compiler } = {};
  return {
    get first() {
      return (made.first ??= createCompiler(Class, { ...unchecked, allErrors: false }));
    },
    get all() {
      return (made.all ??= createCompiler(Class, { ...unchecked, allErrors: true }));
    },
    get filling() {
      const options = { ...unchecked, allErrors: false, useDefaults: true };
      return (made.filling ??= createCompiler(Class, options));
    },
  };
}

const draft07 = createCompilers(Ajv);
const draft2020 = createCompilers(Ajv2020);

function compilersFor(schema: ObjectSchema): Compilers {
  const dialect = schema['$schema'];
  return typeof dialect === 'string' && dialect.includes('draft-07') ? draft07 : draft2020;
}

/**
 * Compiles a schema. The compiler then forgets it, also after an error, since another schema may have the same `$id`.
 */
function compile(compiler: Compiler, schema: ObjectSchema): ValidateFunction {
  try {
    return compiler.compile(schema);
  } finally {
    compiler.removeSchema(schema);
  }
}

/** Checks a value against one JSON Schema, without a time limit. An empty list means that it fits. */
export type SchemaCheck = (value: unknown) => readonly Violation[];

function toViolation({ instancePath, keyword, params, message }: ErrorObject): Violation {
  const { missingProperty, additionalProperty, unevaluatedProperty, allowedValues } =
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
  if (keyword === 'enum' && Array.isArray(allowedValues)) {
    return { path: instancePath, message: `must be one of ${JSON.stringify(allowedValues)}` };
  }
  return { path: instancePath, message: message ?? `breaks the keyword "${keyword}"` };
}

/** Takes the validator's findings and clears them, because they may be large. */
function findViolations(validate: ValidateFunction, value: unknown): readonly Violation[] {
  validate(value);
  const errors = validate.errors ?? [];
  validate.errors = null;
  return limitViolations(errors.map(toViolation));
}

/** Returns violations of the rules of JSON Schema, one for each place, with its path in the schema. */
export function findSchemaFaults(schema: ObjectSchema): Violation[] {
  if (isPlainSchema(schema)) return [];
  const { all } = compilersFor(schema);
  if (all.validateSchema(schema) === true) return [];
  const faults = (all.errors ?? []).map(toViolation);
  // If a part fits none of several forms, there are violations of each form. The first for each innermost place is
  // kept.
  return faults.filter(
    ({ path }, index) =>
      faults.findIndex((other) => other.path === path) === index &&
      !faults.some((other) => other.path.startsWith(`${path}/`)),
  );
}

/** The formats that values are checked against. */
export function knownFormats(schema: ObjectSchema): readonly string[] {
  return Object.keys(compilersFor(schema).first.formats);
}

/** Returns true if a valid schema may have parts that do not compile. */
function mayFail(schema: ObjectSchema): boolean {
  return hasReferences(schema) || !hasSoundPatterns(schema);
}

/**
 * Compiles a JSON Schema without faults: draft 2020-12, which MCP prescribes, or draft-07 if `$schema` says so. The
 * check reports the first ten violations of a small value, and the first violation of a large one.
 *
 * @throws {Error} When it is not a valid schema; the message says why.
 */
export function compileSchema(schema: ObjectSchema): SchemaCheck {
  const compilers = compilersFor(schema);
  // Compiled at the first value, unless compiling may fail: a manifest may have thousands of schemas that are used late
  // or never.
  let findFirst = mayFail(schema) ? compile(compilers.first, schema) : undefined;
  let findAll: ValidateFunction | undefined;
  return (value) => {
    findFirst ??= compile(compilers.first, schema);
    const violations = findViolations(findFirst, value);
    if (violations.length === 0 || toJsonBytes(value) > MAX_BYTES_FOR_ALL) return violations;
    // Compiled at the first violation, since most schemas never have one.
    findAll ??= compile(compilers.all, schema);
    return findViolations(findAll, value);
  };
}

/**
 * Compiles a function that fills in the `default`s of a JSON Schema, at any depth, as far as a value fits the schema.
 * The function changes the given value.
 *
 * @throws {Error} When it is not a valid schema.
 */
export function compileDefaults(schema: ObjectSchema): (value: unknown) => void {
  const fill = compile(compilersFor(schema).filling, schema);
  return (value) => {
    fill(value);
    fill.errors = null;
  };
}

/** Names a schema that has no `$id`, while it is compiled. */
const UNNAMED = 'manifest:schema';

/** Compiles a part of a schema with references, within the whole schema. */
function compileWithin(root: ObjectSchema, pointer: string): ValidateFunction {
  const id = typeof root['$id'] === 'string' ? root['$id'] : UNNAMED;
  const Class = compilersFor(root) === draft07 ? Ajv : Ajv2020;
  const compiler = createCompiler(Class, { useDefaults: true, validateSchema: false });
  compiler.addSchema({ ...root, $id: id });
  return compiler.compile({ $ref: `${id.replace(/#$/, '')}#${encodeURI(pointer)}` });
}

/** Number of compiled parts that are kept: many parts of a manifest are equal, and compiling takes the most time. */
const MAX_PARTS = 500;
const parts = new LRUCache<string, ValidateFunction>({ max: MAX_PARTS });

/** Compiles a part of a schema without references. */
function compileAlone(
  compilers: Compilers,
  schema: Readonly<Record<string, unknown>>,
): ValidateFunction {
  const key = `${compilers === draft07 ? 'draft-07' : '2020-12'} ${JSON.stringify(schema)}`;
  const validate = parts.get(key) ?? compile(compilers.filling, schema as ObjectSchema);
  parts.set(key, validate);
  return validate;
}

/** A part of a schema, and its place in it. */
export interface SchemaPart {
  readonly schema: Readonly<Record<string, unknown>>;
  /** A JSON Pointer. */
  readonly pointer: string;
}

/** Violations of a value against a part of a schema. Fills in defaults inside the value first. */
export function checkAgainstPart(
  root: ObjectSchema,
  { schema, pointer }: SchemaPart,
  value: unknown,
): readonly Violation[] {
  try {
    const validate = hasReferences(schema)
      ? compileWithin(root, pointer)
      : compileAlone(compilersFor(root), schema);
    return findViolations(validate, structuredClone(value));
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
