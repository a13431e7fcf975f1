/** How many inputs a fuzzing run takes, from which seed, and how it is repeated. */
import { setTimeout as pause } from 'node:timers/promises';

import fc from 'fast-check';

import { spentCpuMs } from '../spent-cpu-ms.js';
import { usedHeapMb } from '../used-heap.js';

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

/** A property with fewer inputs says nothing of memory. */
const INPUTS_FOR_MEMORY = 500;
/** What may have come to the heap, in MB, between an early input and the last: caches that fill up, and code that is compiled. */
const MAX_GROWTH_MB = 32;

/** Of the event loop, in which what inputs have left to timers and to other threads ends. */
const TURNS = 50;

/** What the process holds, in MB, once all that was to come of the inputs has come: they follow each other without a turn of the event loop. */
async function heldMb(): Promise<number> {
  for (let turn = 0; turn < TURNS; turn += 1) await pause(1);
  return usedHeapMb();
}

/** What a property's inputs cost. */
interface Costs {
  inputs: number;
  /** Of the heap, after the input of this number; 0: of none. */
  measuredAt: number;
  earlyMb: number | undefined;
  /** Of the costliest input, at its cheapest attempt. */
  maxMs: number;
}

const costs: Costs = { inputs: 0, measuredAt: 0, earlyMb: undefined, maxMs: 0 };

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
  if (costs.inputs === costs.measuredAt) costs.earlyMb = await heldMb();
  if (leastMs > maxMs) throw new Error(`One input took ${Math.round(leastMs)} ms.`);
}

/**
 * Holds a property against its share of the run's inputs.
 *
 * @param share Of all inputs of a run, from 0 to 1.
 * @throws {Error} With the smallest input that breaks it, and how to have it again; or when what the process holds grows
 * with the inputs.
 */
export async function holdAlways<Input>(
  name: string,
  share: number,
  property: fc.IAsyncPropertyWithHooks<Input> | fc.IPropertyWithHooks<Input>,
): Promise<void> {
  const numRuns = runsOf(share);
  // A part of the inputs fills what fills up once.
  const measuredAt = numRuns < INPUTS_FOR_MEMORY ? 0 : Math.round(numRuns / 4);
  Object.assign(costs, { inputs: 0, measuredAt, earlyMb: undefined, maxMs: 0 });
  const startedAtMs = Date.now();
  try {
    await fc.assert(property as fc.IAsyncProperty<Input>, { seed, numRuns });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${name}\n${message}\nAgain: npm run fuzz -- --seed ${seed} --runs ${totalRuns}`,
      { cause: error },
    );
  }
  if (measuredAt > 0 && costs.earlyMb === undefined) {
    throw new Error(
      `${name}: too few of its inputs are dealt with by \`bounded\` to say anything.`,
    );
  }
  const grownMb = costs.earlyMb === undefined ? 0 : (await heldMb()) - costs.earlyMb;
  if (grownMb > MAX_GROWTH_MB) {
    throw new Error(`${name}: the heap has grown by ${Math.round(grownMb)} MB.`);
  }
  if (process.env['FUZZ_RUNS'] !== undefined) {
    const seconds = Math.round((Date.now() - startedAtMs) / 1000);
    process.stderr.write(
      `fuzzed ${costs.inputs} inputs in ${seconds} s, the costliest ${costs.maxMs.toFixed(1)} ms, the heap grew by ${grownMb.toFixed(1)} MB: ${name}\n`,
    );
  }
}
