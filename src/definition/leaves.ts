/**
 * What stands beside the schema of a manifest's keys: its texts and expressions, the names that each may have, defaults
 * and checks. One walk of a value finds them all, so no other list of keys has to know of a new one.
 *
 * Parsing keeps what was written, since `defaults` of a file lie below it. `compile` fills in what is left.
 */
import * as z from 'zod';

import type { Expression } from '../core/mapping/expression.js';
import type { Tree } from '../core/mapping/json-tree.js';
import type { Text } from '../core/mapping/text.js';

import { NOWHERE, type Place } from './roots.js';

type Path = readonly PropertyKey[];
type Schema = z.core.$ZodType;

/** A text or an expression as it was written. The types alone know what it compiles to. */
export class Leaf<Compiled = unknown> {
  declare readonly compiled: Compiled;
  readonly kind: 'text' | 'expression';
  readonly source: string;

  constructor(kind: Leaf['kind'], source: string) {
    this.kind = kind;
    this.source = source;
  }
}

const NOT_BLANK = z.string().trim().min(1, 'Must not be empty.');

export function leafOf<Compiled>(
  kind: Leaf['kind'],
  written: z.ZodType<string, string> = NOT_BLANK,
): z.ZodType<Leaf<Compiled>, string> {
  return written.transform((source) => new Leaf<Compiled>(kind, source));
}

export const text = leafOf<Text>('text');
export const expression = leafOf<Expression>('expression');

/** JSON with leaves for its texts, and for the expression of `{ expression: … }`. */
function toTree(value: unknown, kind: Leaf['kind'] = 'text'): unknown {
  if (typeof value === 'string') return new Leaf(kind, value);
  if (Array.isArray(value)) return value.map((item: unknown) => toTree(item));
  if (!isPlain(value)) return value;
  const members = Object.entries(value);
  const isComputed = members.length === 1 && Object.hasOwn(value, 'expression');
  return Object.fromEntries(
    members.map(([name, one]) => [name, toTree(one, isComputed ? 'expression' : 'text')]),
  );
}

export type MadeTree = Tree<Text | Expression>;

/** Its type would be too deep for `Made`, so it counts as one leaf. */
export function treeOf<Json>(written: z.ZodType<Json, Json>): z.ZodType<Leaf<MadeTree>, Json> {
  return written.transform((json) => toTree(json) as Leaf<MadeTree>);
}

/** A text or an expression, where it stands in the manifest. */
export interface Written {
  readonly path: Path;
  readonly kind: Leaf['kind'];
  readonly text: string;
  readonly place: Place;
}

/** What is wrong with a value, at a place in it. */
export interface Fault {
  readonly path: Path;
  readonly message: string;
  /** The key, if it is wrong itself, and not its value. */
  readonly key?: string | undefined;
}

interface Rule {
  /** The names that the leaves of a value may have. */
  readonly narrow?: ((value: never, place: Place) => Place) | undefined;
  readonly check?: ((value: never, place: Place) => readonly Fault[]) | undefined;
  readonly byDefault?: unknown;
}

const RULES = z.registry<Rule>();

function ruling<S extends z.ZodType>(schema: S, rule: Rule): S {
  RULES.add(schema, { ...RULES.get(schema), ...rule });
  return schema;
}

/** Leaves of this schema can name more, or less, than those around it. */
export function within<S extends z.ZodType>(
  schema: S,
  narrow: (value: z.output<S>, place: Place) => Place,
): S {
  return ruling(schema, { narrow });
}

/** What a parse can't find, since `defaults` of a file may complete a value. */
export function checking<S extends z.ZodType>(
  schema: S,
  check: (value: z.output<S>, place: Place) => readonly Fault[],
): S {
  return ruling(schema, { check });
}

declare const BY_DEFAULT: unique symbol;
/** The value of a key that has a default. */
export type Defaulted<T> = T & { readonly [BY_DEFAULT]?: T };

/** A key with its purpose, and the value that counts without it. */
export function defaulting<S extends z.ZodType>(
  schema: S,
  byDefault: z.output<S>,
  purpose: string,
): z.ZodOptional<z.ZodType<Defaulted<z.output<S>>, z.input<S>>> {
  return ruling(schema.optional(), { byDefault }).describe(purpose) as never;
}

