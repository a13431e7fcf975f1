/** Puts a JSON Schema inside another one. Its references then lead to the same parts as before. */
import { isRecord } from '../value/is-record.js';
import { decodeFragment, followPointer, toJsonPointer } from '../value/json-pointer.js';
import { withoutMembers } from '../value/members.js';

import type { JsonSchema, ObjectSchema } from './tool-definition.js';
import { walkSchema } from './walk-schema.js';

/** The address of a schema without an absolute `$id`. */
const UNNAMED = 'https://schema.invalid/';

/** A schema with an address of its own: the root, and each part with an `$id`. */
interface Resource {
  readonly uri: string;
  readonly pointer: string;
}

/** The keywords of a part that name it or refer to another one. */
interface Part {
  $id?: unknown;
  $anchor?: unknown;
  $dynamicAnchor?: unknown;
  $ref?: unknown;
  $dynamicRef?: unknown;
}

/** The keywords of an object's schema that are extended. */
interface ObjectParts extends ObjectSchema {
  readonly $defs?: object | undefined;
  readonly properties?: object | undefined;
  readonly required?: readonly string[] | undefined;
}

/** The addresses in a schema, and the place of each as a JSON Pointer. */
interface Addresses {
  readonly resources: readonly Resource[];
  /** By address with its fragment. */
  readonly anchors: ReadonlyMap<string, string>;
}

function toUri(reference: string, base: string): URL | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base) : undefined;
}

/** The address of the innermost resource around a place. */
function baseOf(pointer: string, resources: readonly Resource[]): string {
  const around = resources.findLast((resource) => `${pointer}/`.startsWith(`${resource.pointer}/`));
  return around?.uri ?? UNNAMED;
}

