import { cutText } from '../../core/value/cut-text.js';
import {
  type FollowCall,
  type FollowOutcome,
  JobFailureType,
  type JobHeartbeat,
} from '../contract/job-contract.js';
import { JobFailure } from '../contract/job-errors.js';
import { JobCallError } from '../contract/job-reply.js';
import type { FollowStep } from '../contract/job-runner.js';
import type { JobStage } from '../contract/job-spec.js';

import { askService, type JobDependencies, type ServiceReply } from './ask-service.js';
import { judgeReply } from './reply/judge-reply.js';
import { readWait, toInterval } from './reply/pace.js';
import { type ReplyReader, toResult } from './reply/read-reply.js';

const MAX_STATUS_LENGTH = 300;
/** Temporal ends an Activity whose next attempt would come too late. This leaves time for the last one. */
const LAST_CALL_MS = 2_000;

/** One attempt to read the state. */
interface Attempt {
  readonly call: FollowCall;
  readonly before: JobHeartbeat;
  readonly number: number;
}

export function stageOf({ spec: { stages }, stage }: Pick<FollowCall, 'spec' | 'stage'>): JobStage {
  const found = stages[stage];
  if (found) return found;
  throw new JobFailure(JobFailureType.misconfigured, `The job has no stage ${stage}.`);
}

function goOn(
  { call, number }: Attempt,
  given: { heartbeat: JobHeartbeat; reason: string; waitMs: number | undefined },
): FollowStep {
  const { heartbeat, reason, waitMs = 0 } = given;
  const leftMs = Math.max(call.untilMs - Date.now() - LAST_CALL_MS, 1_000);
  const wantedMs = Math.max(toInterval(call.spec.pace, number), waitMs);
  return { kind: 'goesOn', heartbeat, reason, afterMs: Math.min(wantedMs, leftMs) };
}

/** An attempt without a state. The task fails only after the tolerated time, since the service may come back. */
function missState(attempt: Attempt, reason: string, waitMs?: number): FollowStep {
  const { before, call } = attempt;
  const { toleranceMs } = call.spec.pace;
  const failingSinceMs = before.failingSinceMs ?? Date.now();
  if (Date.now() - failingSinceMs > toleranceMs) {
    const minutes = Math.round(toleranceMs / 60_000);
    const message = `${reason}. The service has been out of reach for ${minutes} minutes. The job may still be running.`;
    throw new JobFailure(JobFailureType.unreachable, message);
  }
  const heartbeat = { ...before, status: `${reason}. Trying again.`, failingSinceMs };
  return goOn(attempt, { heartbeat, reason, waitMs });
}

/** `false` is a word only where a list has it: elsewhere it is a condition that does not hold. */
function toWord(word: string, { succeeded, failed, cancelled }: JobStage): string {
  return word !== 'false' || [...succeeded, ...failed, ...cancelled].includes(word) ? word : '';
}

async function toStatus(word: string, stage: JobStage, reader: ReplyReader): Promise<string> {
  const text = await reader.text(stage.message);
  return cutText(
    text ?? (word === '' ? 'The job is running.' : `The job is ${word}.`),
    MAX_STATUS_LENGTH,
  );
}

/** The progress, which never falls. */
async function toProgress(
  stage: JobStage,
  reader: ReplyReader,
  before: JobHeartbeat,
): Promise<JobHeartbeat> {
  const shown = before['mcp.progress'];
  const progress = await reader.number(stage.progress);
  if (progress === undefined || progress <= (shown?.progress ?? -1)) {
    return shown ? { 'mcp.progress': shown } : {};
  }
  const total = await reader.number(stage.total);
  return { 'mcp.progress': { progress, ...(total !== undefined && { total }) } };
}

async function toEnd(
  word: string,
  { call, stage, reader }: { call: FollowCall; stage: JobStage; reader: ReplyReader },
): Promise<FollowOutcome | undefined> {
  if (stage.succeeded.includes(word)) {
    const { spec } = call;
    const result = spec.result ? null : await reader.result(stage.result);
    return { kind: 'succeeded', word, result: toResult(spec, result) };
  }
  const kinds = [
    ['failed', stage.failed],
    ['cancelled', stage.cancelled],
  ] as const;
  const kind = kinds.find(([, words]) => words.includes(word))?.[0];
  if (kind) {
    const reason = await reader.text(stage.error);
    return { kind, word, ...(reason !== undefined && { reason }) };
  }
  const ids = stage.next && (await reader.ids(stage.next));
  return ids && { kind: 'next', ids: { ...call.ids, ...ids } };
}

/** The service does not know the job. */
function missJob(attempt: Attempt, reason: string): FollowStep {
  const { call, before } = attempt;
  if (call.isStopping) return { kind: 'ended', outcome: { kind: 'cancelled', word: 'gone' } };
  const isNew = before.wasSeen !== true && Date.now() - call.sinceMs < call.spec.pace.graceMs;
  if (isNew) return missState(attempt, reason);
  const message = `The service no longer knows the job (${reason}), so it is unknown how it ended.`;
  throw new JobFailure(JobFailureType.gone, message);
}

/** Reads the state of a job once. */
export async function followJob(
  dependencies: JobDependencies,
  call: FollowCall,
  { before, attempt: number }: { readonly before: JobHeartbeat; readonly attempt: number },
): Promise<FollowStep> {
  const attempt: Attempt = { call, before, number };
  const stage = stageOf(call);
  const { request } = stage;
  let answer: ServiceReply;
  try {
    answer = await askService(dependencies, call, { request, ids: call.ids });
  } catch (error) {
    if (error instanceof JobCallError) return missState(attempt, error.message);
    throw error;
  }
  const { reply, reader } = answer;
  const waitMs = readWait(reply.headers);
  const judged = judgeReply(request, reply);
  if (judged.kind !== 'counts') {
    const isTemporary = judged.kind === 'temporary' || (await reader.isTrue(stage.retryIf));
    if (isTemporary) return missState(attempt, judged.reason, waitMs);
    if (judged.kind === 'unknown') return missJob(attempt, judged.reason);
    const message = `${judged.reason}. The state of the job is unknown: it may still be running.`;
    throw new JobFailure(JobFailureType.unreadable, message);
  }
  if (reply.isTooLarge) return missState(attempt, 'The answer of the service is too large to read');
  if (reply.isText) return missState(attempt, 'The service did not answer with JSON');
  const word = toWord(await reader.word(stage.state), stage);
  const outcome = await toEnd(word, { call, stage, reader });
  if (outcome) return { kind: 'ended', outcome };
  const status = await toStatus(word, stage, reader);
  const heartbeat: JobHeartbeat = {
    ...(await toProgress(stage, reader, before)),
    status: call.note === undefined ? status : `${call.note} ${status}`,
    wasSeen: true,
  };
  return goOn(attempt, { heartbeat, reason: status, waitMs });
}
