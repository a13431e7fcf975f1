import truncatedWidth from 'fast-string-truncated-width';

const ELLIPSIS = '…';

/** Columns of a text in a terminal: many characters take two, and some none. */
export function widthOf(text: string): number {
  return truncatedWidth(text).width;
}

/** A line of at most so many columns, with an ellipsis where something was left out. */
export function fitLine(line: string, columns: number): string {
  const options = { limit: Math.max(columns, 1), ellipsis: ELLIPSIS, ellipsisWidth: 1 };
  const { index, ellipsed } = truncatedWidth(line, options);
  return ellipsed ? `${line.slice(0, index)}${ELLIPSIS}` : line.slice(0, index);
}

/** A text with blanks after it, up to so many columns. */
export function padLine(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(columns - widthOf(text), 0));
}
