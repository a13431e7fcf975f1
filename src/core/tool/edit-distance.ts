/** The number of letters to add, remove or replace to turn one name into another (Levenshtein). */
export function editDistance(one: string, other: string): number {
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
