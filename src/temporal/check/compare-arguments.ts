/** Compares a tool's arguments with recorded ones. Reports no values. */
import { isRecord } from '../../core/value/is-record.js';

import { UNREADABLE } from './recorded-starts.js';
import type { Suggest } from './suggest.js';

/** Member names that reports may contain: identifiers only, so no addresses and no texts. */
const NAME = /^[A-Za-z_][\w-]{0,63}$/;
/** Number of calls from which a common feature is no accident. */
const MIN_SURE = 2;
/** The deepest level of compared members. */
const MAX_DEPTH = 3;

export interface SampleArguments {
  /** Arguments of a call with the required members only. */
  readonly least: readonly unknown[];
  /** Arguments of a call with all members. */
  readonly most: readonly unknown[];
}

export interface Disagreement {
  /** `problem`: the Workflow would get wrong arguments. `warning`: the difference may be intended. */
  readonly level: 'warning' | 'problem';
  readonly message: string;
}

/** Returns the kind of a value in words, or `undefined` if it is unknown. */
function kindOf(value: unknown): string | undefined {
  if (value === null || value === undefined || value === UNREADABLE) return undefined;
  if (value instanceof Uint8Array) return 'bytes';
  if (Array.isArray(value)) return 'a list';
  const kinds: Readonly<Record<string, string>> = {
    string: 'a text',
    number: 'a number',
    boolean: 'true or false',
    object: 'an object',
  };
  return kinds[typeof value];
}

function kindsOf(values: readonly unknown[]): readonly string[] {
  return [...new Set(values.flatMap((value) => kindOf(value) ?? []))];
}

/** Returns the kind of all recorded values, if the given value has another kind. */
function findOtherKind(seen: readonly unknown[], given: unknown): string | undefined {
  const kinds = kindsOf(seen);
  const kind = kindOf(given);
  if (kind === undefined || kinds.length === 0 || kinds.includes(kind)) return undefined;
  return kinds.join(' or ');
}

function normalize(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, ' ');
}

/** Returns a recorded text that differs from the given one only in case or separators. */
export function findOtherWriting(seen: readonly unknown[], given: unknown): string | undefined {
  if (typeof given !== 'string' || seen.includes(given)) return undefined;
  return seen
    .filter((value) => typeof value === 'string')
    .find((value) => normalize(value) === normalize(given));
}

function count(number: number): string {
  return number === 1 ? '1 argument' : `${number} arguments`;
}

function compareCounts(
  seen: readonly (readonly unknown[])[],
  { least, most }: SampleArguments,
  verb: ComparedCalls['verb'],
): Disagreement[] {
  const lengths = seen.map(({ length }) => length);
  const fewest = Math.min(...lengths);
  const greatest = Math.max(...lengths);
  if (most.length >= fewest && least.length <= greatest) return [];
  const isFewer = most.length < fewest;
  // A single message may have had optional arguments.
  if (isFewer && verb === 'sent' && seen.length < MIN_SURE) return [];
  const was = fewest === greatest ? count(fewest) : `${fewest} to ${count(greatest)}`;
  const advice =
    greatest === 0
      ? 'write "arguments: []"'
      : 'lay them out by position: "arguments: [first, second]"';
  const given = least.length > greatest ? least.length : most.length;
  // A single call may have had optional arguments, and a message may accept fewer than it got.
  const isSure = isFewer && seen.length >= MIN_SURE && verb === 'started';
  const message = `it was ${verb} with ${was} every time, and this tool gives ${given}: ${advice}, or make sure that it takes that.`;
  return [{ level: isSure ? 'problem' : 'warning', message }];
}

function toWriting(argument: string, given: unknown, written: string): string {
  return `${argument} is "${String(given)}" here, and was "${written}" where it was seen: write "${written}".`;
}

