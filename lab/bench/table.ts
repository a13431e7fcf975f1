import type { Estimate } from './statistics.js';

/** A figure in a table: alone, or with its interval. */
export type Figure = number | Estimate;

/** What a figure is meant to be. */
export interface Target {
  readonly kind: 'at most' | 'at least' | 'exactly';
  readonly bound: number;
  /** What is judged: "ratio", say. */
  readonly of: string;
  readonly unit?: string;
}

/** Whether a target is met. With an interval on both sides of it, this run cannot tell. */
export type Verdict = 'met' | 'missed' | 'within the noise';

/** A target, the figure that it was held against, and what came of it. */
export interface Judgement {
  readonly target: Target;
  readonly figure: Figure;
  readonly verdict: Verdict;
}

/** Text stands as it is; a figure gets as many digits as mean something. */
export type Cell = string | Figure | undefined;

export interface Row {
  readonly name: string;
  /** As many as the table has columns. */
  readonly cells: readonly Cell[];
  readonly judgements?: readonly Judgement[];
}

/** A part of the report. */
export interface Table {
  readonly title: string;
  /** Headings after the first column, which has the names of the rows. */
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** What a reader has to know to read it. */
  readonly notes?: readonly string[];
  /** The measurements behind it, for the JSON alone. */
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

/** Holds a figure against its target. */
export function judge(figure: Figure, target: Target): Judgement {
  const ends = typeof figure === 'number' ? [figure] : [figure.low, figure.high];
  const within = ends.filter((value) => isWithin(value, target)).length;
  const certain = within === 0 ? 'missed' : 'met';
  const verdict = within > 0 && within < ends.length ? 'within the noise' : certain;
  return { target, figure, verdict };
}
