import { setTimeout as pause } from 'node:timers/promises';

import { type Generation, type Owner, planErrand } from '../plan/errand.js';
import { FLOODER, type World } from '../world/world.js';

import type { Logbook } from './logbook.js';
import { createPeer2025 } from './peer-2025.js';
import { createPeer2026 } from './peer-2026.js';
import type { Peer } from './peer.js';
import { runErrand } from './run-errand.js';
import type { Wire } from './wire.js';

/** The settings of all clients. */
export interface ClientsOptions {
  readonly world: World;
  readonly wire: Wire;
  readonly logbook: Logbook;
  readonly seed: number;
  /** Number of concurrent errands. */
  readonly atOnce: number;
  /** Aborts when no more errands may begin. */
  readonly enough: AbortSignal;
  /** Aborts when unfinished errands count as stuck. */
  readonly patience: AbortSignal;
}

const AT_ONCE_IN_FLOOD = 300;
const LIST_EVERY_MS = 3_000;
/** The clients start within this time, not all at once. */
const RAMP_MS = 2_000;

/** Returns a function that makes clients of the balancer. */
export function toCreatePeer(
  { world, wire }: Pick<ClientsOptions, 'world' | 'wire'>,
  signal: AbortSignal,
): (name: string, generation: Generation) => Peer {
  return (name, generation) => {
    const options = { wire, token: world.tokenOf(name), signal };
    return generation === '2025-11-25' ? createPeer2025(options) : createPeer2026(options);
  };
}

/** Reads one owner's list every 3 s. */
async function keepListing(owner: Owner, options: ClientsOptions): Promise<void> {
  const { logbook, enough } = options;
  const peer = toCreatePeer(options, options.patience)(owner, '2025-11-25');
  while (!enough.aborted) {
    const told = await peer.list();
    if (told?.kind === 'told') logbook.listing({ owner, taskIds: told.value });
    await pause(LIST_EVERY_MS, undefined, { signal: enough }).catch(() => undefined);
  }
}

/**
 * Runs errands until `enough` aborts, and waits for the last ones.
 *
 * @returns The number of errands.
 */
export async function runClients(options: ClientsOptions): Promise<number> {
  const { seed, atOnce, enough, patience, logbook } = options;
  const createPeer = toCreatePeer(options, patience);
  let next = 0;
  const work = async (lane: number): Promise<void> => {
    await pause((RAMP_MS * lane) / atOnce);
    while (!enough.aborted) {
      const errand = planErrand(seed, next);
      next += 1;
      await runErrand(errand, { createPeer, logbook, signal: patience });
    }
  };
  const lanes = Array.from({ length: atOnce }, async (_one, lane) => work(lane));
  await Promise.all([...lanes, keepListing('ada', options), keepListing('ben', options)]);
  return next;
}

/**
 * Creates a client that exceeds its limits, 300 requests at a time. Most are refused, and other clients must not suffer
 * for long.
 */
export function createFlood(
  options: Pick<ClientsOptions, 'world' | 'wire'>,
): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    const peer = toCreatePeer(options, signal)(FLOODER, '2025-11-25');
    const work = async (): Promise<void> => {
      while (!signal.aborted) await peer.list();
    };
    await Promise.all(Array.from({ length: AT_ONCE_IN_FLOOD }, work));
  };
}
