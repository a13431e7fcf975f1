/** The rounds of a call that its client repeats with answers before the start, and what travels between them. */
import type { InputRequests } from '../../../core/contract/input-request.js';
import { withoutMembers } from '../../../core/value/members.js';
import {
  type CallProgress,
  type CallRequest,
  countMisfits,
  type Misfits,
  type QuestionVersions,
  type StartAnswers,
} from '../call/tool.js';

/** The answers of a call so far. */
export interface Round {
  /** Names the call over all its rounds. Absent: the first round. */
  readonly callId: string | undefined;
  readonly answers: StartAnswers;
  readonly misfits: Misfits;
}

export function readRound({ progress, answers = {} }: CallRequest): Round {
  if (progress?.phase !== 'beforeStart') return { callId: undefined, answers: {}, misfits: {} };
  const { callId, misfits = {}, asked, versions = {} } = progress;
  const added = Object.entries(answers).filter(([key]) => asked.includes(key));
  return {
    callId,
    misfits,
    answers: toGiven([...Object.entries(progress.answers), ...added], versions),
  };
}

/** Binds answers to the versions that were shown. */
export function toGiven(
  answers: readonly (readonly [string, unknown])[],
  versions: QuestionVersions,
): StartAnswers {
  return Object.fromEntries(
    answers.map(([key, response]) => [key, { version: versions[key], response }] as const),
  );
}

/** Counts the answers that did not fit, and drops them. */
export function dropMisfits({ callId, answers, misfits }: Round, requests: InputRequests): Round {
  const unfit = Object.keys(requests).filter((key) => Object.hasOwn(answers, key));
  return {
    callId,
    answers: withoutMembers(answers, ...unfit),
    misfits: countMisfits(misfits, unfit),
  };
}

/** @param asked The keys of the questions of this round. */
export function toStartProgress(
  { callId = crypto.randomUUID(), answers: given, misfits }: Round,
  asked: readonly string[],
  askedVersions: QuestionVersions,
): CallProgress {
  const answers: Record<string, unknown> = {};
  const versions: Record<string, string> = { ...askedVersions };
  for (const [key, { version, response }] of Object.entries(given)) {
    answers[key] = response;
    if (version !== undefined) versions[key] ??= version;
  }
  return { phase: 'beforeStart', callId, answers, asked, versions, misfits };
}
