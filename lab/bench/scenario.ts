import type { BenchEnvironment } from './bench-environment.js';
import type { Table } from './table.js';

export interface BenchOptions {
  /** Number of turns of each subject. */
  readonly rounds: number;
  /** Numbers of clients at once, for scenarios that compare. */
  readonly clients: readonly number[];
  /** Numbers of simultaneous waits, for the scenario of waits. */
  readonly waits: readonly number[];
  /** Number of existing tasks, for scenarios that list. */
  readonly listed: number;
  /** Number of owners with webhooks. */
  readonly owners: number;
}

export interface BenchContext {
  readonly environment: BenchEnvironment;
  readonly options: BenchOptions;
  /** Registers clean-up, which runs when the scenario ends or fails, the last registered first. */
  readonly atEnd: (end: () => Promise<void>) => void;
}

/** A measurement with its targets. */
export interface Scenario {
  readonly name: string;
  readonly run: (context: BenchContext) => Promise<readonly Table[]>;
}

/** Returns the duration of a call, in milliseconds. */
export async function time(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await call();
  return performance.now() - startedAt;
}

/** Runs a scenario, then its clean-up. */
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
