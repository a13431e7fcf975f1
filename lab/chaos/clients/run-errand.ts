import { setTimeout as pause } from 'node:timers/promises';

import type { Status } from '../audit/evidence.js';
import { type Errand, type Generation, type Owner, OWNERS, Way } from '../plan/errand.js';

import { type Answering, createAnswering } from './answering.js';
import type { Logbook } from './logbook.js';
import type { Called, Outcome, Peer, Seen, Told } from './peer.js';

export interface ErrandMeans {
  /** Makes a client of an owner, in one of the generations. */
  readonly createPeer: (owner: Owner, generation: Generation) => Peer;
  readonly logbook: Logbook;
  /** Aborts when unfinished errands count as stuck. */
  readonly signal: AbortSignal;
}

/** The state of an errand. */
interface Progress {
  doing: string;
  taskId?: string;
}

interface Running extends ErrandMeans {
  readonly errand: Errand;
  readonly peer: Peer;
  readonly progress: Progress;
}

const POLL_MS = 500;
const TERMINAL: readonly Status[] = ['completed', 'failed', 'cancelled'];

/** Ends an errand: the server should refuse none of its requests. */
class Refused extends Error {}

/** Repeats a request until it is answered or refused. */
async function persist<Value>(
  { signal }: Pick<ErrandMeans, 'signal'>,
  ask: () => Promise<Told<Value>>,
): Promise<Value> {
  for (;;) {
    const told = await ask();
    if (told.kind === 'told') return told.value;
    if (told.kind === 'refused') throw new Refused(told.why);
    signal.throwIfAborted();
    await pause(POLL_MS);
  }
}

/** @returns `undefined` if the call's fate is unknown and it has no idempotency key, so it must not be repeated. */
async function call(running: Running): Promise<Called | undefined> {
  const { errand, peer } = running;
  if (errand.isKeyed) {
    return persist(running, async () => {
      const told = await peer.call(errand, errand.token);
      // A handle instead of the result: the call took too long.
      const isHandle = told.kind === 'told' && !isWhole(told.value);
      return isHandle ? { kind: 'busy' } : told;
    });
  }
  const told = await peer.call(errand, undefined);
  if (told.kind === 'refused') throw new Refused(told.why);
  return told.kind === 'told' ? told.value : undefined;
}

function isWhole(called: Called): boolean {
  return called.kind === 'task' || called.outcome.token !== undefined;
}

/** Reads the task as another owner. @returns False if the read must be repeated. */
async function trespass(
  { errand, createPeer, logbook }: Running,
  taskId: string,
): Promise<boolean> {
  const by = OWNERS[(OWNERS.indexOf(errand.owner) + 1) % OWNERS.length] ?? 'ada';
  const told = await createPeer(by, errand.generation).get(taskId);
  if (told.kind === 'busy' || told.kind === 'lost') return false;
  logbook.trespass({ taskId, by, isShown: told.kind === 'told' });
  return true;
}

/** @returns True if the cancellation was accepted, or came too late. */
async function cancel({ peer, logbook }: Running, taskId: string): Promise<boolean> {
  const told = await peer.cancel(taskId);
  if (told.kind === 'told') logbook.cancellation({ taskId, acknowledgedMs: Date.now() });
  return told.kind === 'told' || told.kind === 'refused';
}

/** Reads the task once; in the other generation as well if the errand says so. */
async function look(running: Running, taskId: string): Promise<Seen> {
  const { errand, peer, createPeer, logbook } = running;
  const seen = await persist(running, async () => peer.get(taskId));
  logbook.view(seen.view);
  if (errand.isReadByBoth) {
    const other = errand.generation === '2025-11-25' ? '2026-07-28' : '2025-11-25';
    const told = await createPeer(errand.owner, other).get(taskId);
    if (told.kind === 'told') logbook.view(told.value.view);
    if (told.kind === 'refused') throw new Refused(told.why);
  }
  return seen;
}

