import { createHash } from 'node:crypto';

import { cutText } from '../../core/value/cut-text.js';
import { toJson } from '../../core/value/exact-json.js';
import { quote } from '../../core/value/quote.js';
import { toSentence } from '../../core/value/sentence.js';
import type {
  FollowCall,
  FollowOutcome,
  JobHeartbeat,
  NamedJob,
} from '../contract/job-contract.js';
import { JobFault } from '../contract/job-errors.js';
import type { JobStep } from '../contract/job-runner.js';
import { type JobPoll, NO_STATE, resultRequestOf } from '../contract/job-spec.js';

import { askOnce, type Attempt, goOn, missCredentials, missReply, missYet } from './ask-again.js';
import { fetchReply, type JobDependencies, type ServiceReply } from './fetch-reply.js';
import { toResult } from './reply/job-result.js';
import { isUnwantedPage, judgeReply } from './reply/judge-reply.js';
import { readWait } from './reply/pace.js';
import type { ReplyReader } from './reply/read-reply.js';

type FollowAttempt = Attempt<FollowCall>;
type FollowStep = JobStep<FollowOutcome>;

const MAX_STATUS_LENGTH = 300;
/** Time after which a word that no list has may be an end that nobody has listed. */
const DOUBTFUL_MS = 60 * 60_000;
/** Number of replies without a word after which the expression may be wrong. */
const WORDLESS_TIMES = 3;

function stageOf({ spec: { queue, poll }, stage }: FollowCall): JobPoll {
  return stage === 'queue' && queue ? queue : poll;
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
  /** The reply has no value for the state. */
  readonly isWordless: boolean;
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

/** Words about a state that the manifest does not know, which may be an end, and what its author does then. */
interface Doubt {
  readonly words: string;
  readonly mend: string;
}

function doubtOf(
  tool: string,
  { word, stage: { running, state } }: Seen,
  { wordSinceMs = Infinity, wordless }: JobHeartbeat,
): Doubt | undefined {
  if (word === '') {
    const isSure = wordless !== undefined && wordless.times >= WORDLESS_TIMES;
    const words = `The replies have no value for "${state}"`;
    return isSure ? { words, mend: `correct "state" of the job of ${tool}` } : undefined;
  }
  const mend = `add it to a list of the job of ${tool}, or to "running"`;
  // A comparison gives true and false. Its true isn't a state's word by chance.
  if (running || word === 'true') {
    const isKnown = running?.includes(word) === true;
    const words = `The manifest does not know the word ${quote(word)}`;
    return isKnown ? undefined : { words, mend };
  }
  const words = `It has been ${quote(word)} for more than an hour, a word that the manifest does not list`;
  return Date.now() - wordSinceMs > DOUBTFUL_MS ? { words, mend } : undefined;
}

/** Counts replies without a word: all of them if the running words are listed, otherwise equal ones. */
function countWordless(
  { isWordless, stage: { running }, reply }: Seen,
  { wordless }: JobHeartbeat,
): JobHeartbeat['wordless'] {
  if (!isWordless) return undefined;
  const hash = createHash('sha256')
    .update(toJson(reply.body) ?? '')
    .digest('hex')
    .slice(0, 8);
  const goesOn = wordless && (running !== undefined || wordless.hash === hash);
  return {
    hash: running ? '' : hash,
    times: Math.min((goesOn ? wordless.times : 0) + 1, WORDLESS_TIMES),
  };
}

async function toStatus({ word, stage, reader }: Seen): Promise<string> {
  const text = await reader.text(stage.message);
  return text ?? (word === '' ? 'The job is running.' : `The job is ${word}.`);
}

/** The job runs, as far as the reply says. */
async function showState(attempt: FollowAttempt, seen: Seen): Promise<FollowStep> {
  const { call, before } = attempt;
  const { stage, word, reader } = seen;
  const wordSinceMs = before.word === word ? (before.wordSinceMs ?? Date.now()) : Date.now();
  const wordless = countWordless(seen, before);
  const doubt = doubtOf(call.tool, seen, { wordSinceMs, wordless });
  const sentences = [call.note, await toStatus(seen), doubt && toSentence(doubt.words)];
  const status = cutText(
    sentences.filter((sentence) => sentence !== undefined).join(' '),
    MAX_STATUS_LENGTH,
  );
  const heartbeat: JobHeartbeat = {
    ...(await toProgress(stage, reader, before)),
    status,
    word,
    wordSinceMs,
    wordless,
    wasSeen: true,
    isDoubtful: doubt === undefined ? undefined : true,
  };
  const isNews = doubt !== undefined && !(before.isDoubtful === true && before.word === word);
  const warning = isNews ? `${doubt.words}: ${doubt.mend}` : undefined;
  return goOn(
    attempt,
    { heartbeat, reason: status, warning },
    { waitMs: readWait(seen.reply.headers) },
  );
}

/** The service does not know the job. */
function missJob(attempt: FollowAttempt, reason: string): FollowStep {
  const { call, before } = attempt;
  if (call.isStopping) return { kind: 'ended', outcome: { kind: 'cancelled', word: 'gone' } };
  const wasSeen = before.wasSeen === true;
  const isNew = !wasSeen && Date.now() - call.sinceMs < call.spec.notFoundFor;
  if (isNew) return missYet(attempt, reason);
  return { kind: 'ended', outcome: { kind: 'gone', reason, wasSeen } };
}

/** Reads a reply that counts. */
async function readState(
  attempt: FollowAttempt,
  answer: ServiceReply,
  stage: JobPoll,
): Promise<FollowStep> {
  const { reply, reader } = answer;
  const miss = (reason: string): FollowStep =>
    missReply(attempt, { kind: 'unreadable', reason }, readWait(reply.headers));
  if (isUnwantedPage(stage, reply)) return miss('The service did not answer with JSON');
  const word = await reader.word(stage.state);
  if (word === undefined && !reply.isText && !reply.isTooLarge) {
    return miss(`The service has answered without a state ("${stage.state}" does not fit)`);
  }
  const isWordless = word === '' && stage.state !== NO_STATE;
  const seen = { ...answer, stage, isWordless, word: toWord(word ?? '', stage) };
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
  const attempt: FollowAttempt = { call, before, number };
  const stage = stageOf(call);
  const answer = await askOnce(
    attempt,
    fetchReply(dependencies, call, { request: stage, job: call }),
  );
  if ('kind' in answer) return answer;
  const { reply, reader, url } = answer;
  const judged = judgeReply(stage, reply, url);
  if (judged.kind === 'counts') return readState(attempt, answer, stage);
  const { reason } = judged;
  if (judged.kind === 'temporary' || (await reader.isTrue(stage.retryIf))) {
    return missReply(attempt, { kind: 'outOfReach', reason }, readWait(reply.headers));
  }
  if (judged.kind === 'denied') return missCredentials(attempt, reason);
  if (judged.kind === 'unknown')
    return missJob(attempt, `${reason} (${stage.method} ${new URL(url).pathname})`);
  throw new JobFault('refused', `${toSentence(reason)} The state of the job is unknown.`);
}
