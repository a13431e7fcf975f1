import { cutText } from '../../core/value/cut-text.js';
import { toDurationWords } from '../../core/value/number-words.js';
import { quote } from '../../core/value/quote.js';
import { toSentence } from '../../core/value/sentence.js';
import type {
  FollowCall,
  FollowOutcome,
  JobHeartbeat,
  NamedJob,
} from '../contract/job-contract.js';
import { JobFault, type JobFaultKind } from '../contract/job-errors.js';
import { JobCallError } from '../contract/job-reply.js';
import type { FollowStep } from '../contract/job-runner.js';
import { type JobPoll, resultRequestOf } from '../contract/job-spec.js';

import { fetchReply, type JobDependencies, type ServiceReply } from './fetch-reply.js';
import { toResult } from './reply/job-result.js';
import { isDeniedForGood, judgeReply } from './reply/judge-reply.js';
import { readWait, toInterval } from './reply/pace.js';
import type { ReplyReader } from './reply/read-reply.js';

const MAX_STATUS_LENGTH = 300;
/** Temporal ends an Activity whose next attempt would come too late. This leaves time for the last one. */
const LAST_CALL_MS = 2_000;
/** Time after which a word that no list has may be an end that nobody has listed. */
const DOUBTFUL_MS = 60 * 60_000;

/** One attempt to read the state. */
interface Attempt {
  readonly call: FollowCall;
  readonly before: JobHeartbeat;
  readonly number: number;
}

function stageOf({ spec: { queue, poll }, stage }: FollowCall): JobPoll {
  return stage === 'queue' && queue ? queue : poll;
}

function goOn(
  { call, number }: Attempt,
  step: Pick<Extract<FollowStep, { kind: 'goesOn' }>, 'heartbeat' | 'reason' | 'warning'>,
  waitMs = 0,
): FollowStep {
  const leftMs = Math.max(call.untilMs - Date.now() - LAST_CALL_MS, 1_000);
  const wantedMs = Math.max(toInterval(call.spec.pollEvery, number), waitMs);
  return { kind: 'goesOn', ...step, afterMs: Math.min(wantedMs, leftMs) };
}

/** An attempt without a state. The task fails only after the tolerated time, since the service may come back. */
function missState(
  attempt: Attempt,
  { kind, reason }: { kind: Extract<JobFaultKind, 'outOfReach' | 'unreadable'>; reason: string },
  waitMs?: number,
): FollowStep {
  const { before, call } = attempt;
  const failingSinceMs = before.failingSinceMs ?? Date.now();
  if (Date.now() - failingSinceMs > call.spec.unreachableFor) {
    const what = kind === 'outOfReach' ? 'The service has been out of reach' : 'It has done so';
    const time = toDurationWords(Date.now() - failingSinceMs);
    throw new JobFault(kind, `${toSentence(reason)} ${what} for ${time}.`);
  }
  const heartbeat = { ...before, status: `${toSentence(reason)} Trying again.`, failingSinceMs };
  return goOn(attempt, { heartbeat, reason }, waitMs);
}

/** Refused credentials are read anew for each attempt, since their file may be renewed meanwhile. */
function missCredentials(attempt: Attempt, reason: string): FollowStep {
  const { before, call } = attempt;
  const deniedSinceMs = before.deniedSinceMs ?? Date.now();
  if (isDeniedForGood(call, deniedSinceMs)) throw new JobFault('refused', reason);
  const heartbeat = { ...before, status: `${toSentence(reason)} Trying again.`, deniedSinceMs };
  return goOn(attempt, { heartbeat, reason });
}

/** `false` is a word only where a list has it: elsewhere it is a condition that does not hold. */
function toWord(word: string, { succeeded, failed, cancelled, running = [] }: JobPoll): string {
  const listed = [...succeeded, ...failed, ...cancelled, ...running];
  return word !== 'false' || listed.includes(word) ? word : '';
}

/** The progress, which never falls. */
async function toProgress(
  { progress: declared }: JobPoll,
  reader: ReplyReader,
  before: JobHeartbeat,
): Promise<JobHeartbeat> {
  const previous = before['mcp.progress'];
  const progress = await reader.number(declared?.done);
  if (progress === undefined || progress <= (previous?.progress ?? -1)) {
    return previous ? { 'mcp.progress': previous } : {};
  }
  const total = await reader.number(declared?.total);
  return { 'mcp.progress': { progress, total } };
}

interface Seen extends ServiceReply {
  readonly stage: JobPoll;
  readonly word: string;
}

async function toEnd(
  { spec, stage: at }: FollowCall,
  seen: Seen,
): Promise<FollowOutcome | undefined> {
  const { stage, word, reader, url } = seen;
  const ids = stage.ids ? await reader.ids(stage.ids) : {};
  const named: NamedJob | undefined = at === 'poll' ? { ids, from: url } : undefined;
  if (stage.succeeded.includes(word)) {
    const result = resultRequestOf(spec)
      ? { value: null }
      : await toResult(spec, stage.result, seen);
    return { kind: 'succeeded', word, result, named };
  }
  const kinds = [
    ['failed', stage.failed],
    ['cancelled', stage.cancelled],
  ] as const;
  const kind = kinds.find(([, words]) => words.includes(word))?.[0];
  if (kind) {
    const reason = await reader.text(stage.error);
    return { kind, word, reason, named };
  }
  if (at === 'poll') return undefined;
  const hasLeft = Object.keys(stage.ids ?? {}).every((name) => Object.hasOwn(ids, name));
  return hasLeft ? { kind: 'next', ids, from: url } : undefined;
}

