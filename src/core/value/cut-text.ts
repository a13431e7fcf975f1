/**
 * The beginning of a text, with an ellipsis if it was cut, in at most `maxLength` UTF-16 code units. It never cuts a
 * surrogate pair.
 */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const kept = text.slice(0, maxLength - 1);
  const isHalf = /[\uD800-\uDBFF]$/.test(kept);
  return `${isHalf ? kept.slice(0, -1) : kept}…`;
}
