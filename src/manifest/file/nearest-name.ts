import { findNearest } from '../../core/tool/find-nearest.js';

/** Largest edit distance at which a name counts as a misspelt known name. */
const MAX_TYPO_DISTANCE = 3;

/** With fewer letters, a name is no reliable beginning of a longer one. */
const MIN_START_LENGTH = 3;

function isStartOf(name: string, candidate: string): boolean {
  return name.length >= MIN_START_LENGTH && candidate.toLowerCase().startsWith(name.toLowerCase());
}

/** Returns the most similar known name, else the only known name that begins with it; `undefined` if there is none. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  // In a short word, three changed letters make another word.
  const maxOff = Math.min(MAX_TYPO_DISTANCE, Math.max(1, Math.floor(name.length / 2)));
  const nearest = findNearest(name, known, () => maxOff);
  if (nearest !== undefined) return nearest;
  const longer = [...known].filter((candidate) => isStartOf(name, candidate));
  return longer.length === 1 ? longer[0] : undefined;
}