/** Words about a state that the manifest does not know, which may be an end. */
function doubtOf(
  { word, stage: { running } }: Seen,
  { wordSinceMs = Infinity }: JobHeartbeat,
): string | undefined {
  if (word === '') return undefined;
  if (running) {
    const isKnown = running.includes(word);
    return isKnown ? undefined : `The manifest does not know the word ${quote(word)}`;
  }
  const isLong = Date.now() - wordSinceMs > DOUBTFUL_MS;
  return isLong
    ? `It has been ${quote(word)} for more than an hour, a word that the manifest does not list`
    : undefined;
}

async function toStatus({ word, stage, reader }: Seen): Promise<string> {
  const text = await reader.text(stage.message);
  return text ?? (word === '' ? 'The job is running.' : `The job is ${word}.`);
}

/** The job runs, as far as the reply says. */
async function showState(attempt: Attempt, seen: Seen): Promise<FollowStep> {
  const { call, before } = attempt;
  const { stage, word, reader } = seen;
  const wordSinceMs = before.word === word ? (before.wordSinceMs ?? Date.now()) : Date.now();
  const doubt = doubtOf(seen, { wordSinceMs });
  const sentences = [call.note, await toStatus(seen), doubt && toSentence(doubt)];
  const status = cutText(
    sentences.filter((sentence) => sentence !== undefined).join(' '),
    MAX_STATUS_LENGTH,
  );
  const heartbeat: JobHeartbeat = {
    ...(await toProgress(stage, reader, before)),
    status,
    word,
    wordSinceMs,
    wasSeen: true,
    isDoubtful: doubt === undefined ? undefined : true,
  };
  const isNews = doubt !== undefined && !(before.isDoubtful === true && before.word === word);
  const warning =
    isNews && `${doubt}: add it to a list of the job of ${call.tool}, or to "running"`;
  const waitMs = readWait(seen.reply.headers);
  return goOn(
    attempt,
    { heartbeat, reason: status, warning: warning ? warning : undefined },
    waitMs,
  );
}

/** The service does not know the job. */
function missJob(attempt: Attempt, reason: string): FollowStep {
  const { call, before } = attempt;
  if (call.isStopping) return { kind: 'ended', outcome: { kind: 'cancelled', word: 'gone' } };
  const wasSeen = before.wasSeen === true;
  const isNew = !wasSeen && Date.now() - call.sinceMs < call.spec.notFoundFor;
  if (isNew) return missState(attempt, { kind: 'outOfReach', reason });
  return { kind: 'ended', outcome: { kind: 'gone', reason, wasSeen } };
}

/** Reads a reply that counts. */
async function readState(
  attempt: Attempt,
  answer: ServiceReply,
  stage: JobPoll,
): Promise<FollowStep> {
  const { reply, reader } = answer;
  const miss = (reason: string): FollowStep =>
    missState(attempt, { kind: 'unreadable', reason }, readWait(reply.headers));
  const word = await reader.word(stage.state);
  if (word === undefined && !reply.isText && !reply.isTooLarge) {
    return miss(`The service has answered without a state ("${stage.state}" does not fit)`);
  }
  const seen = { ...answer, stage, word: toWord(word ?? '', stage) };
  const outcome = await toEnd(attempt.call, seen);
  if (outcome) return { kind: 'ended', outcome };
  if (seen.word === '' && reply.isTooLarge) {
    return miss('The service has answered with more than can be read');
  }
  if (seen.word === '' && reply.isText) return miss('The service did not answer with JSON');
  return showState(attempt, seen);
}

/** Reads the state of a job once. */
export async function followJob(
  dependencies: JobDependencies,
  call: FollowCall,
  { before, attempt: number }: { readonly before: JobHeartbeat; readonly attempt: number },
): Promise<FollowStep> {
  const attempt: Attempt = { call, before, number };
  const stage = stageOf(call);
  let answer: ServiceReply;
  try {
    answer = await fetchReply(dependencies, call, { request: stage, job: call });
  } catch (error) {
    if (!(error instanceof JobCallError)) throw error;
    if (error.kind === 'unequipped') return missCredentials(attempt, error.message);
    return missState(attempt, { kind: 'outOfReach', reason: error.message });
  }
  const { reply, reader } = answer;
  const judged = judgeReply(stage, reply);
  if (judged.kind === 'counts') return readState(attempt, answer, stage);
  const { reason } = judged;
  if (judged.kind === 'temporary' || (await reader.isTrue(stage.retryIf))) {
    return missState(attempt, { kind: 'outOfReach', reason }, readWait(reply.headers));
  }
  if (judged.kind === 'denied') return missCredentials(attempt, reason);
  if (judged.kind === 'unknown') return missJob(attempt, reason);
  throw new JobFault('refused', `${toSentence(reason)} The state of the job is unknown.`);
}
