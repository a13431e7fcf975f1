export function quoteText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** Quotes texts for `IN` in a visibility query. */
export function quoteTexts(texts: Iterable<string>): string {
  return `(${[...texts].map(quoteText).join(', ')})`;
}
