/** A text, as it stands in a query of visibility. */
export function quoteText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** Texts, as they stand behind `IN`. */
export function quoteTexts(texts: Iterable<string>): string {
  return `(${[...texts].map(quoteText).join(', ')})`;
}
