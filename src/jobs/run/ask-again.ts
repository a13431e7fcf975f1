/** Steps of an Activity that asks a service until it knows: when it asks again, and when it gives up. */
import { toDurationWords } from '../../core/value/number-words.js';
import { joinSentences, toSentence } from '../../core/value/sentence.js';
import type { AskingCall, JobFaultKind, JobHeartbeat } from '../contract/job-contract.js';
import { JobFault } from '../contract/job-errors.js';
import { JobCallError } from '../contract/job-reply.js';
import type { JobStep } from '../contract/job-runner.js';

import type { ServiceReply } from './fetch-reply.js';
import { isDeniedForGood } from './reply/judge-reply.js';
import { describeWait, toInterval } from './reply/pace.js';

/** Temporal ends an Activity whose next attempt would come too late. This leaves time for the last one. */
const LAST_CALL_MS = 2_000;
/** An attempt that is due at the end of a time comes after it. */
const AFTER_MS = 100;

/** One attempt to get an answer. */
export interface Attempt<Call extends AskingCall = AskingCall> {
  readonly call: Call;
  readonly before: JobHeartbeat;
  readonly number: number;
}

type GoesOn = Extract<JobStep<never>, { readonly kind: 'goesOn' }>;

interface Wait {
  /** The wait that the service has asked for. */
  readonly waitMs?: number | undefined;
  /** Time after which the attempt gives up. */
  readonly atMostMs?: number | undefined;
  /** What the status says, unless the wait is long. */
  readonly words?: string | undefined;
}

export function goOn(
  { call, number }: Attempt,
  { heartbeat, ...step }: Pick<GoesOn, 'heartbeat' | 'reason' | 'warning'>,
  { waitMs = 0, atMostMs = Infinity, words }: Wait = {},
): GoesOn {
  const leftMs = Math.max(call.untilMs - Date.now() - LAST_CALL_MS, 1_000);
  const wantedMs = Math.max(toInterval(call.spec.pollEvery, number), waitMs);
  const afterMs = Math.min(wantedMs, leftMs, Math.max(atMostMs, 1_000));
  const pause = describeWait(afterMs, waitMs) ?? words;
  const status = [heartbeat.status, pause].filter((text) => text !== undefined).join(' ');
  return { kind: 'goesOn', ...step, heartbeat: { ...heartbeat, status }, afterMs };
}

/** An attempt without an answer that counts. */
function miss(
  attempt: Attempt,
  reason: string,
  { wait = {}, ...since }: Pick<JobHeartbeat, 'failingSinceMs' | 'deniedSinceMs'> & { wait?: Wait },
): GoesOn {
  const { before, call } = attempt;
  const status = joinSentences([call.note, toSentence(reason)]);
  const heartbeat = { ...before, ...since, status };
  return goOn(attempt, { heartbeat, reason }, { ...wait, words: 'Trying again.' });
}

/** What is asked for may come later, as the service has had no time for it yet. */
export function missYet(attempt: Attempt, reason: string, waitMs?: number): GoesOn {
  return miss(attempt, reason, { wait: { waitMs } });
}

/** An attempt without an answer. The task fails only after the tolerated time, since the service may come back. */
export function missReply(
  attempt: Attempt,
  { kind, reason }: { kind: Extract<JobFaultKind, 'outOfReach' | 'unreadable'>; reason: string },
  waitMs?: number,
): GoesOn {
  const { before, call } = attempt;
  const failingSinceMs = before.failingSinceMs ?? Date.now();
  const leftMs = failingSinceMs + call.spec.unreachableFor - Date.now();
  if (leftMs < 0) {
    const what = kind === 'outOfReach' ? 'The service has been out of reach' : 'It has done so';
    const time = toDurationWords(Date.now() - failingSinceMs);
    throw new JobFault(kind, `${toSentence(reason)} ${what} for ${time}.`);
  }
  return miss(attempt, reason, { failingSinceMs, wait: { waitMs, atMostMs: leftMs + AFTER_MS } });
}

/** Refused credentials are read anew for each attempt, since their file may be renewed meanwhile. */
export function missCredentials(attempt: Attempt, reason: string): GoesOn {
  const { before, call } = attempt;
  const deniedSinceMs = before.deniedSinceMs ?? Date.now();
  if (isDeniedForGood(call, deniedSinceMs)) throw new JobFault('refused', reason);
  return miss(attempt, reason, { deniedSinceMs });
}

/** Asks once. An answer that does not come is a step of its own. */
export async function askOnce(
  attempt: Attempt,
  asked: Promise<ServiceReply>,
): Promise<ServiceReply | GoesOn> {
  return asked.catch((error: unknown) => {
    if (!(error instanceof JobCallError)) throw error;
    if (error.kind === 'unequipped') return missCredentials(attempt, error.message);
    return missReply(attempt, { kind: 'outOfReach', reason: error.message });
  });
}
