import type { BenchEnvironment } from './bench-environment.js';
import type { Table } from './table.js';

/** How much is measured. */
export interface BenchOptions {
  /** How often each subject has its turn. */
  readonly rounds: number;
  /** Numbers of clients at once, for scenarios that compare. */
  readonly clients: readonly number[];
  /** How many wait at once, for the scenario of waits. */
  readonly waits: readonly number[];
  /** Tasks among which is listed. */
  readonly listed: number;
  /** Owners of webhooks. */
  readonly owners: number;
}

/** What a scenario is run with. */
export interface BenchContext {
  readonly environment: BenchEnvironment;
  readonly options: BenchOptions;
  /** Has something done when the scenario is over, whatever becomes of it; what was begun last is ended first. */
  readonly atEnd: (end: () => Promise<void>) => void;
}

/** One thing to measure. Its targets stand with it. */
export interface Scenario {
  readonly name: string;
  readonly run: (context: BenchContext) => Promise<readonly Table[]>;
}

/** Times a call, in milliseconds. */
export async function time(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await call();
  return performance.now() - startedAt;
}

/** Runs a scenario, and ends what it has begun. */
export async function runScenario(
  { run }: Scenario,
  environment: BenchEnvironment,
  options: BenchOptions,
): Promise<readonly Table[]> {
  const ends: (() => Promise<void>)[] = [];
  try {
    return await run({ environment, options, atEnd: (end) => void ends.unshift(end) });
  } finally {
    for (const end of ends) await end();
  }
}
