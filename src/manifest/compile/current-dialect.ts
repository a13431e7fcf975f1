/** Writes JSON Schemas of draft-07, 2019-09 and OpenAPI as JSON Schema 2020-12, which MCP has. */
import type { JsonSchema } from '../../core/tool/tool-definition.js';
import { walkSchema } from '../../core/tool/walk-schema.js';
import { isRecord } from '../../core/value/is-record.js';
import { followReference } from '../../core/value/json-pointer.js';
import { withoutMembers } from '../../core/value/members.js';

type Schema = Record<string, unknown>;
type Path = readonly PropertyKey[];

/** The year of each dialect by its URI, without scheme and `#`. Draft-07 stands by its number. */
const DIALECTS: ReadonlyMap<string, number> = new Map([
  ['json-schema.org/draft-07/schema', 7],
  ['json-schema.org/draft/2019-09/schema', 2019],
  ['json-schema.org/draft/2020-12/schema', 2020],
  ['spec.openapis.org/oas/3.1/dialect/base', 2020],
]);

const UNKNOWN_DIALECT =
  'Not a supported JSON Schema dialect: have it written as draft-07, 2019-09 or 2020-12, for which generators have an option.';

/** Keywords that count beside a `$ref` in draft-07. Its validators ignore all others. */
const BESIDE_REF = [
  ...['$ref', '$defs', 'definitions', '$comment', 'title', 'description', 'default', 'example'],
  ...['examples', 'deprecated', 'readOnly', 'writeOnly', 'nullable'],
];

