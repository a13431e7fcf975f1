/** Compares the names of an expression with values that were seen. It shows names and kinds, and no values. */
import { nearestName } from '../core/value/find-nearest.js';
import { isRecord } from '../core/value/is-record.js';
import { ownMember } from '../core/value/members.js';

import { kindOf } from './compare-arguments.js';
import type { Finding } from './finding.js';
import { looksLikeData } from './looks-like-data.js';

const MAX_NAMES = 8;

export type Misreading = Pick<Finding, 'level' | 'message'>;

interface Named {
  readonly root: string;
  readonly path: readonly string[];
  readonly mayMiss?: true | undefined;
  /** Arguments of the call, one of which may have been meant. */
  readonly input: readonly string[];
}

/** Explains why no value has a member at a path; `undefined` if one has it, or if there is nothing to compare. */
export function findMissing(
  { root, path, mayMiss, input }: Named,
  values: readonly unknown[],
): Misreading | undefined {
  const level = mayMiss ? 'warning' : 'problem';
  let before = values;
  for (const [index, name] of path.entries()) {
    const after = before
      .map((value) => (isRecord(value) ? ownMember(value, name) : undefined))
      .filter((value) => value !== undefined);
    if (after.length > 0) {
      before = after;
      continue;
    }
    const present = before.filter((value) => value !== null);
    // An empty value does not show its members.
    if (present.length === 0) return undefined;
    const parent = [`$${root}`, ...path.slice(0, index)].join('.');
    const argument =
      index === 0 && input.includes(name) ? ` The call has such an argument: write ${name}.` : '';
    if (present.every((value) => !isRecord(value))) {
      const kinds = [...new Set(present.map(kindOf))].join(' or ');
      const hint = argument === '' ? ` Write ${parent}.` : argument;
      return {
        level,
        message: `${parent} was ${kinds}, which has no member "${name}".${hint}`,
      };
    }
    const names = [
      ...new Set(present.flatMap((value) => (isRecord(value) ? Object.keys(value) : []))),
    ].filter((name) => !looksLikeData(name));
    const meant = nearestName(name, names);
    if (meant !== undefined) {
      return {
        level,
        message: `${parent} has no "${name}". Did you mean ${parent}.${meant}?`,
      };
    }
    const others = names.length === 0 ? '' : `, but ${names.slice(0, MAX_NAMES).join(', ')}`;
    const message = `${parent} had no "${name}" in ${values.length} reading(s)${others}.${argument}`;
    return { level: 'warning', message };
  }
  return undefined;
}
