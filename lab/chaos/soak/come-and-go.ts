import { setTimeout as pause } from 'node:timers/promises';

import type { Peer } from '../clients/peer.js';
import {
  type Errand,
  type Generation,
  GENERATIONS,
  type Owner,
  planErrand,
} from '../plan/errand.js';
import { createRandom } from '../plan/random.js';

export interface ComeAndGoOptions {
  readonly createPeer: (owner: Owner, generation: Generation) => Peer;
  readonly seed: number;
  readonly enough: AbortSignal;
}

const LONGEST_STAY_MS = 1_500;
const LONGEST_PAUSE_MS = 300;
/** The seed's streams for visitors. Errands have other streams. */
const STREAM_OF_VISITORS = -1_000;

/** Plans a task with a question that stays open, so that its end can be waited for. */
function planParked(seed: number, visitor: number): Errand {
  const errand = planErrand(seed, visitor);
  return {
    ...errand,
    job: 'none',
    token: `${errand.owner}.parked-${visitor}`,
    isTask: true,
    fails: false,
    steps: [{ ms: 10, failures: 0, asks: true }],
  };
}

/**
 * Runs a client that connects, waits for an open task, disconnects and comes back, with both generations. @returns The
 * number of visits.
 */
export async function comeAndGo(visitor: number, options: ComeAndGoOptions): Promise<number> {
  const { createPeer, seed, enough } = options;
  const random = createRandom(seed, STREAM_OF_VISITORS - visitor);
  const errand = planParked(seed, visitor);
  const toPeer = async (generation: Generation): Promise<Peer> => {
    const peer = createPeer(errand.owner, generation);
    await peer.connect();
    return peer;
  };
  const called = await (await toPeer(errand.generation)).call(errand, errand.token);
  if (called.kind !== 'told' || called.value.kind !== 'task') return 0;
  let visits = 0;
  for (; !enough.aborted; visits += 1) {
    const peer = await toPeer(random.pick(GENERATIONS));
    const keepMs = random.int(1, LONGEST_STAY_MS);
    await peer.wait(called.value.taskId, { keepMs, onQuestion: () => undefined });
    await pause(random.int(0, LONGEST_PAUSE_MS));
  }
  return visits;
}
