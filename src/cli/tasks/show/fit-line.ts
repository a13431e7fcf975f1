const ELLIPSIS = '…';
/** Characters that terminals show two columns wide. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]|\ufe0f/u;
const NARROWEST = /^[\p{Cc}\p{Cf}\p{Mn}\p{Me}]+$/u;
const graphemes = new Intl.Segmenter();

/** Returns the columns of a text in a terminal. Many characters take two columns, some take none. */
export function widthOf(text: string): number {
  return [...graphemes.segment(text)].reduce((sum, { segment }) => sum + toColumns(segment), 0);
}

function toColumns(grapheme: string): number {
  if (WIDE.test(grapheme)) return 2;
  return NARROWEST.test(grapheme) ? 0 : 1;
}

/** Cuts a line to a number of columns. An ellipsis marks the cut. */
export function fitLine(line: string, columns: number): string {
  const limit = Math.max(columns, 1);
  let used = 0;
  let kept = 0;
  for (const { segment, index } of graphemes.segment(line)) {
    used += toColumns(segment);
    if (used > limit) return `${line.slice(0, kept)}${ELLIPSIS}`;
    if (used < limit) kept = index + segment.length;
  }
  return line;
}

/** Fills a text with blanks up to a number of columns. */
export function padLine(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(columns - widthOf(text), 0));
}
