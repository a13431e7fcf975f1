import { findNearest } from '../../core/tool/find-nearest.js';

/** A name this far from a known one is a typing error of it; further away it is something else. */
const MAX_TYPO_DISTANCE = 3;

/** Fewer letters say nothing of what comes after them. */
const MIN_START_LENGTH = 3;

function isStartOf(name: string, candidate: string): boolean {
  return name.length >= MIN_START_LENGTH && candidate.toLowerCase().startsWith(name.toLowerCase());
}

/** The name that was meant, as far as one can tell; `undefined` where none resembles it. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  // Of a short word, three letters more or less are another word.
  const maxOff = Math.min(MAX_TYPO_DISTANCE, Math.max(1, Math.floor(name.length / 2)));
  const nearest = findNearest(name, known, () => maxOff);
  if (nearest !== undefined) return nearest;
  const longer = [...known].filter((candidate) => isStartOf(name, candidate));
  return longer.length === 1 ? longer[0] : undefined;
}