/** A group with its leaves compiled and its defaults filled in. */
export type Made<T> =
  T extends Leaf<infer Compiled>
    ? Compiled
    : typeof BY_DEFAULT extends keyof T
      ? Made<NonNullable<T[typeof BY_DEFAULT]>>
      : T extends readonly (infer Item)[]
        ? readonly Made<Item>[]
        : T extends object
          ? MadeGroup<T>
          : T;

type KeysWithDefault<T> = {
  [Key in keyof T]-?: typeof BY_DEFAULT extends keyof NonNullable<T[Key]> ? Key : never;
}[keyof T];

type MadeGroup<T> = {
  readonly [Key in keyof T as Exclude<Key, KeysWithDefault<T>>]: Made<T[Key]>;
} & {
  readonly [Key in keyof T as Extract<Key, KeysWithDefault<T>>]-?: Made<NonNullable<T[Key]>>;
};

interface At {
  readonly path: Path;
  readonly place: Place;
}

interface Visitor {
  readonly leaf: (written: Written) => unknown;
  readonly faults?: ((found: readonly Fault[], path: Path) => void) | undefined;
}

/** The form of a union that a parsed value has. */
function formOf(options: readonly Schema[], value: unknown): Schema | undefined {
  return options.find((option) => {
    const { def } = (option as z.core.$ZodTypes)._zod;
    if (def.type === 'array') return Array.isArray(value);
    if (!isPlain(value)) return false;
    return def.type === 'record' || (def.type === 'object' && hasOnly(value, def.shape));
  });
}

function hasOnly(value: object, shape: object): boolean {
  return Object.keys(value).every((key) => Object.hasOwn(shape, key));
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && Object.getPrototypeOf(value ?? 0) === Object.prototype;
}

/** Anything may stand here: JSON with texts in it. */
const ANYTHING = z.unknown();

/** Walks a parsed value by its schema, and replaces each leaf by what the visitor makes of it. */
function walk(schema: Schema, written: unknown, at: At, visitor: Visitor): unknown {
  const { narrow, check, byDefault } = RULES.get(schema) ?? {};
  const value = written === undefined ? byDefault : written;
  if (value === undefined) return undefined;
  const place = narrow ? narrow(value as never, at.place) : at.place;
  if (check) visitor.faults?.(check(value as never, place), at.path);
  if (value instanceof Leaf)
    return visitor.leaf({ path: at.path, kind: value.kind, text: value.source, place });
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const into = (inner: Schema | undefined, member: unknown, ...steps: Path): unknown =>
    walk(inner ?? ANYTHING, member, { path: [...at.path, ...steps], place }, visitor);
  if (def.type === 'optional' || def.type === 'nullable') return into(def.innerType, value);
  if (def.type === 'pipe') return into(def.in, value);
  if (def.type === 'union') return into(formOf(def.options, value), value);
  if (Array.isArray(value)) {
    const element = def.type === 'array' ? def.element : undefined;
    return value.map((item, index) => into(element, item, index));
  }
  if (!isPlain(value)) return value;
  // Members that an object's schema lacks are kept as they are.
  const shape = def.type === 'object' ? def.shape : undefined;
  const other = def.type === 'record' ? def.valueType : undefined;
  const members = Object.keys({ ...shape, ...value }).map((key) => {
    const isKept = shape !== undefined && !Object.hasOwn(shape, key);
    return [key, isKept ? value[key] : into(shape?.[key] ?? other, value[key], key)] as const;
  });
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

/** The texts and expressions of a value: for the check of names, for what readings need, and for `check`. */
export function leavesIn(schema: Schema, value: unknown, at: At): readonly Written[] {
  const found: Written[] = [];
  walk(schema, value, at, { leaf: (written) => found.push(written) });
  return found;
}

/** What the checks beside the schema find. */
export function faultsIn(schema: Schema, value: unknown, at: At): readonly Fault[] {
  const all: Fault[] = [];
  walk(schema, value, at, {
    leaf: () => undefined,
    faults: (found, path) =>
      all.push(...found.map((fault) => ({ ...fault, path: [...path, ...fault.path] }))),
  });
  return all;
}

function refuseLeaf({ path }: Written): never {
  throw new Error(`Nobody compiles ${path.map(String).join('.')}.`);
}

/** A parsed value with every leaf as `make` compiles it, and with every default. */
export function compile<S extends z.ZodType>(
  schema: S,
  value: z.output<S>,
  make: (written: Written) => Text | Expression = refuseLeaf,
): Made<z.output<S>> {
  return walk(schema, value, { path: [], place: NOWHERE }, { leaf: make }) as Made<z.output<S>>;
}
