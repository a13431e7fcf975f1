/** Number of inputs and seed of a fuzzing run, and the command that repeats it. */
import { setTimeout as pause } from 'node:timers/promises';

import fc from 'fast-check';

import { spentCpuMs } from '../spent-cpu-ms.js';
import { usedHeapMb } from '../used-heap.js';

/** Inputs of all properties together, unless `FUZZ_RUNS` is set. CI has time for these. */
const DEFAULT_RUNS = 3_000;
/** Maximum CPU time for an input, in milliseconds: the server answers no other request meanwhile. */
export const MAX_INPUT_MS = 100;
/** Attempts to measure a slow input. A garbage collection or compilation delays one attempt, a slow input all. */
const ATTEMPTS = 4;

const totalRuns = Number(process.env['FUZZ_RUNS'] ?? DEFAULT_RUNS);
const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/** Number of inputs of a property with this share of the run. */
export function runsOf(share: number): number {
  return Math.max(10, Math.round(totalRuns * share));
}

/** The minimum of inputs for a measurement of memory. */
const INPUTS_FOR_MEMORY = 500;
/** Maximum growth of the heap in MB between an early input and the last, for caches and compiled code. */
const MAX_GROWTH_MB = 32;

/** Lets timers and threads end the work of earlier inputs, which takes some turns of the event loop. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await pause(1);
}

/** The used heap in MB after the work of all inputs has ended: inputs follow each other without such turns. */
async function heldMb(): Promise<number> {
  await settle();
  return usedHeapMb();
}

/** Costs of a property's inputs. */
interface Costs {
  inputs: number;
  /** Number of the input after which the heap is measured; 0: never. */
  measuredAt: number;
  earlyMb: number | undefined;
  /** CPU time of the costliest input, at its cheapest attempt. */
  maxMs: number;
}

const costs: Costs = { inputs: 0, measuredAt: 0, earlyMb: undefined, maxMs: 0 };

/**
 * Processes an input, and fails if each attempt takes too much CPU time.
 *
 * @param deal Processes the input. It is called again if it seemed to take long. Costly checks of its outcome belong
 * behind this function: the first use of a schema compiles it.
 * @param maxMs In milliseconds. Default: {@link MAX_INPUT_MS}.
 * @returns The outcome of the first attempt.
 */
export async function bounded<Outcome>(
  deal: () => Promise<Outcome> | Outcome,
  maxMs = MAX_INPUT_MS,
): Promise<Outcome> {
  costs.inputs += 1;
  const measured = async (): Promise<readonly [Outcome, number]> => {
    const startedAtMs = spentCpuMs();
    return [await deal(), spentCpuMs() - startedAtMs];
  };
  const [outcome, firstMs] = await measured();
  let leastMs = firstMs;
  for (let attempt = 1; attempt < ATTEMPTS && leastMs > maxMs; attempt += 1) {
    await settle();
    const [, ms] = await measured();
    leastMs = Math.min(leastMs, ms);
  }
  costs.maxMs = Math.max(costs.maxMs, leastMs);
  if (costs.inputs === costs.measuredAt) costs.earlyMb = await heldMb();
  if (leastMs > maxMs) throw new Error(`One input took ${Math.round(leastMs)} ms.`);
  return outcome;
}

/** The message of fast-check, with that of the broken check, which fast-check passes as the cause. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  return cause === undefined ? message : `${message}\n${describe(cause)}`;
}

/**
 * Checks a property with its share of the run's inputs.
 *
 * @param share The share of all inputs of a run, from 0 to 1.
 * @throws {Error} If an input breaks the property: with the smallest such input, and the command that repeats it. Also
 * if the heap grows with the inputs.
 */
export async function holdAlways<Input>(
  name: string,
  share: number,
  property: fc.IAsyncPropertyWithHooks<Input> | fc.IPropertyWithHooks<Input>,
): Promise<void> {
  const numRuns = runsOf(share);
  // The first quarter of the inputs fills caches.
  const measuredAt = numRuns < INPUTS_FOR_MEMORY ? 0 : Math.round(numRuns / 4);
  Object.assign(costs, { inputs: 0, measuredAt, earlyMb: undefined, maxMs: 0 });
  const startedAtMs = Date.now();
  try {
    await fc.assert(property as fc.IAsyncProperty<Input>, { seed, numRuns });
  } catch (error) {
    throw new Error(
      `${name}\n${describe(error)}\nAgain: npm run fuzz -- --seed ${seed} --runs ${totalRuns}`,
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