/** Waits on a stream or by a pause, as the errand says. */
async function wait(
  { errand, peer }: Running,
  { view }: Seen,
  { answering, keepMs }: { readonly answering: Answering; readonly keepMs: number },
): Promise<void> {
  const isAskedOnStreams = errand.generation === '2025-11-25' && view.status === 'input_required';
  if (errand.way === Way.poll && !isAskedOnStreams) {
    await pause(POLL_MS);
    return;
  }
  const options = { keepMs, onQuestion: answering.take };
  const told = await peer.wait(view.taskId, options);
  if (told.kind !== 'told') await pause(POLL_MS);
}

/** Follows the task from its creation to its end, as a client sees it. */
async function follow(running: Running, taskId: string): Promise<Outcome> {
  const { errand, peer, progress, signal } = running;
  const answering = createAnswering({ ...running, taskId });
  const cancelAtMs = Date.now() + (errand.cancelAfterMs ?? Infinity);
  let [hasTrespassed, hasCancelled] = [!errand.hasTrespasser, errand.cancelAfterMs === undefined];
  for (;;) {
    progress.doing = 'waiting for the end';
    hasTrespassed ||= await trespass(running, taskId);
    if (!hasCancelled && Date.now() >= cancelAtMs) hasCancelled = await cancel(running, taskId);
    const seen = await look(running, taskId);
    progress.doing = `waiting while it is ${seen.view.status}`;
    if (TERMINAL.includes(seen.view.status)) {
      await answering.settled();
      progress.doing = 'collecting the result';
      return seen.outcome ?? (await collect(running, taskId));
    }
    for (const question of seen.questions) answering.take(question);
    const untilCancelMs = Math.max(POLL_MS, cancelAtMs - Date.now());
    const keepMs = Math.min(errand.keepsStreamMs, hasCancelled ? Infinity : untilCancelMs);
    await wait(running, seen, { answering, keepMs });
    if (peer.generation === '2025-11-25' || errand.way === Way.poll) await answering.settled();
    signal.throwIfAborted();
  }
}

/** Fetches the result of an ended task, if reading the task doesn't show it. */
async function collect(running: Running, taskId: string): Promise<Outcome> {
  const { errand, peer } = running;
  return persist(running, async () => {
    const options = { keepMs: errand.keepsStreamMs, onQuestion: () => undefined };
    const told = await peer.wait(taskId, options);
    if (told.kind !== 'told') return told;
    return told.value ? { kind: 'told', value: told.value } : { kind: 'busy' };
  });
}

async function carryOut(running: Running): Promise<void> {
  const { errand, peer, logbook, progress } = running;
  const { token, owner } = errand;
  await persist(running, async () => peer.connect());
  progress.doing = 'calling';
  const called = await call(running);
  const wanted = errand.generation === '2025-11-25' && { wantedTtlMs: errand.ttlMs };
  if (called === undefined) {
    logbook.create({ token, owner });
    return;
  }
  if (called.kind === 'task') {
    progress.taskId = called.taskId;
    logbook.create({ token, owner, taskId: called.taskId, ...wanted });
  }
  const outcome = called.kind === 'task' ? await follow(running, called.taskId) : called.outcome;
  const { token: resultToken, words } = outcome;
  logbook.result({
    token,
    ...(resultToken !== undefined && { resultToken }),
    ...(words && { words }),
  });
}

/** Carries out one errand through all faults, and records everything that the client sees. Never throws. */
export async function runErrand(errand: Errand, means: ErrandMeans): Promise<void> {
  const { logbook, createPeer, signal } = means;
  const progress: Progress = { doing: 'connecting' };
  const peer = createPeer(errand.owner, errand.generation);
  try {
    await carryOut({ ...means, errand, peer, progress });
  } catch (error) {
    const { token } = errand;
    const { doing, taskId } = progress;
    if (signal.aborted)
      logbook.unfinished({ token, doing, ...(taskId !== undefined && { taskId }) });
    else
      logbook.oddity({
        token,
        what: `${doing}: ${error instanceof Error ? error.message : String(error)}`,
      });
  }
}
