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
 *
 * @param maxOff The largest number of letters that may differ from a known name.
 */
export function findNearest(
  name: string,
  known: Iterable<string>,
  maxOff: (candidate: string) => number,
): string | undefined {
  const [nearest] = [...known]
    .filter((candidate) => Math.abs(candidate.length - name.length) <= maxOff(candidate))
    .map((candidate) => ({
      candidate,
      off: editDistance(name.toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ candidate, off }) => off <= maxOff(candidate))
    .sort((one, two) => one.off - two.off);
  return nearest?.candidate;
}
