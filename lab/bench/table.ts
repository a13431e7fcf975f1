import type { Estimate } from './statistics.js';

/** A figure in a table, with or without an interval. */
export type Figure = number | Estimate;

/** A bound for a figure. */
export interface Target {
  readonly kind: 'at most' | 'at least' | 'exactly';
  readonly bound: number;
  /** Name of the figure, for example "ratio". */
  readonly of: string;
  readonly unit?: string;
}

/** Result of a target. If the target lies inside the interval, the result is `within the noise`. */
export type Verdict = 'met' | 'missed' | 'within the noise';

/** A target, its figure and the result. */
export interface Judgement {
  readonly target: Target;
  readonly figure: Figure;
  readonly verdict: Verdict;
}

/** Text is written as it is; figures are rounded. */
export type Cell = string | Figure | undefined;

export interface Row {
  readonly name: string;
  /** One cell for each column. */
  readonly cells: readonly Cell[];
  readonly judgements?: readonly Judgement[];
}

export interface Table {
  readonly title: string;
  /** Headings of all columns but the first, which has the names of the rows. */
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** Remarks below the table. */
  readonly notes?: readonly string[];
  /** Raw measurements, for the JSON only. */
  readonly samples?: unknown;
}

function isWithin(value: number, { kind, bound }: Target): boolean {
  switch (kind) {
    case 'at most':
      return value <= bound;
    case 'at least':
      return value >= bound;
    case 'exactly':
      return value === bound;
  }
}

/** Compares a figure with its target. */
export function judge(figure: Figure, target: Target): Judgement {
  const ends = typeof figure === 'number' ? [figure] : [figure.low, figure.high];
  const within = ends.filter((value) => isWithin(value, target)).length;
  const certain = within === 0 ? 'missed' : 'met';
  const verdict = within > 0 && within < ends.length ? 'within the noise' : certain;
  return { target, figure, verdict };
}
