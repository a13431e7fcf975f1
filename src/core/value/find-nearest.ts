/** The number of letters to add, remove or replace to turn one name into another (Levenshtein). */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_none, index) => index);
  for (const [at, letter] of one.split('').entries()) {
    let left = at + 1;
    row = row.map((above, index) => {
      if (index === 0) return left;
      const replaced = (row[index - 1] ?? 0) + (letter === other[index - 1] ? 0 : 1);
      left = Math.min(left + 1, above + 1, replaced);
      return left;
    });
  }
  return row.at(-1) ?? 0;
}

/**
 * Finds the known name that differs from a written one in the fewest letters. Names whose lengths differ by more than
 * the bound are skipped, so long names cost little time.
 */
export function findNearest(
  name: string,
  candidates: Iterable<string>,
  maxOff: (candidate: string) => number,
): string | undefined {
  const [nearest] = [...candidates]
    .filter((candidate) => Math.abs(candidate.length - name.length) <= maxOff(candidate))
    .map((candidate) => ({
      candidate,
      off: editDistance(name.toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ candidate, off }) => off <= maxOff(candidate))
    .sort((one, two) => one.off - two.off);
  return nearest?.candidate;
}

/** Largest edit distance at which a name counts as a misspelt known name. */
const MAX_TYPO_DISTANCE = 3;

/** With fewer letters, a name isn't a reliable beginning of a longer one. */
const MIN_START_LENGTH = 3;

function isStartOf(name: string, candidate: string): boolean {
  return name.length >= MIN_START_LENGTH && candidate.toLowerCase().startsWith(name.toLowerCase());
}

/** Returns the most similar known name, else the only known name that begins with it; `undefined` if there is none. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  // In a short word, three changed letters make another word.
  const maxOff = Math.min(MAX_TYPO_DISTANCE, Math.max(1, Math.floor(name.length / 2)));
  const nearest = findNearest(name, candidates, () => maxOff);
  if (nearest !== undefined) return nearest;
  const longer = [...candidates].filter((candidate) => isStartOf(name, candidate));
  return longer.length === 1 ? longer[0] : undefined;
}
