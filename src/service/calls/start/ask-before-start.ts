import type { InputRequest, InputRequests } from '../../../core/contract/input-request.js';
import { TaskError, TaskErrorCode } from '../../../core/errors.js';
import { lackingCapability } from '../../../core/question/askable.js';
import type { Exchange } from '../../../core/request/exchange.js';
import { CONFIRMATION_KEY, type ToolDefinition } from '../../../core/tool/tool-definition.js';
import { isRecord } from '../../../core/value/is-record.js';
import type { Params } from '../../../core/value/request-params.js';
import type { CallProgress, CallReply, CallRequest } from '../call/tool.js';

import { checkBeforeAsking, nextStartStep } from './start-questions.js';

/** Maximum number of rounds in which a client with unfitting answers is asked. */
const MAX_ROUNDS = 5;
/** Maximum size of all answers of a call, as JSON. In replies, clients carry them for the server. */
const MAX_ANSWERS_LENGTH = 64 * 1024;
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
}

function readGiven({ progress, answers = {} }: CallRequest): Given {
  if (progress?.phase !== 'beforeStart') return { callId: undefined, answers: {} };
  const asked = Object.entries(answers).filter(([key]) => progress.asked.includes(key));
  return {
    callId: progress.callId,
    answers: { ...progress.answers, ...Object.fromEntries(asked) },
  };
}

function checkSize(answers: Params): void {
  if (JSON.stringify(answers).length <= MAX_ANSWERS_LENGTH) return;
  throw new TaskError(
    TaskErrorCode.invalidParams,
    `Invalid params: the answers have more than ${MAX_ANSWERS_LENGTH} characters.`,
  );
}

/** Names the arguments that answer a question. A confirmation has none. */
function describeArguments(key: string, { params }: InputRequest): string {
  const schema = params['requestedSchema'];
  if (key === CONFIRMATION_KEY || !isRecord(schema) || !isRecord(schema['properties'])) return '';
  const names = Object.keys(schema['properties']).map((name) => `"${name}"`);
  return ` Give the answer in the call instead, as ${names.join(' and ')}.`;
}

function findUnaskable({ client }: Exchange, requests: InputRequests): CallReply | undefined {
  for (const [key, request] of Object.entries(requests)) {
    const lacking = lackingCapability(request, client.askable);
    if (lacking === undefined) continue;
    const message = `Not started: "${String(request.params['message'])}" has to be answered first, and this client can't be asked: it has not declared "${lacking}", or takes a single reply only.${describeArguments(key, request)}`;
    return { kind: 'unaskable', lacking, message };
  }
  return undefined;
}

function toQuestions(requests: InputRequests, { callId, answers }: Given): CallReply {
  const progress: CallProgress = {
    phase: 'beforeStart',
    callId: callId ?? crypto.randomUUID(),
    answers,
    asked: Object.keys(requests),
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
 * @throws {TaskError} `invalidArguments` if no answer can make the arguments valid. `aborted` if the client leaves
 * before it answers.
 */
export async function askBeforeStart(
  tool: ToolDefinition,
  exchange: Exchange,
  request: CallRequest,
): Promise<StartDecision> {
  await checkBeforeAsking(tool, request.input, exchange.caller);
  let given = readGiven(request);
  checkSize(given.answers);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const step = await nextStartStep(tool, request.input, given.answers);
    if (step.kind === 'start') {
      const idempotencyKey = request.idempotencyKey ?? given.callId;
      return { kind: 'start', request: { ...request, input: step.input, idempotencyKey } };
    }
    if (step.kind === 'refused') return step;
    const unaskable = findUnaskable(exchange, step.requests);
    if (unaskable) return { kind: 'reply', reply: unaskable };
    const answers = await askNow(exchange, step.requests);
    if (!answers) return { kind: 'reply', reply: toQuestions(step.requests, given) };
    given = { ...given, answers: { ...given.answers, ...answers } };
  }
  return { kind: 'refused', message: 'Not started: none of the answers fits.' };
}
