import type { BenchContext, Scenario } from './scenario.js';
import { estimateMedian, mean, percentile } from './statistics.js';
import { judge, type Judgement, type Row, type Table, type Target } from './table.js';

/** Carries out the operation once, and returns its duration in milliseconds. */
export type Measure = () => Promise<number>;

/** A participant of a comparison. */
export interface Subject {
  readonly name: string;
  readonly measure: Measure;
  /** True for another product; targets don't apply to it. */
  readonly isReference?: boolean;
}

/** The same work by several subjects, one of which is the raw Temporal Client. */
export interface Comparison {
  readonly name: string;
  readonly title: string;
  /** Number of operations of each client in one turn. Default: 3. */
  readonly timesATurn?: number;
  /** Numbers of clients. Default: those of the command line. */
  readonly clients?: readonly number[];
  /** Targets, by the number of clients. */
  readonly targets?: (clients: number) => readonly ComparedTarget[];
  /** Prepares the subjects. The first one is the baseline of all ratios and differences. */
  readonly prepare: (context: BenchContext) => Promise<readonly Subject[]>;
  readonly notes?: readonly string[];
}

/** A target for the ratio to the baseline, or for the difference from it in milliseconds. */
export type ComparedTarget = Omit<Target, 'of'> & { readonly of: 'ratio' | 'difference' };

/** Latencies of one turn of a subject, in milliseconds. */
type Turn = readonly number[];

const DEFAULT_TIMES_A_TURN = 3;
const WARM_UP_ROUNDS = 2;
const COLUMNS = ['p50 ms', 'p95 ms', 'longer by, ms', 'times as long'];

async function takeTurn(measure: Measure, clients: number, timesATurn: number): Promise<Turn> {
  const series = await Promise.all(
    Array.from({ length: clients }, async () => {
      const samples: number[] = [];
      for (let index = 0; index < timesATurn; index += 1) samples.push(await measure());
      return samples;
    }),
  );
  return series.flat();
}

/**
 * Measures all subjects in every round, one after the other, so that other load on the machine affects all of them. The
 * first subject changes each round, because a subject can slow the next one.
 */
async function takeTurns(
  subjects: readonly Subject[],
  { rounds, clients, timesATurn }: { rounds: number; clients: number; timesATurn: number },
): Promise<Map<Subject, Turn[]>> {
  const turns = new Map(subjects.map((subject): [Subject, Turn[]] => [subject, []]));
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    const first = (round + WARM_UP_ROUNDS) % subjects.length;
    for (const subject of [...subjects.slice(first), ...subjects.slice(0, first)]) {
      const turn = await takeTurn(subject.measure, clients, timesATurn);
      if (round >= 0) turns.get(subject)?.push(turn);
    }
  }
  return turns;
}

/** Compares turns of the same round, so that disturbances of both cancel out. */
export function compareTurns(
  turns: readonly Turn[],
  rawTurns: readonly Turn[],
): Record<ComparedTarget['of'], ReturnType<typeof estimateMedian>> {
  const pairs = turns.map((turn, round): [number, number] => [
    mean(turn),
    mean(rawTurns[round] ?? []),
  ]);
  return {
    ratio: estimateMedian(pairs.map(([own, raw]) => own / raw)),
    difference: estimateMedian(pairs.map(([own, raw]) => own - raw)),
  };
}

function toRow(
  { name, isReference = false }: Subject,
  turns: readonly Turn[],
  { raw, targets }: { raw: readonly Turn[]; targets: readonly ComparedTarget[] },
): Row {
  const samples = turns.flat();
  const own = [percentile(samples, 50), percentile(samples, 95)];
  if (turns === raw) return { name, cells: [...own, undefined, undefined] };
  const compared = compareTurns(turns, raw);
  const judgements: Judgement[] = isReference
    ? []
    : targets.map((target) => judge(compared[target.of], target));
  return { name, cells: [...own, compared.difference, compared.ratio], judgements };
}

async function compare(
  subjects: readonly Subject[],
  comparison: Comparison,
  { rounds, clients }: { rounds: number; clients: number },
): Promise<Table> {
  const { title, targets = () => [], timesATurn = DEFAULT_TIMES_A_TURN, notes } = comparison;
  const turns = await takeTurns(subjects, { rounds, clients, timesATurn });
  const raw = turns.values().next().value ?? [];
  const compared = { raw, targets: targets(clients) };
  const round = (ms: number): number => Number(ms.toFixed(3));
  return {
    title: `${title}; ${clients} ${clients === 1 ? 'client' : 'clients'}`,
    columns: COLUMNS,
    rows: [...turns].map(([subject, own]) => toRow(subject, own, compared)),
    ...(notes && { notes }),
    samples: Object.fromEntries(
      [...turns].map(([{ name }, own]) => [name, own.map((turn) => turn.map(round))]),
    ),
  };
}

/** Makes a scenario from a comparison, with a table for each number of clients. */
export function toScenario(comparison: Comparison): Scenario {
  return {
    name: comparison.name,
    run: async (context) => {
      const { rounds, clients } = context.options;
      const subjects = await comparison.prepare(context);
      const tables: Table[] = [];
      for (const count of comparison.clients ?? clients) {
        tables.push(await compare(subjects, comparison, { rounds, clients: count }));
      }
      return tables;
    },
  };
}
