/** A table in Markdown, padded as Prettier pads it. */
export function toMarkdownTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const widths = headings.map((heading, column) =>
    Math.max(3, heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const toLine = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [toLine(headings), rule, ...rows.map(toLine)].join('\n');
}