interface ComparedMembers {
  /** Name of the argument in messages. */
  readonly argument: string;
  readonly suggest: Suggest;
  readonly depth?: number;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Compares member names: always recorded but missing here, or given here but never recorded. Similar names are typing
 * errors.
 */
function compareGiven(
  { ever, always, most, least }: Readonly<Record<'ever' | 'always' | 'most' | 'least', string[]>>,
  { argument, suggest }: ComparedMembers,
): Disagreement[] {
  const known = ever.filter((name) => NAME.test(name));
  const unknown = most.filter((name) => !ever.includes(name));
  const missing = always.filter((name) => NAME.test(name) && !most.includes(name));
  const disagreements = missing.map((name): Disagreement => {
    const meant = suggest(name, unknown);
    const hint = meant === undefined ? '' : ` It has "${meant}": write "${name}".`;
    const message = `"${name}" was in ${argument} every time, and this tool has no such property.${hint}`;
    return { level: meant === undefined ? 'warning' : 'problem', message };
  });
  for (const name of unknown) {
    const meant = suggest(
      name,
      known.filter((one) => !most.includes(one) && !missing.includes(one)),
    );
    if (least.includes(name)) {
      const message = `"${name}" was never in ${argument}, and this tool always gives it.`;
      disagreements.push({ level: 'warning', message });
    } else if (meant !== undefined) {
      const message = `"${name}" was never in ${argument}, but "${meant}" was: is that meant?`;
      disagreements.push({ level: 'warning', message });
    }
  }
  return disagreements;
}

/** Compares the members of one object with recorded objects: names, kinds and texts. */
function compareMembers(
  seen: readonly Members[],
  given: { readonly least: unknown; readonly most: Members },
  compared: ComparedMembers,
): Disagreement[] {
  const { argument, depth = 0 } = compared;
  const ever = [...new Set(seen.flatMap((one) => Object.keys(one)))];
  const always = ever.filter((name) => seen.every((one) => Object.hasOwn(one, name)));
  const most = Object.keys(given.most);
  const leastMembers = isRecord(given.least) ? given.least : {};
  const least = Object.keys(leastMembers);
  const ofMembers = most
    .filter((name) => ever.includes(name))
    .flatMap((name): Disagreement[] => {
      const values = seen.map((one) => one[name]);
      const value = given.most[name];
      const was = findOtherKind(values, value);
      if (was !== undefined) {
        const message = `"${name}" in ${argument} was ${was} every time, and this tool gives ${kindOf(value) ?? ''}.`;
        return [{ level: 'warning', message }];
      }
      const written = findOtherWriting(values, value);
      if (written !== undefined) {
        return [
          { level: 'warning', message: toWriting(`"${name}" in ${argument}`, value, written) },
        ];
      }
      const objects = values.filter((one) => isRecord(one));
      // A schema without properties allows any members.
      const isOpen = !isRecord(value) || Object.keys(value).length === 0;
      if (isOpen || objects.length === 0 || depth >= MAX_DEPTH) return [];
      return compareMembers(
        objects,
        { least: leastMembers[name], most: value },
        { ...compared, argument: `"${name}" of ${argument}`, depth: depth + 1 },
      );
    });
  return [...compareGiven({ ever, always, most, least }, compared), ...ofMembers];
}

/** Options of a comparison. */
export interface ComparedCalls {
  readonly suggest: Suggest;
  /** Default: `started`. */
  readonly verb?: 'started' | 'sent';
}

/** Returns the differences between a tool's arguments and all recorded ones. */
export function compareArguments(
  seen: readonly (readonly unknown[])[],
  given: SampleArguments,
  { suggest, verb = 'started' }: ComparedCalls,
): Disagreement[] {
  if (seen.length === 0) return [];
  const ofPositions = given.most.flatMap((value, index): Disagreement[] => {
    const values = seen.flatMap((one) => (index < one.length ? [one[index]] : []));
    const argument = given.most.length === 1 ? 'the argument' : `argument ${index + 1}`;
    const was = findOtherKind(values, value);
    if (was !== undefined) {
      const message = `${argument} was ${was} every time, and this tool gives ${kindOf(value) ?? ''}: lay the arguments out as the Workflow takes them, with "arguments".`;
      return [{ level: 'problem', message }];
    }
    const written = findOtherWriting(values, value);
    if (written !== undefined) {
      return [{ level: 'warning', message: toWriting(argument, value, written) }];
    }
    const objects = values.filter((one) => isRecord(one));
    if (!isRecord(value) || objects.length === 0 || objects.length < values.length) return [];
    const members = { least: given.least[index], most: value };
    return compareMembers(objects, members, { argument, suggest });
  });
  return [...compareCounts(seen, given, verb), ...ofPositions];
}
