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

/** Who comes and goes, and until when. */
export interface ComeAndGoOptions {
  readonly createPeer: (owner: Owner, generation: Generation) => Peer;
  readonly seed: number;
  readonly enough: AbortSignal;
}

const LONGEST_STAY_MS = 1_500;
const LONGEST_PAUSE_MS = 300;
/** Streams of the seed that no errand has. */
const STREAM_OF_VISITORS = -1_000;

/** A task that asks, and that nobody answers: there is always something to wait for. */
function planParked(seed: number, visitor: number): Errand {
  const errand = planErrand(seed, visitor);
  return {
    ...errand,
    ...{ token: `${errand.owner}.parked-${visitor}`, isTask: true, fails: false },
    steps: [{ ms: 10, failures: 0, asks: true }],
  };
}

/** A client that connects, waits for a task that does not end, breaks the connection off, and comes back, with each generation. */
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
