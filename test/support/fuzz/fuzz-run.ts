/** How many inputs a fuzzing run takes, from which seed, and how it is repeated. */
import fc from 'fast-check';

import { spentCpuMs } from '../spent-cpu-ms.js';

/** Of all properties together, where nobody says otherwise: what CI has time for. */
const DEFAULT_RUNS = 3_000;
/** No input may take longer to be dealt with, in milliseconds: nothing else is answered meanwhile. */
export const MAX_INPUT_MS = 100;
/** A collection of garbage or a compilation can fall into one attempt; what an input costs, every attempt has. */
const ATTEMPTS = 4;

const totalRuns = Number(process.env['FUZZ_RUNS'] ?? DEFAULT_RUNS);
const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/** How many inputs a property with this share of the run gets. */
export function runsOf(share: number): number {
  return Math.max(10, Math.round(totalRuns * share));
}

/** What a property's inputs cost. */
interface Costs {
  inputs: number;
  /** Of the costliest input, at its cheapest attempt. */
  maxMs: number;
}

const costs: Costs = { inputs: 0, maxMs: 0 };

/**
 * Deals with an input, and fails when that takes too much computing each time.
 *
 * @param deal Called again with an input that seemed to take long.
 * @param maxMs In milliseconds. Default: {@link MAX_INPUT_MS}.
 */
export async function bounded(
  deal: () => Promise<void> | void,
  maxMs = MAX_INPUT_MS,
): Promise<void> {
  costs.inputs += 1;
  let leastMs = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && leastMs > maxMs; attempt += 1) {
    const startedAtMs = spentCpuMs();
    await deal();
    leastMs = Math.min(leastMs, spentCpuMs() - startedAtMs);
  }
  costs.maxMs = Math.max(costs.maxMs, leastMs);
  if (leastMs > maxMs) throw new Error(`One input took ${Math.round(leastMs)} ms.`);
}

/**
 * Holds a property against its share of the run's inputs.
 *
 * @param share Of all inputs of a run, from 0 to 1.
 * @throws {Error} With the smallest input that breaks it, and how to have it again.
 */
export async function holdAlways<Input>(
  name: string,
  share: number,
  property: fc.IAsyncPropertyWithHooks<Input> | fc.IPropertyWithHooks<Input>,
): Promise<void> {
  Object.assign(costs, { inputs: 0, maxMs: 0 });
  const startedAtMs = Date.now();
  try {
    await fc.assert(property as fc.IAsyncProperty<Input>, { seed, numRuns: runsOf(share) });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${name}\n${message}\nAgain: npm run fuzz -- --seed ${seed} --runs ${totalRuns}`,
      { cause: error },
    );
  }
  if (process.env['FUZZ_RUNS'] !== undefined) {
    const seconds = Math.round((Date.now() - startedAtMs) / 1000);
    process.stderr.write(
      `fuzzed ${costs.inputs} inputs in ${seconds} s, the costliest ${costs.maxMs.toFixed(1)} ms: ${name}\n`,
    );
  }
}
