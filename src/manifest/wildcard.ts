/** Whether a text is a pattern: whether `*` or `?` stands in it. */
export function isWildcard(text: string): boolean {
  return /[*?]/.test(text);
}

/** What a pattern matches, as a whole: `*` stands for any characters, also none, and `?` for one. */
export function toWildcard(pattern: string): RegExp {
  const escaped = pattern.replace(/[\\^$.|+()[\]{}]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\*+/g, '.*').replaceAll('?', '.')}$`, 'su');
}
