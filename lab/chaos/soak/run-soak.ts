import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { audit } from '../audit/audit.js';
import type { Violation } from '../audit/evidence.js';
import { type Logbook, openLogbook } from '../clients/logbook.js';
import { runClients, toCreatePeer } from '../clients/run-clients.js';
import { createWire } from '../clients/wire.js';
import { readAttempts } from '../read-attempts.js';
import { readExecutions } from '../read-executions.js';
import { PATIENCE_MS } from '../run-chaos.js';
import { startWorld, type World } from '../world/world.js';

import { comeAndGo } from './come-and-go.js';
import { type Growth, judgeGrowth } from './judge-growth.js';
import { readSample, toProbedEnvironment } from './read-sample.js';
import type { Sample } from './sample.js';

export interface SoakPlan {
  readonly seed: number;
  readonly forMs: number;
  /** Number of concurrent tasks. */
  readonly tasks: number;
  /** Number of clients that connect and disconnect. */
  readonly visitors: number;
}

export interface SoakOptions {
  readonly signal: AbortSignal;
  readonly report: (line: string) => void;
}

export interface SoakResult {
  readonly plan: SoakPlan;
  readonly errands: number;
  readonly visits: number;
  readonly samples: readonly Sample[];
  readonly growths: readonly Growth[];
  readonly violations: readonly Violation[];
  readonly logbook: Logbook;
}

const SAMPLES = 120;
const SHORTEST_INTERVAL_MS = 2_000;

/** Takes samples of the server until `enough` aborts. */
async function keepSampling(
  path: string,
  { plan, enough, report }: { plan: SoakPlan; enough: AbortSignal; report: SoakOptions['report'] },
): Promise<Sample[]> {
  const everyMs = Math.max(SHORTEST_INTERVAL_MS, plan.forMs / SAMPLES);
  const samples: Sample[] = [];
  while (!enough.aborted) {
    const sample = await readSample(path);
    samples.push(sample);
    const { heapMb, rssMb, handles, sockets, listeners, warnings } = sample;
    report(
      `heap ${heapMb.toFixed(1)} MB, resident ${rssMb.toFixed(0)} MB, ${handles} handles, ${sockets} sockets, ${listeners} listeners, ${warnings} warnings`,
    );
    await pause(everyMs, undefined, { signal: enough }).catch(() => undefined);
  }
  return samples;
}

async function live(
  world: World,
  logbook: Logbook,
  options: SoakOptions & { readonly plan: SoakPlan; readonly probePath: string },
): Promise<Pick<SoakResult, 'errands' | 'visits' | 'samples'>> {
  const { plan, signal, report, probePath } = options;
  const wire = createWire(world.balancer, logbook);
  const [over, impatience] = [new AbortController(), new AbortController()];
  const enough = AbortSignal.any([signal, over.signal]);
  const patience = AbortSignal.any([signal, impatience.signal]);
  setMaxListeners(0, signal, enough, patience);
  const timers = [
    setTimeout(() => {
      over.abort();
    }, plan.forMs),
    setTimeout(() => {
      impatience.abort();
    }, plan.forMs + PATIENCE_MS),
  ];
  const createPeer = toCreatePeer({ world, wire }, patience);
  const visitors = Array.from({ length: plan.visitors }, async (_one, visitor) =>
    comeAndGo(visitor, { createPeer, seed: plan.seed, enough }),
  );
  try {
    const [errands, samples, ...visits] = await Promise.all([
      runClients({ world, wire, logbook, seed: plan.seed, atOnce: plan.tasks, enough, patience }),
      keepSampling(probePath, { plan, enough, report }),
      ...visitors,
    ]);
    return { errands, samples, visits: visits.reduce((sum, one) => sum + one, 0) };
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

/**
 * Runs one server through tasks, connects and disconnects, and judges its growth.
 *
 * @throws the signal's reason if it aborts, and the error of a part that failed to start; all parts are stopped then
 */
export async function runSoak(plan: SoakPlan, options: SoakOptions): Promise<SoakResult> {
  const logbook = openLogbook();
  const probePath = join(tmpdir(), `chaos-probe-${randomUUID()}.sock`);
  const world = await startWorld({
    ...options,
    seed: plan.seed,
    replicas: 1,
    workers: 1,
    replicaEnvironment: toProbedEnvironment(probePath),
    onTrouble: options.report,
  });
  try {
    const lived = await live(world, logbook, { ...options, plan, probePath });
    options.signal.throwIfAborted();
    const executions = await readExecutions(world.temporal.address(), world);
    const attempts = await readAttempts(world.attemptsPath);
    const { journal } = logbook;
    const jobs = world.service.jobs();
    const violations = audit({ journal, executions, attempts, jobs, excuses: [] });
    return {
      plan,
      ...lived,
      growths: judgeGrowth(lived.samples, lived.errands),
      violations,
      logbook,
    };
  } finally {
    await world.stop();
    rmSync(probePath, { force: true });
  }
}
