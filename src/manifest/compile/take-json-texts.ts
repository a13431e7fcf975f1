/** Takes JSON texts that some models send in place of arrays, objects, numbers and booleans. */
import type { ErrorObject, ValidateFunction } from 'ajv';

import { findInexact } from '../../core/value/exact-json.js';
import { fromJsonPointer } from '../../core/value/json-pointer.js';
import { isBoundedValue, readJsonText } from '../../core/value/json-text.js';

function isOfType(type: unknown, value: unknown): boolean {
  const kind = Array.isArray(value) ? 'array' : typeof value;
  const kinds = kind === 'bigint' || Number.isInteger(value) ? ['number', 'integer'] : [kind];
  return [type].flat().some((one) => kinds.includes(String(one)));
}

/** Tells a model that it has sent the JSON text of a value; `undefined` for other values. */
export function describeJsonText({ params, data }: ErrorObject): string | undefined {
  const meant = readJsonText(data);
  if (meant === undefined || !isOfType(params['type'], meant)) return undefined;
  return findInexact(meant)
    ? 'but its JSON text has a number that is too large to keep all its digits'
    : 'but was sent as JSON text: send the value itself';
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
      return Array.isArray(allowedValues) && !allowedValues.some((one) => typeof one === 'string');
    case 'const':
      return typeof allowedValue !== 'string';
    default:
      return false;
  }
}

/** The value that a string at one place stands for; `undefined` if the schema allows a string there. */
function readMeant(errors: readonly ErrorObject[]): unknown {
  if (!errors.every(excludesStrings)) return undefined;
  const ofType = errors.filter(({ keyword }) => keyword === 'type');
  const meant = readJsonText(ofType[0]?.data);
  const fits = ofType.some(({ params }) => isOfType(params['type'], meant));
  return fits && !findInexact(meant) ? meant : undefined;
}

/** The JSON texts in a refused value, by JSON Pointer, with their values. */
function findTexts(errors: readonly ErrorObject[]): ReadonlyMap<string, unknown> {
  const byPath = new Map<string, ErrorObject[]>();
  for (const error of errors) {
    // The whole value is no text, and a name of a member stays a name.
    if (error.instancePath === '' || error.propertyName !== undefined) continue;
    const same = byPath.get(error.instancePath);
    if (same) same.push(error);
    else byPath.set(error.instancePath, [error]);
  }
  const read = Array.from(byPath, ([path, same]) => [path, readMeant(same)] as const);
  return new Map(read.filter(([, meant]) => meant !== undefined));
}

function parentOf(root: object, path: readonly PropertyKey[]): object {
  return path.slice(0, -1).reduce((parent, name) => Reflect.get(parent, name) as object, root);
}

/** Replaces a member, and returns the former one. */
function replace(root: object, pointer: string, value: unknown): unknown {
  const path = fromJsonPointer(pointer);
  const name = path.at(-1) ?? '';
  const parent = parentOf(root, path);
  const former: unknown = Reflect.get(parent, name);
  Reflect.set(parent, name, value);
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

/**
 * Replaces the JSON texts in a value that a schema refuses, at any depth, where the schema allows no string and the
 * value of the text fits. A text inside a text is taken, too. Other texts stay as they are.
 *
 * @returns `undefined` if there is none to take.
 */
export function takeJsonTexts(validate: ValidateFunction, given: object): unknown {
  const taken = structuredClone(given);
  const texts = new Map<string, unknown>();
  let errors = errorsOf(validate, taken);
  for (;;) {
    const found = findTexts(errors);
    if (found.size === 0) break;
    for (const [pointer, meant] of found) {
      const text = replace(taken, pointer, meant);
      if (!placesAround(pointer).some((place) => texts.has(place))) texts.set(pointer, text);
    }
    // Several texts add up.
    if (!isBoundedValue(taken)) return undefined;
    errors = errorsOf(validate, taken);
  }
  const misfits = new Set(errors.flatMap(({ instancePath }) => placesAround(instancePath)));
  for (const [pointer, text] of texts) {
    if (!misfits.has(pointer)) continue;
    replace(taken, pointer, text);
    texts.delete(pointer);
  }
  return texts.size === 0 ? undefined : taken;
}