function readAddresses(schema: JsonSchema): Addresses {
  const resources: Resource[] = [{ uri: UNNAMED, pointer: '' }];
  const anchors = new Map<string, string>();
  for (const { path, schema: part } of walkSchema(schema, [])) {
    const pointer = toJsonPointer(path);
    const { $id, $anchor, $dynamicAnchor } = part;
    const uri = typeof $id === 'string' && toUri($id, baseOf(pointer, resources));
    if (uri) resources.push({ uri: uri.href.replace(/#$/, ''), pointer });
    for (const name of [$anchor, $dynamicAnchor]) {
      if (typeof name === 'string') anchors.set(`${baseOf(pointer, resources)}#${name}`, pointer);
    }
  }
  return { resources, anchors };
}

/** Returns the place that a reference leads to; `undefined` outside this schema. */
function resolve(
  reference: string,
  base: string,
  { resources, anchors }: Addresses,
): string | undefined {
  const target = toUri(reference, base);
  const fragment = target && decodeFragment(target.hash.slice(1));
  if (!target || fragment === undefined) return undefined;
  target.hash = '';
  if (fragment !== '' && !fragment.startsWith('/'))
    return anchors.get(`${target.href}#${fragment}`);
  const resource = resources.findLast(({ uri }) => uri === target.href);
  return resource && `${resource.pointer}${fragment}`;
}

/** The same for `$dynamicRef`: the outermost schema decides, if it has the anchor. */
function resolveDynamic(reference: string, base: string, addresses: Addresses): string | undefined {
  const anchor = reference.slice(reference.indexOf('#'));
  const outermost = baseOf('', addresses.resources);
  return addresses.anchors.get(`${outermost}${anchor}`) ?? resolve(reference, base, addresses);
}

/** Writes a JSON Pointer as a reference inside a document. */
function toReference(pointer: string): string {
  return `#${encodeURI(pointer).replaceAll('#', '%23')}`;
}

function findTarget({ $ref, $dynamicRef }: Part, base: string, all: Addresses): string | undefined {
  if (typeof $ref === 'string') return resolve($ref, base, all);
  return typeof $dynamicRef === 'string' ? resolveDynamic($dynamicRef, base, all) : undefined;
}

/** References to other documents, and to places that the schema lacks. */
export function findLostReferences(
  schema: JsonSchema,
): readonly { readonly path: readonly PropertyKey[]; readonly reference: string }[] {
  const addresses = readAddresses(schema);
  return walkSchema(schema, []).flatMap(({ path, schema: part }) => {
    const base = baseOf(toJsonPointer(path), addresses.resources);
    return (['$ref', '$dynamicRef'] as const).flatMap((keyword) => {
      const reference = part[keyword];
      if (typeof reference !== 'string') return [];
      const target = findTarget({ [keyword]: reference }, base, addresses);
      const isThere = target !== undefined && followPointer(schema, target) !== undefined;
      return isThere ? [] : [{ path: [...path, keyword], reference }];
    });
  });
}

/**
 * Copies a schema for another place. References become JSON Pointers. `$id` and anchors are left out: inside another
 * schema, many validators refuse or ignore them. References to other documents stay as they are.
 *
 * @param toPlace Returns the new JSON Pointer of a place.
 */
function copyFor<Copied extends JsonSchema>(
  schema: Copied,
  toPlace: (pointer: string) => string,
): Copied {
  const addresses = readAddresses(schema);
  const copy = JSON.parse(JSON.stringify(schema)) as Copied;
  for (const { path, schema: found } of walkSchema(copy, [])) {
    const part = found as Part;
    const base = baseOf(toJsonPointer(path), addresses.resources);
    const target = findTarget(part, base, addresses);
    if (target !== undefined) {
      delete part.$dynamicRef;
      part.$ref = toReference(toPlace(target));
    }
    if (typeof part.$id === 'string') delete part.$id;
    delete part.$anchor;
    delete part.$dynamicAnchor;
  }
  return copy;
}

/** Returns a schema that takes objects of other schemas, too. */
export function allowOthers(schema: JsonSchema, others: readonly ObjectSchema[]): JsonSchema {
  const { $schema, ...own } = copyFor(schema, (pointer) => `/anyOf/0${pointer}`);
  return {
    $schema,
    type: schema['type'] === 'object' ? 'object' : undefined,
    anyOf: [own, ...others],
  };
}

/** The member with a value that isn't an object, where only objects are allowed. */
const VALUE_MEMBER = 'result';

/** Puts a value into an object, as {@link toSchemaOfObject} describes it. */
export function toObjectValue(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : { [VALUE_MEMBER]: value };
}

/** Returns the schema of {@link toObjectValue} for the values of a schema. */
export function toSchemaOfObject(schema: JsonSchema): ObjectSchema {
  if (schema['type'] === 'object') return { ...schema, type: 'object' };
  const copy = copyFor(schema, (pointer) => `/$defs/value${pointer}`);
  const value = withoutMembers(copy, '$schema');
  const reference = { $ref: '#/$defs/value' };
  return {
    type: 'object',
    anyOf: [reference, { required: [VALUE_MEMBER], properties: { [VALUE_MEMBER]: reference } }],
    $defs: { value },
  };
}

/**
 * Returns a schema that requires further properties. A reference to the whole schema leads to the schema without them.
 */
export function requireProperties(
  schema: ObjectSchema,
  added: Readonly<Record<string, object>>,
): ObjectSchema {
  let whole = 'whole';
  while (Object.hasOwn(schema['$defs'] ?? {}, whole)) whole += '_';
  let refersToItself = false as boolean;
  const copy = copyFor(schema, (pointer) => {
    if (pointer !== '') return pointer;
    refersToItself = true;
    return `/$defs/${whole}`;
  }) as ObjectParts;
  const { $defs, ...own } = copy;
  return {
    ...copy,
    properties: { ...added, ...own.properties },
    required: [...Object.keys(added), ...(own.required ?? [])],
    // Only a root has a `$schema`.
    $defs: refersToItself ? { ...$defs, [whole]: { ...own, $schema: undefined } } : $defs,
  };
}
