/** Adds a full stop, unless the text ends like a sentence. */
export function toSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** Joins texts to sentences. The last text stays unchanged. `undefined` if there are no texts. */
export function joinSentences(texts: readonly (string | undefined)[]): string | undefined {
  const parts = texts.filter((text) => text !== undefined).filter((text) => text !== '');
  const last = parts.pop();
  return last === undefined ? undefined : [...parts.map(toSentence), last].join(' ');
}