function dialectOf(uri: unknown): number | undefined {
  if (typeof uri !== 'string') return undefined;
  return DIALECTS.get(uri.replace(/^https?:\/\//, '').replace(/#$/, ''));
}

function rename(part: Schema, from: string, to: string): void {
  if (!Object.hasOwn(part, from)) return;
  if (!Object.hasOwn(part, to)) part[to] = part[from];
  Reflect.deleteProperty(part, from);
}

/** `exclusiveMinimum: true` of OpenAPI 3.0 changes the meaning of `minimum`. */
function mendBound(part: Schema, bound: 'minimum' | 'maximum', exclusive: string): void {
  if (typeof part[exclusive] !== 'boolean') return;
  const isExclusive = part[exclusive];
  Reflect.deleteProperty(part, exclusive);
  if (isExclusive) rename(part, bound, exclusive);
}

/** Keywords by which a part may evaluate items elsewhere than in its own `prefixItems`. */
const EVALUATING = [
  ...['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
  ...['dependentSchemas', 'contains', 'unevaluatedItems'],
];

function mendItems(part: Schema, refersToItems: boolean): void {
  if (Array.isArray(part['items'])) {
    rename(part, 'items', 'prefixItems');
    rename(part, 'additionalItems', 'items');
  }
  Reflect.deleteProperty(part, 'additionalItems');
  const { prefixItems, items, maxItems = Number.POSITIVE_INFINITY } = part;
  if (!Array.isArray(prefixItems)) return;
  // The same in other words: clients that validate by draft-07 know no `prefixItems`, and would check all items by `items`.
  if (items === false) {
    Reflect.deleteProperty(part, 'items');
    part['maxItems'] = Math.min(Number(maxItems), prefixItems.length);
  } else if (!refersToItems && !EVALUATING.some((keyword) => Object.hasOwn(part, keyword))) {
    rename(part, 'items', 'unevaluatedItems');
  }
}

function mendDependencies(part: Schema): void {
  const { dependencies } = part;
  if (!isRecord(dependencies)) return;
  Reflect.deleteProperty(part, 'dependencies');
  for (const [name, value] of Object.entries(dependencies)) {
    const keyword = Array.isArray(value) ? 'dependentRequired' : 'dependentSchemas';
    part[keyword] = { ...(part[keyword] as object | undefined), [name]: value };
  }
}

function mendNames(part: Schema): void {
  const { $id } = part;
  if (typeof $id === 'string' && $id.startsWith('#')) {
    Reflect.deleteProperty(part, '$id');
    if ($id !== '#') part['$anchor'] = $id.slice(1);
  }
  if (part['$recursiveAnchor'] === true) part['$dynamicAnchor'] = 'recursive';
  Reflect.deleteProperty(part, '$recursiveAnchor');
}

/** Places of schemas that have another keyword now. */
function mendPointer(pointer: string): string {
  return pointer
    .replace(/\/items\/(\d+)(?=\/|$)/g, '/prefixItems/$1')
    .replace(/(?<!\/properties)\/additionalItems(?=\/|$)/g, '/items')
    .replace(/(?<!\/properties)\/dependencies\//g, '/dependentSchemas/');
}

function mendReference(part: Schema, hasRecursiveAnchor: boolean): void {
  const { $ref, $recursiveRef } = part;
  if (typeof $ref === 'string') part['$ref'] = mendPointer($ref);
  if ($recursiveRef === undefined) return;
  Reflect.deleteProperty(part, '$recursiveRef');
  if (hasRecursiveAnchor && $recursiveRef === '#') part['$dynamicRef'] = '#recursive';
  else part['$ref'] = $recursiveRef;
}

/** `nullable` of OpenAPI 3.0. */
function mendNullable(part: Schema): void {
  const { nullable } = part;
  if (typeof nullable !== 'boolean') return;
  Reflect.deleteProperty(part, 'nullable');
  if (!nullable) return;
  const { type, enum: values } = part;
  const types = Array.isArray(type) ? (type as unknown[]) : [type];
  if (type !== undefined && part['const'] === undefined && part['$ref'] === undefined) {
    if (!types.includes('null')) part['type'] = [...types, 'null'];
    if (Array.isArray(values) && !values.includes(null))
      part['enum'] = [...(values as unknown[]), null];
    return;
  }
  const own = { ...part };
  for (const keyword of Object.keys(part)) {
    if (keyword !== '$defs' && keyword !== 'definitions') Reflect.deleteProperty(part, keyword);
    else Reflect.deleteProperty(own, keyword);
  }
  if (Object.keys(own).length > 0) part['anyOf'] = [own, { type: 'null' }];
}

interface Whole {
  readonly dialect: number | undefined;
  readonly hasRecursiveAnchor: boolean;
  /** A reference leads into `items`. */
  readonly refersToItems: boolean;
}

function mendPart(part: Schema, { dialect, hasRecursiveAnchor, refersToItems }: Whole): void {
  Reflect.deleteProperty(part, '$schema');
  if (dialect === 7 && typeof part['$ref'] === 'string') {
    for (const keyword of Object.keys(part)) {
      if (!BESIDE_REF.includes(keyword)) Reflect.deleteProperty(part, keyword);
    }
  }
  mendNames(part);
  mendReference(part, hasRecursiveAnchor);
  mendBound(part, 'minimum', 'exclusiveMinimum');
  mendBound(part, 'maximum', 'exclusiveMaximum');
  mendItems(part, refersToItems);
  mendDependencies(part);
  if (Object.hasOwn(part, 'example')) part['examples'] ??= [part['example']];
  Reflect.deleteProperty(part, 'example');
  mendNullable(part);
}

/** Returns the part of a schema that a reference leads to; `undefined` for the whole, and without such a part. */
export function findPart(root: JsonSchema, reference: unknown): JsonSchema | undefined {
  const part = followReference(root, reference);
  return isRecord(part) && part !== root ? part : undefined;
}

/** Generators write the type that they were asked for as a definition, too, and the root refers to it. */
function unfoldRoot(root: JsonSchema): JsonSchema {
  const seen = new Set<unknown>();
  let unfolded = root;
  for (;;) {
    const { $ref, ...own } = unfolded;
    const target = findPart(root, $ref);
    // References inside a part with an address of its own begin there.
    if (!target || target['$id'] !== undefined || seen.has(target)) return unfolded;
    seen.add(target);
    unfolded = { ...withoutMembers(target, '$anchor', '$dynamicAnchor'), ...own };
  }
}

const NO_JSON =
  'Not a JSON Schema: it contains functions. For a zod 3 object, pass the output of zod-to-json-schema.';

function toCopy(schema: Readonly<Record<string, unknown>>): Schema | undefined {
  try {
    return structuredClone(schema);
  } catch {
    return undefined;
  }
}

/** A schema in JSON Schema 2020-12, or the place and the reason of a refusal. */
export type CurrentSchema =
  | { readonly ok: true; readonly schema: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly path: Path; readonly message: string };

/**
 * Writes a schema as JSON Schema 2020-12, without `$schema`. Without one, it is taken for 2020-12, in which keywords of
 * other drafts keep their meaning where they have no other.
 */
export function toCurrentDialect(schema: Readonly<Record<string, unknown>>): CurrentSchema {
  const copy = toCopy(schema);
  if (!copy) return { ok: false, path: [], message: NO_JSON };
  const parts = walkSchema(copy, []);
  for (const { path, schema: part } of parts) {
    const uri = part['$schema'];
    if (uri !== undefined && dialectOf(uri) === undefined) {
      return { ok: false, path: [...path, '$schema'], message: UNKNOWN_DIALECT };
    }
  }
  const dialect = dialectOf(copy['$schema']);
  const hasRecursiveAnchor = parts.some(({ schema: part }) => part['$recursiveAnchor'] === true);
  const refersToItems = parts.some(({ schema: part }) =>
    /\/(?:items|additionalItems)(?:\/|$)/.test(String(part['$ref'])),
  );
  const whole = { dialect, hasRecursiveAnchor, refersToItems };
  for (const { schema: part } of parts) mendPart(part, whole);
  return { ok: true, schema: unfoldRoot(copy) };
}
