import type { InputRequest, InputRequests } from '../../../core/contract/input-request.js';
import { lackingCapability } from '../../../core/question/askable.js';
import { GIVEN_UP, MAX_MISFITS } from '../../../core/question/given-up-questions.js';
import type { Exchange } from '../../../core/request/exchange.js';
import { CONFIRMATION_KEY } from '../../../core/tool/tool-definition.js';
import { limitText } from '../../../core/value/client-limits.js';
import { isRecord } from '../../../core/value/is-record.js';
import { withoutMembers } from '../../../core/value/members.js';
import { quote } from '../../../core/value/quote.js';
import type { Params } from '../../../core/value/request-params.js';
import type { WorkflowToolOptions } from '../answer/open-call.js';
import type { CallProgress, CallReply, CallRequest, Misfits } from '../call/tool.js';

import { nextStartStep, takeBeforeAsking } from './start-questions.js';

/** Time for a person to answer if the client repeats its call with the answer. */
const LIFETIME_MS = 60 * 60_000;

export type StartDecision =
  /** The request has the answers in its arguments, and a key if it may be repeated, so that it starts once. */
  | { readonly kind: 'start'; readonly request: CallRequest }
  /** The person has refused. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'reply'; readonly reply: CallReply };

interface Given {
  readonly callId: string | undefined;
  readonly answers: Params;
  readonly misfits: Misfits;
}

function readGiven({ progress, answers = {} }: CallRequest): Given {
  if (progress?.phase !== 'beforeStart') return { callId: undefined, answers: {}, misfits: {} };
  const asked = Object.entries(answers).filter(([key]) => progress.asked.includes(key));
  return {
    callId: progress.callId,
    misfits: progress.misfits ?? {},
    answers: { ...progress.answers, ...Object.fromEntries(asked) },
  };
}

/** Counts the answers that did not fit, and drops them. */
function countMisfits({ callId, answers, misfits }: Given, requests: InputRequests): Given {
  const unfit = Object.keys(requests).filter((key) => Object.hasOwn(answers, key));
  const counts = unfit.map((key) => [key, (misfits[key] ?? 0) + 1] as const);
  return {
    callId,
    answers: withoutMembers(answers, ...unfit),
    misfits: { ...misfits, ...Object.fromEntries(counts) },
  };
}

/** Names the arguments that answer a question. A confirmation has none. */
function describeArguments(key: string, { params }: InputRequest): string {
  const schema = params['requestedSchema'];
  if (key === CONFIRMATION_KEY || !isRecord(schema) || !isRecord(schema['properties'])) return '';
  const names = Object.keys(schema['properties']).map(quote);
  return ` Give the answer in the call instead, as ${names.join(' and ')}.`;
}

/** Finds the first question whose answers did not fit too often. */
function findGivenUp(
  requests: InputRequests,
  { misfits }: Given,
): { readonly key: string; readonly message: string } | undefined {
  for (const [key, request] of Object.entries(requests)) {
    if ((misfits[key] ?? 0) < MAX_MISFITS) continue;
    // The message has the fault of the last answer.
    const question = String(request.params['message']);
    const message = `Not started: ${MAX_MISFITS} answers did not fit the question ${quote(question)}.${describeArguments(key, request)}`;
    return { key, message };
  }
  return undefined;
}

function findUnaskable({ client }: Exchange, requests: InputRequests): CallReply | undefined {
  for (const [key, request] of Object.entries(requests)) {
    const lacking = lackingCapability(request, client.askable);
    if (lacking === undefined) continue;
    const message = `Not started: ${quote(String(request.params['message']))} has to be answered first, and this client can't be asked: it has not declared "${lacking}", or takes a single reply only.${describeArguments(key, request)}`;
    return { kind: 'unaskable', lacking, message };
  }
  return undefined;
}

function toQuestions(requests: InputRequests, { callId, answers, misfits }: Given): CallReply {
  const progress: CallProgress = {
    phase: 'beforeStart',
    callId: callId ?? crypto.randomUUID(),
    answers,
    asked: Object.keys(requests),
    misfits,
  };
  return { kind: 'questions', requests, progress, lifetimeMs: LIFETIME_MS };
}

/** Asks several questions at once, on the stream of the call. */
async function askNow(
  { ask, signal }: Exchange,
  requests: InputRequests,
): Promise<Params | undefined> {
  if (!ask) return undefined;
  const given = await Promise.all(
    Object.entries(requests).map(
      async ([key, request]) => [key, await ask(request, signal)] as const,
    ),
  );
  return Object.fromEntries(given);
}

/**
 * Asks the questions before a call starts, on its stream or by a reply. Without an answer the call does not start.
 *
 * @throws {TaskError} `invalidArguments` if no answer can make the arguments valid, or if they exceed a bound. `aborted` if the client leaves
 * before it answers.
 */
export async function askBeforeStart(
  { tool, logger }: Pick<WorkflowToolOptions, 'tool' | 'logger'>,
  exchange: Exchange,
  request: CallRequest,
): Promise<StartDecision> {
  const input = await takeBeforeAsking(tool, request.input, exchange.caller);
  let given = readGiven(request);
  limitText('startAnswers', JSON.stringify(given.answers));
  for (;;) {
    const step = await nextStartStep(tool, {
      input,
      caller: exchange.caller,
      answers: given.answers,
      logger,
    });
    if (step.kind === 'start') {
      const idempotencyKey = request.idempotencyKey ?? given.callId;
      return { kind: 'start', request: { ...request, input: step.input, idempotencyKey } };
    }
    if (step.kind === 'refused') return step;
    const { requests } = step;
    const unaskable = findUnaskable(exchange, requests);
    if (unaskable) return { kind: 'reply', reply: unaskable };
    given = countMisfits(given, requests);
    const givenUp = findGivenUp(requests, given);
    if (givenUp) {
      const { key, message } = givenUp;
      logger?.warn({ toolName: tool.name, key }, GIVEN_UP);
      return { kind: 'refused', message };
    }
    const answers = await askNow(exchange, requests);
    if (!answers) return { kind: 'reply', reply: toQuestions(requests, given) };
    given = { ...given, answers: { ...given.answers, ...answers } };
  }
}
