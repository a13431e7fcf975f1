/**
 * A text of at most so many UTF-16 code units: the beginning, with an ellipsis where something was left out.
 * It is never cut between the two halves of a character.
 */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const kept = text.slice(0, maxLength - 1);
  const isHalf = /[\uD800-\uDBFF]$/.test(kept);
  return `${isHalf ? kept.slice(0, -1) : kept}…`;
}
