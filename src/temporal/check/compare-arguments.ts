/** Compares a tool's arguments with recorded ones. Reports no values. */
import { isRecord } from '../../core/value/is-record.js';

import { UNREADABLE } from './recorded-starts.js';
import type { Suggest } from './suggest.js';

/** Names of members that may be shown: no addresses and no texts. */
const NAME = /^[A-Za-z_][\w-]{0,63}$/;

export interface SampleArguments {
  /** With what each call has to have. */
  readonly least: readonly unknown[];
  /** With all that it may have. */
  readonly most: readonly unknown[];
}

export interface Disagreement {
  /** `problem`: such a call is another one. `warning`: it may be right all the same. */
  readonly level: 'warning' | 'problem';
  readonly message: string;
}

/** The kind of a value in words; `undefined` if it is unknown. */
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

/** The kind that recorded values always had, if the given value has another. */
function findOtherKind(seen: readonly unknown[], given: unknown): string | undefined {
  const kinds = kindsOf(seen);
  const kind = kindOf(given);
  if (kind === undefined || kinds.length === 0 || kinds.includes(kind)) return undefined;
  return kinds.join(' or ');
}

function count(number: number): string {
  return number === 1 ? '1 argument' : `${number} arguments`;
}

function compareCounts(
  seen: readonly (readonly unknown[])[],
  { least, most }: SampleArguments,
): Disagreement[] {
  const lengths = seen.map(({ length }) => length);
  const fewest = Math.min(...lengths);
  const greatest = Math.max(...lengths);
  if (most.length >= fewest && least.length <= greatest) return [];
  const was = fewest === greatest ? count(fewest) : `${fewest} to ${count(greatest)}`;
  const advice =
    greatest === 0
      ? 'write "arguments: []"'
      : 'lay them out by position: "arguments: [first, second]"';
  const given = least.length > greatest ? least.length : most.length;
  const message = `it was started with ${was} every time, and this tool gives ${given}: ${advice}, or make sure that it takes that.`;
  return [{ level: 'warning', message }];
}

/** Compares members of one object: those that were always there, and those that never were. */
function compareMembers(
  seen: readonly Readonly<Record<string, unknown>>[],
  given: { readonly least: unknown; readonly most: Readonly<Record<string, unknown>> },
  { argument, suggest }: { readonly argument: string; readonly suggest: Suggest },
): Disagreement[] {
  const [first = {}, ...others] = seen;
  const always = Object.keys(first).filter((name) =>
    others.every((one) => Object.hasOwn(one, name)),
  );
  const ever = new Set(seen.flatMap((one) => Object.keys(one)));
  const most = Object.keys(given.most);
  const disagreements: string[] = [];
  for (const name of always.filter((one) => NAME.test(one) && !most.includes(one))) {
    const meant = suggest(
      name,
      most.filter((one) => !ever.has(one)),
    );
    const hint = meant === undefined ? '' : ` It has "${meant}": is that meant?`;
    disagreements.push(
      `"${name}" was in ${argument} every time, and this tool has no such property.${hint}`,
    );
  }
  for (const name of Object.keys(isRecord(given.least) ? given.least : {})) {
    if (!ever.has(name))
      disagreements.push(`"${name}" was never in ${argument}, and this tool always gives it.`);
  }
  for (const name of most.filter((one) => ever.has(one))) {
    const was = findOtherKind(
      seen.map((one) => one[name]),
      given.most[name],
    );
    const gives = kindOf(given.most[name]) ?? '';
    if (was !== undefined)
      disagreements.push(
        `"${name}" in ${argument} was ${was} every time, and this tool gives ${gives}.`,
      );
  }
  return disagreements.map((message) => ({ level: 'warning', message }));
}

/** Differences between a tool's arguments and all recorded ones. */
export function compareArguments(
  seen: readonly (readonly unknown[])[],
  given: SampleArguments,
  suggest: Suggest,
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
    const objects = values.filter((one) => isRecord(one));
    if (!isRecord(value) || objects.length === 0 || objects.length < values.length) return [];
    const members = { least: given.least[index], most: value };
    return compareMembers(objects, members, { argument, suggest });
  });
  return [...compareCounts(seen, given), ...ofPositions];
}
