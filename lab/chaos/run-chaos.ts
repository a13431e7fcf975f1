import { setMaxListeners } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { audit } from './audit/audit.js';
import type { Excuse, Violation } from './audit/evidence.js';
import { type Logbook, openLogbook } from './clients/logbook.js';
import { createFlood, runClients } from './clients/run-clients.js';
import { createWire } from './clients/wire.js';
import { countJobs, type JobCounts } from './count-jobs.js';
import { FaultKind } from './plan/fault.js';
import { scheduleFaults, type WorldSize } from './plan/schedule-faults.js';
import { readAttempts } from './read-attempts.js';
import { readExecutions } from './read-executions.js';
import { inflict, type Inflicted } from './world/inflict.js';
import { startWorld, type World } from './world/world.js';

/** The settings of a run. They determine all plans. */
export interface ChaosPlan extends WorldSize {
  readonly seed: number;
  /** Length of the time with faults, in milliseconds. */
  readonly forMs: number;
  /** Number of concurrent tasks. */
  readonly tasks: number;
  /** Minutes by which the clock of a Worker of each kind is ahead. */
  readonly clockAhead: number;
}

export interface ChaosOptions {
  readonly signal: AbortSignal;
  readonly report: (line: string) => void;
}

export interface ChaosResult {
  readonly plan: ChaosPlan;
  readonly errands: number;
  readonly executions: number;
  readonly attempts: number;
  readonly jobs: JobCounts;
  /** Number of questions that were declined in time. */
  readonly declines: number;
  readonly inflicted: readonly Inflicted[];
  readonly logbook: Logbook;
  /** Time from the end of the last fault until the last client was done, in milliseconds. */
  readonly settledMs: number;
  readonly violations: readonly Violation[];
  /** Error lines of replicas, and unexpected ends of replicas and Workers. */
  readonly troubles: readonly string[];
}

/** Time limit of all tasks after the last fault. Some retries of Temporal take ten seconds each. */
export const PATIENCE_MS = 180_000;
/** After a fault, a replica gets this time to answer waiting requests. */
const SLACK_MS = 3_000;
const MAX_TROUBLES = 100;
const SILENCING: readonly FaultKind[] = [FaultKind.freezeReplica, FaultKind.delayClients];

/** Returns the times in which a fault kept a replica from answering. */
function toExcuses(inflicted: readonly Inflicted[]): Excuse[] {
  return inflicted
    .filter(({ fault }) => SILENCING.includes(fault.kind))
    .map(({ fault, startedMs, healedMs }) => ({
      replica: fault.index,
      startedMs,
      endedMs: healedMs + SLACK_MS,
    }));
}

interface Happened {
  readonly errands: number;
  readonly inflicted: readonly Inflicted[];
  readonly settledMs: number;
}

/** Runs the clients and the faults, then the clients alone until they are done. */
async function happen(
  world: World,
  logbook: Logbook,
  { plan, signal, report }: ChaosOptions & { readonly plan: ChaosPlan },
): Promise<Happened> {
  const wire = createWire(world.balancer, logbook);
  const enough = new AbortController();
  const impatience = new AbortController();
  const startedMs = Date.now();
  const patience = AbortSignal.any([signal, impatience.signal]);
  // Each open request adds a listener.
  setMaxListeners(0, signal, patience);
  const clients = runClients({
    world,
    wire,
    logbook,
    seed: plan.seed,
    atOnce: plan.tasks,
    patience,
    enough: AbortSignal.any([signal, enough.signal]),
  });
  world.service.setFaulty(true);
  const timer = setTimeout(() => {
    enough.abort();
    world.service.setFaulty(false);
  }, plan.forMs);
  const means = { world, flood: createFlood({ world, wire }), signal };
  const faults = scheduleFaults(plan.seed, plan.forMs, plan).map(async (fault) => {
    const inflicted = await inflict(fault, startedMs, means);
    if (inflicted) report(describe(inflicted, startedMs));
    return inflicted;
  });
  const inflicted = (await Promise.all(faults)).filter((one) => one !== undefined);
  const healedMs = Math.max(startedMs + plan.forMs, Date.now());
  const limit = setTimeout(
    () => {
      impatience.abort();
    },
    healedMs - Date.now() + PATIENCE_MS,
  );
  try {
    const errands = await clients;
    return { errands, inflicted, settledMs: Math.max(0, Date.now() - healedMs) };
  } finally {
    clearTimeout(timer);
    clearTimeout(limit);
  }
}

function describe({ fault, startedMs, healedMs }: Inflicted, runStartedMs: number): string {
  const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
  return `${seconds(startedMs - runStartedMs)} s: ${fault.kind} ${fault.index} for ${seconds(healedMs - startedMs)} s`;
}

/**
 * Starts a world, inflicts the planned faults, and compares the clients' journal with Temporal's histories.
 *
 * @throws the signal's reason if it aborts, and the error of a part that failed to start; all parts are stopped then
 */
export async function runChaos(plan: ChaosPlan, options: ChaosOptions): Promise<ChaosResult> {
  const { signal, report } = options;
  const troubles: string[] = [];
  const logbook = openLogbook();
  const world = await startWorld({
    ...plan,
    signal,
    report,
    onTrouble: (line) => {
      if (troubles.length < MAX_TROUBLES) troubles.push(line);
    },
  });
  try {
    report('All parts are ready. Starting the faults …');
    const happened = await happen(world, logbook, { plan, ...options });
    signal.throwIfAborted();
    report('All faults are over and all clients are done. Reading the histories …');
    const executions = await readExecutions(world.temporal.address(), world);
    const attempts = await readAttempts(world.attemptsPath);
    const jobs = world.service.jobs();
    const evidence = { journal: logbook.journal, executions, attempts, jobs };
    const violations = audit({ ...evidence, excuses: toExcuses(happened.inflicted) });
    if (violations.length > 0) {
      const kept = world.keepFiles();
      await writeFile(join(kept, 'journal.json'), JSON.stringify(logbook.journal));
      report(
        `The clients' journal (journal.json) and the database of a dev server (temporal.db) are in ${kept}`,
      );
    }
    const counts = {
      executions: executions.length,
      attempts: attempts.length,
      declines: executions.filter(({ decline }) => decline).length,
      jobs: countJobs(executions, world.service),
    };
    return { plan, ...happened, ...counts, logbook, violations, troubles };
  } finally {
    await world.stop();
  }
}
