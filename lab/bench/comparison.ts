import type { BenchContext, Scenario } from './scenario.js';
import { estimateMedian, mean, percentile } from './statistics.js';
import { judge, type Judgement, type Row, type Table, type Target } from './table.js';

/** Does it once, and returns how long that took, in milliseconds. */
export type Measure = () => Promise<number>;

/** Who does it. */
export interface Subject {
  readonly name: string;
  readonly measure: Measure;
  /** Whether it is another product, to which no targets apply. */
  readonly isBeside?: boolean;
}

/** The same work by several, one of which is the Temporal Client as it comes. */
export interface Comparison {
  readonly name: string;
  readonly title: string;
  /** How often each client does it in one turn. Default: 3. */
  readonly timesATurn?: number;
  /** In place of the numbers of clients that the run was started for. */
  readonly clients?: readonly number[];
  /** What is meant to come out, by the number of clients. */
  readonly targets?: (clients: number) => readonly ComparedTarget[];
  /** Brings about what the measurements need. The first one is that to which all others are compared. */
  readonly prepare: (context: BenchContext) => Promise<readonly Subject[]>;
  readonly notes?: readonly string[];
}

/** What is held against a target: how many times as long it takes, how much longer in ms, or how often it is done. */
export type ComparedTarget = Omit<Target, 'of'> & { readonly of: 'ratio' | 'difference' };

/** The latencies of one turn of a subject, in milliseconds. */
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
 * All subjects in every round, one after the other: what else this machine does then falls on all of them. Whose turn
 * is first changes each time, for what one leaves to the next.
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

/** Compares turn by turn of the same round, so that what slowed both of them down cancels out. */
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
  { name, isBeside = false }: Subject,
  turns: readonly Turn[],
  { raw, targets }: { raw: readonly Turn[]; targets: readonly ComparedTarget[] },
): Row {
  const samples = turns.flat();
  const own = [percentile(samples, 50), percentile(samples, 95)];
  if (turns === raw) return { name, cells: [...own, undefined, undefined] };
  const compared = compareTurns(turns, raw);
  const judgements: Judgement[] = isBeside
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

/** Makes a scenario of the same work by several. */
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
