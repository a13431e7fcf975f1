import type { Cell, Judgement, Row, Table } from './table.js';

/** Figures below these bounds have two digits after the point, or one. */
const TWO_DIGITS_BELOW = 10;
const ONE_DIGIT_BELOW = 100;

/** Formats a number with the digits that a measurement justifies. */
export function formatNumber(value: number): string {
  const size = Math.abs(value);
  if (Number.isInteger(value) || size >= ONE_DIGIT_BELOW)
    return Math.round(value).toLocaleString('en-GB');
  return value.toFixed(size < TWO_DIGITS_BELOW ? 2 : 1);
}

/** Formats a cell. An estimate has its interval in brackets. */
export function formatCell(cell: Cell): string {
  if (cell === undefined) return '';
  if (typeof cell === 'string') return cell.replaceAll('|', '\\|');
  if (typeof cell === 'number') return formatNumber(cell);
  return `${formatNumber(cell.value)} [${formatNumber(cell.low)}, ${formatNumber(cell.high)}]`;
}

function formatJudgement({ target, verdict }: Judgement): string {
  const { of, kind, bound, unit } = target;
  const verdictText = verdict === 'missed' ? '**missed**' : verdict;
  const unitText = unit === undefined ? '' : ` ${unit}`;
  return `${of} ${kind} ${formatNumber(bound)}${unitText}: ${verdictText}`;
}

function toCells({ name, cells, judgements = [] }: Row, hasTargets: boolean): string[] {
  const targets = hasTargets ? [judgements.map(formatJudgement).join('; ')] : [];
  return [name, ...cells.map(formatCell), ...targets];
}

/** Makes a table in GitHub's Markdown. Columns are padded, so that it is readable as plain text. */
function toLines(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_heading, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  const rule = `| ${widths.map((width) => '-'.repeat(Math.max(width, 3))).join(' | ')} |`;
  return [...lines.slice(0, 1), rule, ...lines.slice(1)];
}

export function toMarkdown({ title, columns, rows, notes = [] }: Table): string {
  const hasTargets = rows.some(({ judgements = [] }) => judgements.length > 0);
  const headings = ['', ...columns, ...(hasTargets ? ['target'] : [])];
  const lines = toLines([headings, ...rows.map((row) => toCells(row, hasTargets))]);
  return [`### ${title}`, '', ...lines, ...notes.flatMap((note) => ['', note])].join('\n');
}

/** Returns the counts of all verdicts, in one line. */
export function countVerdicts(tables: readonly Table[]): string {
  const verdicts = tables.flatMap(({ rows }) =>
    rows.flatMap(({ judgements = [] }) => judgements.map(({ verdict }) => verdict)),
  );
  const count = (wanted: string): number => verdicts.filter((verdict) => verdict === wanted).length;
  const noisy = count('within the noise');
  return `${verdicts.length} targets: ${count('met')} met, ${count('missed')} missed, ${noisy} within the noise`;
}
