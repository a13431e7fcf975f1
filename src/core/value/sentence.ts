/** A text with a full stop, unless it ends like a sentence. */
export function toSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** A text without its full stop, to stand inside a sentence. */
export function toClause(text: string): string {
  return text.replace(/(?<!\.)\.$/, '');
}

/** Texts as sentences behind each other; the last one stays as it is. `undefined` where there is no text. */
export function joinSentences(texts: readonly (string | undefined)[]): string | undefined {
  const given = texts.filter((text) => text !== undefined).filter((text) => text !== '');
  const last = given.pop();
  return last === undefined ? undefined : [...given.map(toSentence), last].join(' ');
}
