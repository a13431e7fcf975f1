import { setTimeout as pause } from 'node:timers/promises';

import { type Fault, FaultKind } from '../plan/fault.js';

import type { LinkMode } from './link.js';
import type { Node, Replica, World } from './world.js';

/** The means to inflict faults. */
export interface Means {
  readonly world: World;
  /** Sends more requests than a client may, until the signal aborts. */
  readonly flood: (signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

/** The begin and the end of one fault. */
interface Harm {
  readonly begin: () => void | Promise<void>;
  readonly heal: () => void | Promise<void>;
}

const SLOW: LinkMode = { kind: 'slow', delayMs: 400 };
const OPEN: LinkMode = { kind: 'open' };

function ending(nodes: readonly Node[], signal: 'SIGKILL' | 'SIGTERM'): Harm {
  return {
    begin: async () => {
      await Promise.all(nodes.map(async ({ program }) => program.end(signal)));
    },
    heal: async () => {
      await Promise.all(nodes.map(async ({ program }) => program.start()));
    },
  };
}

function switching(link: { setMode(mode: LinkMode): void }, mode: LinkMode): Harm {
  return {
    begin: () => {
      link.setMode(mode);
    },
    heal: () => {
      link.setMode(OPEN);
    },
  };
}

function freezing({ freeze, thaw }: Pick<Node['program'], 'freeze' | 'thaw'>): Harm {
  return { begin: freeze, heal: thaw };
}

function flooding(flood: Means['flood']): Harm {
  const enough = new AbortController();
  let flooded: Promise<void> = Promise.resolve();
  return {
    begin: () => {
      flooded = flood(enough.signal);
    },
    heal: async () => {
      enough.abort();
      await flooded;
    },
  };
}

/** @throws {RangeError} If the world doesn't have the fault's part. */
function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`There is no number ${index}.`);
  return item;
}

function toHarm({ kind, index }: Fault, { world, flood }: Means): Harm {
  const { temporal } = world;
  const replica = (): Replica => at(world.replicas, index);
  const worker = (): Node => at(world.workers, index);
  switch (kind) {
    case FaultKind.killReplica:
      return ending([replica()], 'SIGKILL');
    case FaultKind.restartReplica:
      return ending([replica()], 'SIGTERM');
    case FaultKind.freezeReplica:
      return freezing(replica().program);
    case FaultKind.killWorker:
      return ending([worker()], 'SIGKILL');
    case FaultKind.freezeWorker:
      return freezing(worker().program);
    case FaultKind.killAllWorkers:
      return ending(world.workers, 'SIGKILL');
    case FaultKind.killTemporal:
      return { begin: async () => temporal.kill(index), heal: async () => temporal.start(index) };
    case FaultKind.freezeTemporal:
      return freezing({
        freeze: () => {
          temporal.freeze(index);
        },
        thaw: () => {
          temporal.thaw(index);
        },
      });
    case FaultKind.cutClients:
      return switching(replica().fromClients, { kind: 'cut' });
    case FaultKind.delayClients:
      return switching(replica().fromClients, SLOW);
    case FaultKind.loseReplies:
      return switching(replica().fromClients, { kind: 'repliesLost' });
    case FaultKind.cutReplicaFromTemporal:
      return switching(replica().toTemporal, { kind: 'cut' });
    case FaultKind.silenceReplicaToTemporal:
      return switching(replica().toTemporal, { kind: 'silent' });
    case FaultKind.delayReplicaToTemporal:
      return switching(replica().toTemporal, SLOW);
    case FaultKind.cutWorkerFromTemporal:
      return switching(worker().toTemporal, { kind: 'cut' });
    case FaultKind.silenceWorkerToTemporal:
      return switching(worker().toTemporal, { kind: 'silent' });
    case FaultKind.flood:
      return flooding(flood);
  }
}

/** A fault with its actual times, in milliseconds since the epoch. */
export interface Inflicted {
  readonly fault: Fault;
  readonly startedMs: number;
  /** Time when the part was available again. */
  readonly healedMs: number;
}

/**
 * Inflicts one fault at its time, and heals it. If the run stops, it heals nothing and returns `undefined`.
 *
 * @throws the error of a process that failed to start again
 */
export async function inflict(
  fault: Fault,
  startedMs: number,
  means: Means,
): Promise<Inflicted | undefined> {
  const { signal } = means;
  const isStopped = (): boolean => signal.aborted;
  const until = async (atMs: number): Promise<void> =>
    pause(Math.max(0, startedMs + atMs - Date.now()), undefined, { signal }).catch(() => undefined);
  await until(fault.atMs);
  if (isStopped()) return undefined;
  const begunMs = Date.now();
  const { begin, heal } = toHarm(fault, means);
  await begin();
  await until(fault.atMs + fault.forMs);
  // Stopping the world ends all parts, so healing is not needed.
  if (isStopped()) return undefined;
  await heal();
  return { fault, startedMs: begunMs, healedMs: Date.now() };
}
