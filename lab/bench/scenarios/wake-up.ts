import { setTimeout as pause } from 'node:timers/promises';

import type { BenchEnvironment } from '../bench-environment.js';
import { type Measure, type Subject, toScenario } from '../comparison.js';
import { connectAll } from '../peers/connect.js';
import type { Peer, Wait } from '../peers/peer.js';
import { finish, startRaw, WAIT_FOR_FINISH } from '../raw-temporal.js';
import type { BenchContext } from '../scenario.js';

import { targetsOfNews } from './targets.js';

/**
 * Time between a wait and the signal that ends its Workflow, in milliseconds. The bench can't see when the long poll
 * has reached Temporal, and a signal before that measures something else.
 */
const SETTLE_MS = 100;

interface Waiter {
  readonly create: () => Promise<string>;
  readonly wait: (workflowId: string) => Promise<Wait>;
}

/** Measures the time from the signal until the waiting client knows of the end. */
function measureWakeUp(environment: BenchEnvironment, { create, wait }: Waiter): Measure {
  return async () => {
    const workflowId = await create();
    const { endedAtMs } = await wait(workflowId);
    // `Promise.all` below throws a failure. Until then Node would report an unhandled rejection.
    endedAtMs.catch(() => undefined);
    await pause(SETTLE_MS);
    const signalledAtMs = performance.now();
    const [atMs] = await Promise.all([endedAtMs, finish(environment, workflowId)]);
    return atMs - signalledAtMs;
  };
}

async function prepare(
  context: BenchContext,
  waitOf: (peer: Peer) => Waiter['wait'],
): Promise<Subject[]> {
  const { environment } = context;
  const raw: Waiter = {
    create: async () => (await startRaw(environment, WAIT_FOR_FINISH)).workflowId,
    wait: async (workflowId) => {
      const ended = environment.temporal.workflow.getHandle(workflowId).result();
      return Promise.resolve({ endedAtMs: ended.then(() => performance.now()) });
    },
  };
  const peers = await connectAll(context);
  return [
    { name: 'Temporal Client', measure: measureWakeUp(environment, raw) },
    ...peers.map((peer) => ({
      name: peer.name,
      measure: measureWakeUp(environment, {
        create: async () => peer.create('wait_for_finish'),
        wait: waitOf(peer),
      }),
    })),
  ];
}

const shared = {
  timesATurn: 1,
  targets: targetsOfNews,
  notes: ['Time from the Signal that ends the Workflow until the client knows of the end.'],
};

/** Measures waits for a result. */
export const wakeUp = toScenario({
  ...shared,
  name: 'wake-up',
  title:
    'Wake-up: `tasks/result` (2025-11-25), a subscription (2026-07-28), compared with `handle.result()`',
  prepare: async (context) => prepare(context, ({ waitFor }) => waitFor),
});

/** Measures status notifications on standing streams. */
export const push = toScenario({
  ...shared,
  name: 'push',
  title: 'Push: a status notification on a standing stream, compared with `handle.result()`',
  prepare: async (context) => prepare(context, ({ watch }) => watch),
});
