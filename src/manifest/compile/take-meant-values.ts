/**
 * Takes arguments as lenient clients mean them: JSON texts in place of values, and `null` or "" in place of an optional
 * member that is left out.
 */
import type { ErrorObject, ValidateFunction } from 'ajv';

import { DECLARE_TEXT } from '../../core/value/exact-json.js';
import { fromJsonPointer, toJsonPointer } from '../../core/value/json-pointer.js';
import { isBoundedValue, isLeftOut, readMeantValue } from '../../core/value/meant-value.js';

function typesOf({ params }: ErrorObject): readonly unknown[] {
  return [(params as { readonly type?: unknown }).type].flat();
}

/** Tells a model that it has sent the JSON text of a value; `undefined` for other values. */
export function describeJsonText(error: ErrorObject): string | undefined {
  const meaning = readMeantValue(error.data, typesOf(error));
  if (meaning?.sentAs !== 'JSON text') return undefined;
  return meaning.isExact
    ? 'but was sent as JSON text: send the value itself'
    : `but its JSON text has a number that is too large to keep all its digits: ${DECLARE_TEXT}`;
}

/** Returns true for an error that each string has at its place. */
function excludesStrings({ keyword, params }: ErrorObject): boolean {
  const { allowedValues, allowedValue, passingSchemas } = params as Record<string, unknown>;
  switch (keyword) {
    case 'type':
    case 'anyOf':
    case 'if':
      return true;
    case 'oneOf':
      return !Array.isArray(passingSchemas);
    case 'enum':
      return (
        Array.isArray(allowedValues) && !allowedValues.some((choice) => typeof choice === 'string')
      );
    case 'const':
      return typeof allowedValue !== 'string';
    default:
      return false;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** `undefined` for a place in a default, which the value does not have. */
function parentOf(root: object, path: readonly PropertyKey[]): object | undefined {
  let parent: unknown = root;
  for (const name of path.slice(0, -1)) {
    parent = isObject(parent) ? Reflect.get(parent, name) : undefined;
  }
  return isObject(parent) ? parent : undefined;
}

/** The meaning of a value at one place: another value, or that the member is left out. */
type Meant = { readonly value: unknown } | 'leftOut';

/** The meaning of a refused value in an object or a list; `undefined` if it means itself. */
function readMeant(errors: readonly ErrorObject[], parent: object): Meant | undefined {
  const value: unknown = errors[0]?.data;
  if ((value === null || value === '') && !Array.isArray(parent)) return 'leftOut';
  if (!errors.every(excludesStrings)) return undefined;
  const types = errors.filter(({ keyword }) => keyword === 'type').flatMap(typesOf);
  if (isLeftOut(value, types) && !Array.isArray(parent)) return 'leftOut';
  const meaning = readMeantValue(value, types);
  return meaning?.isExact === true ? meaning : undefined;
}

/** The places of a refused value that mean something else, by JSON Pointer. */
function findMeant(errors: readonly ErrorObject[], root: object): ReadonlyMap<string, Meant> {
  const byPath = new Map<string, ErrorObject[]>();
  for (const error of errors) {
    // The whole value means itself, and a name of a member stays a name.
    if (error.instancePath === '' || error.propertyName !== undefined) continue;
    const same = byPath.get(error.instancePath);
    if (same) same.push(error);
    else byPath.set(error.instancePath, [error]);
  }
  return new Map(
    Array.from(byPath).flatMap(([path, same]) => {
      const parent = parentOf(root, fromJsonPointer(path));
      const meaning = parent && readMeant(same, parent);
      return meaning ? [[path, meaning] as const] : [];
    }),
  );
}

/** Replaces or removes a member, and returns its former value. */
function replace(root: object, pointer: string, meaning: Meant): unknown {
  const path = fromJsonPointer(pointer);
  const name = path.at(-1) ?? '';
  const parent = parentOf(root, path);
  if (!parent) return undefined;
  const former: unknown = Reflect.get(parent, name);
  if (meaning === 'leftOut') Reflect.deleteProperty(parent, name);
  else Reflect.set(parent, name, meaning.value);
  return former;
}

/** The places around a place, and itself. */
function placesAround(pointer: string): string[] {
  return [...pointer.matchAll(/(?=\/)|$/g)].map(({ index }) => pointer.slice(0, index));
}

function errorsOf(validate: ValidateFunction, value: unknown): readonly ErrorObject[] {
  // Defaults are filled into another copy.
  validate(structuredClone(value));
  const errors = validate.errors ?? [];
  validate.errors = null;
  return errors;
}

/** Returns true for an error that says that a value is of the wrong kind. */
function isOfKind({ keyword }: ErrorObject): boolean {
  return ['type', 'anyOf', 'oneOf', 'if'].includes(keyword);
}

/** The place of a missing member; `undefined` for other errors. */
function lackedPlace({ instancePath, params }: ErrorObject): string | undefined {
  const { missingProperty } = params as { readonly missingProperty?: string | undefined };
  return missingProperty === undefined
    ? undefined
    : `${instancePath}${toJsonPointer([missingProperty])}`;
}

/**
 * Takes what the values mean that a schema refuses, at any depth. A JSON text becomes its value, where the schema allows
 * no string and the value fits; so does a text inside a text. A member that is `null` is left out, and so is an optional
 * one that is "". Other values stay as they are.
 *
 * @returns `undefined` if there is none to take.
 */
export function takeMeantValues(validate: ValidateFunction, value: object): unknown {
  const copy = structuredClone(value);
  const formers = new Map<string, unknown>();
  let errors = errorsOf(validate, copy);
  for (;;) {
    const meanings = findMeant(errors, copy);
    if (meanings.size === 0) break;
    for (const [pointer, meaning] of meanings) {
      const former = replace(copy, pointer, meaning);
      if (!placesAround(pointer).some((place) => formers.has(place))) formers.set(pointer, former);
    }
    // Several texts add up.
    if (!isBoundedValue(copy)) return undefined;
    errors = errorsOf(validate, copy);
  }
  // A meaning of the right type is judged as itself: its own errors are of use to the sender.
  const misfits = new Set(errors.filter(isOfKind).map(({ instancePath }) => instancePath));
  const lacked = new Set(errors.map(lackedPlace));
  for (const [pointer, former] of formers) {
    const isRequiredText = former === '' && lacked.has(pointer);
    if (!misfits.has(pointer) && !isRequiredText) continue;
    replace(copy, pointer, { value: former });
    formers.delete(pointer);
  }
  return formers.size === 0 ? undefined : copy;
}
