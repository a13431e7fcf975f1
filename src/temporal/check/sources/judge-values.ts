/**
 * Compares the members that a manifest counts on with values that were read. It shows names and kinds, but no values.
 */
import { looksLikeData } from '../../../core/survey/looks-like-data.js';
import { isRecord } from '../../../core/value/is-record.js';
import { readMember } from '../../../core/value/member-path.js';
import { findOtherWriting } from '../compare-arguments.js';
import type { Suggest } from '../suggest.js';

import type { DeclaredMember, DeclaredPlace } from './declared-places.js';

/** A misfit, in words that follow the name of the source. */
export interface Misfit {
  readonly level: 'unknown' | 'warning' | 'problem';
  readonly message: string;
  readonly keys: readonly PropertyKey[];
}

const MAX_NAMES = 8;

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isRecord(value)) return 'an object';
  const kinds: Readonly<Record<string, string>> = {
    string: 'a text',
    number: 'a number',
    boolean: 'true or false',
  };
  return kinds[typeof value] ?? 'nothing';
}

function kindsOf(values: readonly unknown[]): string {
  return [...new Set(values.map(kindOf))].join(' or ');
}

function isScalar(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function namesIn(values: readonly unknown[]): string[] {
  const names = values.flatMap((value) => (isRecord(value) ? Object.keys(value) : []));
  return [...new Set(names)].filter((name) => !looksLikeData(name));
}

/** Explains why no value has a member at a path; `undefined` if a value has it, or if there is nothing to compare. */
export function findMissing(
  { path, keys }: DeclaredMember,
  values: readonly unknown[],
  suggest: Suggest,
): Misfit | undefined {
  const parts = path?.split('.') ?? [];
  let before: readonly unknown[] = values;
  for (const part of parts) {
    const after = before
      .map((value) => readMember(value, part))
      .filter((value) => value !== undefined);
    if (after.length > 0) {
      before = after;
      continue;
    }
    const known = before.filter((value) => value !== null);
    // An empty value does not show its members.
    if (known.length === 0) return undefined;
    if (known.every(isScalar) || (known.every(Array.isArray) && !/^\d+$/.test(part))) {
      const message = `is ${kindsOf(known)}, which has no member "${part}": leave it out of the path`;
      return { level: 'problem', message, keys };
    }
    const names = namesIn(known);
    const meant = suggest(part, names);
    if (meant !== undefined) {
      return { level: 'problem', message: `has no "${part}". Did you mean "${meant}"?`, keys };
    }
    const others = names.slice(0, MAX_NAMES).join(', ');
    const message = `had no "${part}" in ${values.length === 1 ? 'the one' : `the ${values.length}`} read${others === '' ? '' : `, but ${others}`}: it may come later, or never`;
    return { level: 'warning', message, keys };
  }
  return undefined;
}

/** Explains why no value at a path has the wanted kind; `undefined` if one has it, or if there is no value. */
function findOtherKind(
  { path, wanted, keys }: DeclaredMember,
  values: readonly unknown[],
): Misfit | undefined {
  const found = values
    .map((value) => readMember(value, path))
    .filter((value) => value !== undefined && value !== null);
  const fits = wanted === 'number' ? (value: unknown) => typeof value === 'number' : isScalar;
  if (wanted === 'anything' || found.length === 0 || found.some(fits)) return undefined;
  const where = path === undefined ? 'is' : `has a "${path}" that is`;
  const names = namesIn(found);
  const hint = names.length > 0 ? `: name one of ${names.slice(0, MAX_NAMES).join(', ')}` : '';
  const message = `${where} ${kindsOf(found)}, and no ${wanted}, so nothing is shown${hint}`;
  return { level: 'problem', message, keys };
}

/** Explains why the values that were read never ask a question; `undefined` if one does, or if there is no value. */
function findNever(
  { is }: Pick<DeclaredPlace, 'is'>,
  values: readonly unknown[],
  suggest: Suggest,
): Misfit | undefined {
  const found = values
    .map((value) => readMember(value, is?.path))
    .filter((value) => value !== undefined && value !== null);
  if (!is || found.length === 0 || found.some((value) => is.values.includes(value))) {
    return undefined;
  }
  const keys = ['when', 'is'];
  const [written] = is.values.flatMap((one) => findOtherWriting(found, one) ?? []);
  if (written !== undefined) {
    const message = `says it in another way, so it is never asked: write "${written}", as the Workflow does`;
    return { level: 'problem', message, keys };
  }
  const kinds = new Set(is.values.map(kindOf));
  const texts = found.filter((value) => typeof value === 'string');
  const [meant] = is.values.flatMap((one) => suggest(String(one), texts) ?? []);
  if (meant !== undefined) {
    const message = `never was so in ${values.length} read. Did you mean "${meant}"?`;
    return { level: 'warning', message, keys };
  }
  if (found.some((value) => kinds.has(kindOf(value)))) {
    const message = `was never so in ${values.length} read: whether it is ever asked cannot be told`;
    return { level: 'unknown', message, keys };
  }
  const message = `has ${kindsOf(found)} there, and "is" has ${[...kinds].join(' or ')}, so it is never asked`;
  return { level: 'problem', message, keys };
}

/** Reports a constant total that the progress has already exceeded. */
function findTooLow(
  { path, keys, limit }: DeclaredMember,
  values: readonly unknown[],
): Misfit | undefined {
  const numbers = values
    .map((value) => readMember(value, path))
    .filter((value) => typeof value === 'number');
  const greatest = Math.max(...numbers);
  if (limit === undefined || !(greatest > limit)) return undefined;
  const message = `was ${greatest} already, which is more than the total of ${limit}: write the member that has the total, or an argument (arguments.files)`;
  return { level: 'warning', message, keys: [...keys, 'total'] };
}

/** Returns the misfits between a place in the manifest and the values that were read there. */
export function judgeValues(
  { members, is }: Pick<DeclaredPlace, 'members' | 'is'>,
  values: readonly unknown[],
  suggest: Suggest,
): Misfit[] {
  const misfits = members.flatMap(
    (member) =>
      findMissing(member, values, suggest) ??
      findOtherKind(member, values) ??
      findTooLow(member, values) ??
      [],
  );
  const never = findNever(is ? { is } : {}, values, suggest);
  return [...misfits, ...(never ? [never] : [])];
}
