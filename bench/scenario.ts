import type { BenchEnvironment } from './bench-environment.js';

/** Who does it. Everybody else is held against the first. */
export const Subject = {
  temporal: 'Temporal Client',
  server: 'this server',
  sdk: 'this server, official client',
} as const;
export type Subject = (typeof Subject)[keyof typeof Subject];

/** Does it once, and returns how long that took, in milliseconds. */
export type Measure = () => Promise<number>;

/** One thing to do through the server, and the raw call that it comes down to. */
export interface Scenario {
  readonly name: string;
  /** What is compared with what, for the report. */
  readonly description: string;
  /** How much longer than the raw call it is meant to take at most, in milliseconds at the median. */
  readonly targetMs: number;
  /** Brings about what the measurements need, and returns one for each subject. */
  readonly prepare: (environment: BenchEnvironment) => Promise<Readonly<Record<Subject, Measure>>>;
}

/** Times a call. */
export async function time(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await call();
  return performance.now() - startedAt;
}

/** How the series of each subject came out, in milliseconds, in the order in which they were measured. */
export type Samples = Readonly<Record<Subject, number[]>>;

/** How often a scenario is run. */
export interface RunOptions {
  readonly iterations: number;
  /** Iterations before these, whose times are thrown away: connections, caches and compiled code. */
  readonly warmUp: number;
}

/**
 * Measures all subjects in every iteration, one after the other: what else this machine does then falls on all of
 * them. Whose turn is first changes each time, for what one leaves to the next.
 */
export async function runScenario(
  scenario: Scenario,
  environment: BenchEnvironment,
  { iterations, warmUp }: RunOptions,
): Promise<Samples> {
  const measures = await scenario.prepare(environment);
  const subjects = Object.values(Subject);
  const samples: Samples = {
    [Subject.temporal]: [],
    [Subject.server]: [],
    [Subject.sdk]: [],
  };
  for (let iteration = 0; iteration < warmUp + iterations; iteration += 1) {
    const first = iteration % subjects.length;
    for (const subject of [...subjects.slice(first), ...subjects.slice(0, first)]) {
      const ms = await measures[subject]();
      if (iteration >= warmUp) samples[subject].push(ms);
    }
  }
  return samples;
}
