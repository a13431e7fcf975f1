import { CLIENT_LIMITS } from '../../../core/value/client-limits.js';
import { cutText } from '../../../core/value/cut-text.js';
import { toJson } from '../../../core/value/exact-json.js';
import { nearestName } from '../../../core/value/find-nearest.js';

import { TokenRejected } from './token-verdict.js';

const MAX_LENGTH = CLIENT_LIMITS.loggedClaim.most;
/** Texts of a list that are compared with the expected ones. Anybody can send a long list. */
const MAX_COMPARED = 3;

/** A value of a token or a document in the log, cut to 300 characters. */
export function toLogText(value: unknown): string {
  const text = typeof value === 'string' ? value : toJson(value);
  return cutText(text ?? 'missing', MAX_LENGTH);
}

/** Ways to write one value differently, and their words. */
const VARIANTS: readonly (readonly [string, (text: string) => string])[] = [
  ['blanks', (text) => text.trim()],
  ['a slash at the end', (text) => text.replace(/\/$/, '')],
  ['upper and lower case', (text) => text.toLowerCase()],
  ['http and https', (text) => text.replace(/^https?:/, '')],
];

/** Returns true for an address without a path, with or without its slash. */
function isOriginOf(text: string, url: string): boolean {
  return URL.canParse(url) && new URL(url).origin === text.replace(/\/$/, '');
}

/** Says which expected value was nearly seen, and how they differ. `undefined` if none is similar. */
export function findNearMiss(seen: unknown, expected: readonly string[]): string | undefined {
  const values: readonly unknown[] = Array.isArray(seen) ? seen : [seen];
  const texts = values.filter((value) => typeof value === 'string').slice(0, MAX_COMPARED);
  for (const text of texts.map((value) => cutText(value, MAX_LENGTH))) {
    for (const [words, fold] of VARIANTS) {
      const same = expected.find((value) => fold(value) === fold(text));
      if (same !== undefined) return `${same} (differs in ${words})`;
    }
    const whole = expected.find((value) => isOriginOf(text, value));
    if (whole !== undefined) return `${whole} (this is its origin, without the path)`;
    const nearest = nearestName(text, expected);
    if (nearest !== undefined) return `${nearest} (differs in a few letters)`;
  }
  return undefined;
}

/**
 * The error for a claim, or a member of the header, that is not as expected.
 *
 * @param expected The accepted values, or what is expected in words.
 */
export function refuseClaim(
  claim: string,
  seen: unknown,
  expected: string | readonly string[],
): TokenRejected {
  const nearMiss = typeof expected === 'string' ? undefined : findNearMiss(seen, expected);
  return new TokenRejected(`"${claim}" is ${seen === undefined ? 'missing' : 'not as expected'}`, {
    details: {
      claim,
      seen: seen === undefined ? undefined : toLogText(seen),
      expected,
      nearMiss,
    },
  });
}
