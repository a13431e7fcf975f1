/** Ways to spoil a valid message: the first check would stop random noise. */
import fc from 'fast-check';

import { hostileText, hostileValue, withMember } from './hostile-values.js';

const OPERATIONS = [
  'replace',
  'replace',
  'remove',
  'add',
  'rename',
  'wrap',
  'repeat',
  'graft',
] as const;

/** One change to a JSON value, at one place in it. */
export interface Mutation {
  /** Index of the place, modulo the number of places. */
  readonly at: number;
  readonly operation: (typeof OPERATIONS)[number];
  readonly name: string;
  readonly value: unknown;
  /** Index of the place in the other value that `graft` copies. */
  readonly from: number;
}

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(1_000),
  operation: fc.constantFrom(...OPERATIONS),
  name: hostileText,
  value: hostileValue,
  from: fc.nat(1_000),
});

/** Sometimes empty: the server has to process a valid input, too. */
export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.array(mutation, { maxLength: 3 });

interface Place {
  readonly parent: object;
  readonly key: string;
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The depth of valid messages. Deeper values come from mutations. */
const MAX_DEPTH = 12;

function placesIn(root: { readonly root?: unknown }): Place[] {
  const places: Place[] = [];
  const visit = (parent: object, depth: number): void => {
    for (const [key, value] of Object.entries(parent)) {
      places.push({ parent, key });
      if (isContainer(value) && depth < MAX_DEPTH) visit(value, depth + 1);
    }
  };
  visit(root, 0);
  return places;
}

function read({ parent, key }: Place): unknown {
  return (parent as Record<string, unknown>)[key];
}

/** The key of a new member: the next index in a list, or the name in an object. */
function memberOf(container: object, name: string): string {
  return Array.isArray(container) ? String(container.length) : name;
}

/** Puts a copy, since a later mutation may change it. */
function put({ parent, key }: Place, value: unknown): void {
  withMember(parent, key, copy(value));
}

/** Removes a member. A list closes the gap, since JSON has no gaps. */
function remove({ parent, key }: Place): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else Reflect.deleteProperty(parent, key);
}

function mutate(place: Place, { operation, name, value, from }: Mutation, other: unknown): void {
  const { parent } = place;
  const current = read(place);
  switch (operation) {
    case 'replace':
      put(place, value);
      break;
    case 'remove':
      remove(place);
      break;
    case 'add':
      if (isContainer(current)) withMember(current, memberOf(current, name), copy(value));
      else put(place, value);
      break;
    case 'rename':
      remove(place);
      withMember(parent, memberOf(parent, name), current);
      break;
    case 'wrap':
      put(place, name.length % 2 === 0 ? [current] : { [name]: current });
      break;
    case 'repeat':
      put(place, [current, current]);
      break;
    case 'graft': {
      const places = placesIn({ root: other });
      const taken = places[from % places.length];
      if (taken) put(place, read(taken));
    }
  }
}

/** A deep copy with own members only. */
function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (!isContainer(value)) return value;
  return Object.entries(value).reduce<object>(
    (object, [name, member]) => withMember(object, name, copy(member)),
    {},
  );
}

/**
 * Returns a spoilt copy of a value.
 *
 * @param other The value from which `graft` copies parts.
 */
export function spoil(value: unknown, changes: readonly Mutation[], other: unknown): unknown {
  const holder: { root?: unknown } = { root: copy(value) };
  for (const change of changes) {
    const places = placesIn(holder);
    const place = places[change.at % Math.max(places.length, 1)];
    if (place) mutate(place, change, other);
  }
  return 'root' in holder ? holder.root : changes[0]?.value;
}

/** One change to a text. */
export interface TextMutation {
  readonly at: number;
  readonly operation: 'cut' | 'remove' | 'insert' | 'replace' | 'double';
  readonly length: number;
  readonly text: string;
}

/** Texts that are difficult for parsers of JSON and YAML, and for readers of lines. */
const SNIPPETS = [
  '1e400',
  '-1e400',
  '['.repeat(5_000),
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  '"__proto__":{"a":1},',
  '"method":"tools/call",',
  '"id":1,',
  '"params":{},',
  '{',
  '}',
  '"',
  ',',
  '\\u0000',
  '\\ud800',
  '\u0000',
  '\u2028',
  '\ufeff',
  '\r',
  '\n',
  '\t',
  '&a',
  '*a',
  '<<: ',
  '- ',
  ': ',
  '${HOME}',
  '!!js/function ',
  '# ',
];

export const textMutation: fc.Arbitrary<TextMutation> = fc.record({
  at: fc.nat(100_000),
  operation: fc.constantFrom<TextMutation['operation']>(
    ...(['cut', 'remove', 'insert', 'insert', 'replace', 'double'] as const),
  ),
  length: fc.nat(30),
  text: fc.oneof(fc.constantFrom(...SNIPPETS), hostileText),
});

/** Mostly empty, since the parser refuses most texts with such changes. */
export const textMutations: fc.Arbitrary<readonly TextMutation[]> = fc.oneof(
  { weight: 5, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(textMutation, { minLength: 1, maxLength: 2 }) },
);

export function spoilText(text: string, changes: readonly TextMutation[]): string {
  return changes.reduce((current, { at, operation, length, text: other }) => {
    const start = at % (current.length + 1);
    const [before, behind] = [current.slice(0, start), current.slice(start)];
    switch (operation) {
      case 'cut':
        return before;
      case 'remove':
        return before + behind.slice(length);
      case 'insert':
        return before + other + behind;
      case 'replace':
        return before + other + behind.slice(other.length);
      case 'double':
        return before + behind.slice(0, length) + behind;
    }
  }, text);
}

/** The choice of a message, and the ways to spoil it. */
export interface Spoiling {
  /** Index of the message, modulo their number. */
  readonly pick: number;
  /** Index of the message from which `graft` copies parts. */
  readonly other: number;
  readonly changes: readonly Mutation[];
  readonly textChanges: readonly TextMutation[];
}

/** The members of a {@link Spoiling}, for records that have more. */
export const spoilingModel = {
  pick: fc.nat(1_000),
  other: fc.nat(1_000),
  changes: mutations,
  textChanges: textMutations,
};

/** Spoils one of some messages, and returns it as text. */
export function spoilOneOf(
  messages: readonly object[],
  { pick, other, changes, textChanges }: Spoiling,
): string {
  const valid = messages[pick % messages.length];
  const spoilt = spoil(valid, changes, messages[other % messages.length]);
  return spoilText(spoilt === undefined ? '' : JSON.stringify(spoilt), textChanges);
}
