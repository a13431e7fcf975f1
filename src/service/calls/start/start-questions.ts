/**
 * Questions to a person before a call starts: for missing arguments, and for a confirmation. They are asked on the
 * stream of the call, or in a reply, after which the client repeats the call with the answers.
 */
import {
  checkElicitedContent,
  type ElicitationSchema,
} from '../../../core/contract/elicitation-schema.js';
import {
  checkInputResponse,
  CONFIRMATION_KEY,
  type InputRequest,
  type InputRequests,
  toTakenResponse,
} from '../../../core/contract/input-request.js';
import { describeViolation, hasCode, TaskErrorCode, type Violation } from '../../../core/errors.js';
import type { Logger } from '../../../core/logger.js';
import type { Scope } from '../../../core/mapping/expression.js';
import { asks } from '../../../core/mapping/guard.js';
import { logMissing } from '../../../core/mapping/missing-values.js';
import type { Text } from '../../../core/mapping/text.js';
import { toCallerRoot } from '../../../core/person/caller-root.js';
import type { Caller } from '../../../core/person/caller.js';
import { describeLacking, lackingCapability } from '../../../core/question/askable.js';
import { toInputRequest } from '../../../core/question/declared-question.js';
import { GIVEN_UP, MAX_MISFITS } from '../../../core/question/given-up-questions.js';
import { toQuestionVersion } from '../../../core/question/question-version.js';
import type { Exchange } from '../../../core/request/exchange.js';
import { checkArgumentBounds, invalidArguments } from '../../../core/tool/parse-arguments.js';
import type { ToolDefinition } from '../../../core/tool/tool-definition.js';
import { limitText } from '../../../core/value/client-limits.js';
import { toJson } from '../../../core/value/exact-json.js';
import { isRecord } from '../../../core/value/is-record.js';
import { toJsonPointer } from '../../../core/value/json-pointer.js';
import { ownMember, withoutMembers } from '../../../core/value/members.js';
import { quote } from '../../../core/value/quote.js';
import type { Params } from '../../../core/value/request-params.js';
import type { StartQuestion } from '../../../definition/tool/questions.js';
import { messageOf } from '../answer/describe-task.js';
import type {
  CallReply,
  CallRequest,
  Misfits,
  QuestionVersions,
  StartAnswer,
  StartAnswers,
} from '../call/tool.js';

import { findMisfits } from './plan-start.js';
import { dropMisfits, readRound, type Round, toGiven, toStartProgress } from './start-round.js';

/** Time for a person to answer if the client repeats its call with the answer. */
const LIFETIME_MS = 60 * 60_000;

const CONFIRMATION_SCHEMA: ElicitationSchema = {
  type: 'object',
  properties: { confirm: { type: 'boolean', title: 'Confirm' } },
  required: ['confirm'],
};

export type StartDecision =
  /** The user has refused, or has given up. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'reply'; readonly reply: CallReply };

/** Returns true if a tool may ask before a call starts, depending on its arguments. */
export function asksBeforeStart({ questions, confirm }: ToolDefinition): boolean {
  return questions.beforeStart.length > 0 || confirm !== undefined;
}

/** A call that its client has made, before its questions. */
interface AskedCall {
  readonly tool: ToolDefinition;
  readonly exchange: Exchange;
  readonly request: CallRequest;
  readonly logger: Logger | undefined;
}

/**
 * Asks the questions before a call starts, on its stream or by a reply, and starts it. Without an answer the call does
 * not start. What an argument is used for belongs to its question: an answer that fits the form, but gives no valid
 * start (as a Search Attribute, a delay, bytes or a Workflow ID), is asked for again.
 *
 * @param start Gets the request with the answers in its arguments, and a key if it may be repeated, so that it starts
 * once.
 * @throws {TaskError} `invalidArguments` if no answer can make the arguments valid, or if they exceed a bound. `aborted`
 * if the client leaves before it answers.
 */
export async function askBeforeStart(
  { tool, exchange, request, logger }: AskedCall,
  start: (request: CallRequest) => Promise<CallReply>,
): Promise<StartDecision> {
  const { caller } = exchange;
  const input = await takeArguments(tool, request.input, caller);
  let round = readRound(request);
  limitText('startAnswers', toJson(round.answers));
  for (;;) {
    let step: Step | StartDecision = await nextStep({ tool, input, caller, logger }, round.answers);
    if (step.kind === 'start') {
      const idempotencyKey = request.idempotencyKey ?? round.callId;
      const full = { ...request, input: step.input, idempotencyKey };
      step = await startOrAsk(step.fitting, async () => start(full));
      // What was confirmed may change with the answer.
      round = { ...round, answers: withoutMembers(round.answers, CONFIRMATION_KEY) };
    }
    if (step.kind !== 'ask') return step;
    const { requests, versions } = step;
    const unaskable = findUnaskable(exchange, requests);
    if (unaskable) return { kind: 'reply', reply: unaskable };
    round = dropMisfits(round, requests);
    const givenUp = findGivenUp(requests, round.misfits);
    if (givenUp) {
      logger?.warn({ toolName: tool.name, key: givenUp.key }, GIVEN_UP);
      return { kind: 'refused', message: givenUp.message };
    }
    const answers = await askOnStream(exchange, requests);
    if (!answers) return { kind: 'reply', reply: toQuestionsReply(step, round) };
    round = {
      ...round,
      answers: { ...round.answers, ...toGiven(Object.entries(answers), versions) },
    };
  }
}

/**
 * Takes and checks arguments before the questions. Members for which a question will be asked may be missing.
 *
 * @returns What the arguments mean.
 */
async function takeArguments(tool: ToolDefinition, input: Params, caller: Caller): Promise<Params> {
  checkArgumentBounds(tool, input);
  if (!asksBeforeStart(tool)) return input;
  const taken = (await tool.input.take?.(input)) ?? input;
  const awaited = tool.questions.beforeStart
    .filter((question) => !isAnswered(question, taken))
    .flatMap(({ schema }) => pathsOf(schema));
  // What is computed may need an argument that will be asked for.
  const isOwn = ({ path }: Violation): boolean =>
    path === '' ? awaited.length === 0 : !awaited.includes(path);
  const violations = (await findMisfits(tool, taken, caller)).filter(isOwn);
  if (violations.length > 0) throw invalidArguments(tool.name, violations);
  return taken;
}

/** Finds the first question whose answers did not fit too often. */
function findGivenUp(
  requests: InputRequests,
  misfits: Misfits,
): { readonly key: string; readonly message: string } | undefined {
  for (const [key, request] of Object.entries(requests)) {
    if ((misfits[key] ?? 0) < MAX_MISFITS) continue;
    // The request's message has the fault of the last answer.
    const message = `Not started: ${MAX_MISFITS} answers did not fit the question ${quote(messageOf(request))}.${describeArguments(key, request)}`;
    return { key, message };
  }
  return undefined;
}

function findUnaskable({ client }: Exchange, requests: InputRequests): CallReply | undefined {
  for (const [key, request] of Object.entries(requests)) {
    const lacking = lackingCapability(request, client.askable);
    if (lacking === undefined) continue;
    const message = `Not started: ${quote(messageOf(request))} has to be answered first, and this client can't be asked: ${describeLacking(lacking)}, or takes a single reply only.${describeArguments(key, request)}`;
    return { kind: 'unaskable', lacking, message };
  }
  return undefined;
}

/** Names the arguments that answer a question. A confirmation has none. */
function describeArguments(key: string, { params }: InputRequest): string {
  const schema = params['requestedSchema'];
  if (key === CONFIRMATION_KEY || !isRecord(schema) || !isRecord(schema['properties'])) return '';
  const names = Object.keys(schema['properties']).map(quote);
  return ` Give the answer in the call instead, as ${names.join(' and ')}.`;
}

/** Asks several questions at once; `undefined` if the call has no stream for them. */
async function askOnStream(
  { ask, signal }: Exchange,
  requests: InputRequests,
): Promise<Params | undefined> {
  if (!ask) return undefined;
  const answers = await Promise.all(
    Object.entries(requests).map(
      async ([key, request]) => [key, await ask(request, signal)] as const,
    ),
  );
  return Object.fromEntries(answers);
}

function toQuestionsReply({ requests, versions }: AskStep, round: Round): CallReply {
  return {
    kind: 'questions',
    requests,
    progress: toStartProgress(round, Object.keys(requests), versions),
    lifetimeMs: LIFETIME_MS,
  };
}

/** A call before its start, with the arguments that its client gave. */
interface NewCall {
  readonly tool: ToolDefinition;
  readonly input: Params;
  readonly caller: Caller;
  readonly logger: Logger | undefined;
}

interface AskStep {
  readonly kind: 'ask';
  /** By key, perhaps with the fault of the last answer. */
  readonly requests: InputRequests;
  /** The version of each request, without such a fault. */
  readonly versions: QuestionVersions;
}

type Step =
  | AskStep
  | { readonly kind: 'refused'; readonly message: string }
  | {
      readonly kind: 'start';
      readonly input: Params;
      readonly fitting: readonly FittingAnswer[];
    };

/**
 * Decides the next step of a call from the answers so far. All missing arguments come first, together. The
 * confirmation follows, and may quote the answers. Unfitting answers are asked for again.
 */
async function nextStep(call: NewCall, answers: StartAnswers): Promise<Step> {
  const step = await askForArguments(call, answers);
  if (step.kind !== 'start') return step;
  // Defaults come after the questions, so that a person is asked first.
  const input = (await call.tool.input.normalize?.(step.input)) ?? step.input;
  return (await askForConfirmation({ ...call, input }, answers)) ?? { ...step, input };
}

/** Starts a call. If an answer gives no valid start, its question is to be asked again. */
async function startOrAsk(
  fitting: readonly FittingAnswer[],
  start: () => Promise<CallReply>,
): Promise<AskStep | StartDecision> {
  try {
    return { kind: 'reply', reply: await start() };
  } catch (error) {
    const isUnfit = hasCode(error, TaskErrorCode.invalidArguments);
    const requests = isUnfit ? askAgain(fitting, error.violations ?? []) : {};
    if (Object.keys(requests).length === 0) throw error;
    return toAskStep(requests, toVersions(fitting));
  }
}

async function askForArguments(call: NewCall, answers: StartAnswers): Promise<Step> {
  const { tool, input } = call;
  const filled: Record<string, unknown> = { ...input };
  const requests: Record<string, InputRequest> = {};
  const versions: Record<string, string> = {};
  const fitting: FittingAnswer[] = [];
  for (const question of tool.questions.beforeStart) {
    if (isAnswered(question, input)) continue;
    if (!(await isWanted(question, { ...call, input: filled }))) continue;
    const { key, schema } = question;
    const asked = await toVersioned(question, { ...call, input: filled });
    const { request, version } = asked;
    versions[key] = version;
    const answer = readAnswer(asked, answers[key]);
    if (answer?.kind === 'refusal') {
      return refuse(key, request, answer);
    }
    if (answer?.kind !== 'content') {
      requests[key] = answer ? withReason(request, answer) : request;
      continue;
    }
    const { content } = answer;
    fitting.push({ question, request, version, content });
    for (const name of Object.keys(schema.properties)) {
      if (content[name] !== undefined) filled[name] = content[name];
    }
  }
  Object.assign(requests, await breakingArguments({ ...call, input: filled }, fitting));
  return Object.keys(requests).length > 0
    ? toAskStep(requests, versions)
    : { kind: 'start', input: filled, fitting };
}

function toAskStep(requests: InputRequests, versions: QuestionVersions): AskStep {
  const asked = Object.entries(versions).filter(([key]) => Object.hasOwn(requests, key));
  return { kind: 'ask', requests, versions: Object.fromEntries(asked) };
}

function toVersions(answers: readonly FittingAnswer[]): QuestionVersions {
  return Object.fromEntries(answers.map(({ question, version }) => [question.key, version]));
}

/** @returns `undefined` if nothing is left to confirm. */
async function askForConfirmation(call: NewCall, answers: StartAnswers): Promise<Step | undefined> {
  const { confirm } = call.tool;
  if (!confirm || !(await asks(confirm.if, toScope(call)))) return undefined;
  const key = CONFIRMATION_KEY;
  const question = { key, message: confirm.text, schema: CONFIRMATION_SCHEMA };
  const asked = await toVersioned(question, call);
  const { request, version } = asked;
  const answer = readAnswer(asked, answers[key]);
  if (answer?.kind === 'content' && answer.content['confirm'] !== false) return undefined;
  if (answer?.kind === 'content' || answer?.kind === 'refusal') {
    return refuse(key, request, answer);
  }
  const shown = answer ? withReason(request, answer) : request;
  return { kind: 'ask', requests: { [key]: shown }, versions: { [key]: version } };
}

function toScope({ input, caller }: Pick<NewCall, 'input' | 'caller'>): Scope {
  return { input, caller: toCallerRoot(caller) };
}

/** Decides a guard by the arguments as the Workflow would get them now, after defaults. */
async function isWanted({ if: guard }: StartQuestion, call: NewCall): Promise<boolean> {
  if (!guard) return true;
  const { tool, input, caller } = call;
  return asks(guard, toScope({ caller, input: (await tool.input.normalize?.(input)) ?? input }));
}

function isAnswered({ schema }: StartQuestion, input: Params): boolean {
  const names = schema.required ?? Object.keys(schema.properties);
  return names.every((name) => ownMember(input, name) !== undefined);
}

function pathsOf(schema: ElicitationSchema): readonly string[] {
  return Object.keys(schema.properties).map((name) => toJsonPointer([name]));
}

interface VersionedRequest {
  readonly request: InputRequest;
  readonly version: string;
}

/** Makes the request of a question, whose message may quote the arguments so far. */
async function toVersioned(
  question: { readonly key: string; readonly message: Text; readonly schema: ElicitationSchema },
  call: NewCall,
): Promise<VersionedRequest> {
  const { tool, logger } = call;
  const { request, missing } = await toInputRequest(question, toScope(call));
  logMissing(logger, { toolName: tool.name, key: question.key, missing });
  return { request, version: await toQuestionVersion(request) };
}

/** An answer that has to be given again. */
interface Misfit {
  readonly reason: string;
  /** The values that stay in the form. */
  readonly values: Params;
}

type Answer =
  | { readonly kind: 'content'; readonly content: Params }
  | {
      readonly kind: 'refusal';
      readonly action: unknown;
      /** The client's error in place of an answer: nobody was asked. Absent: a person has refused. */
      readonly error?: unknown;
    }
  | ({ readonly kind: 'misfit' } & Misfit);

/** Says whether the person has said no, or has only closed the form, or was never asked. */
function refuse(
  key: string,
  request: InputRequest,
  answer: Answer,
): Extract<Step, { kind: 'refused' }> {
  if (answer.kind === 'refusal' && answer.error !== undefined) {
    const { message: said } = isRecord(answer.error) ? answer.error : {};
    const why = typeof said === 'string' && said !== '' ? `: ${quote(said)}` : '';
    const message = `Not started: ${quote(messageOf(request))} has to be answered first, and this client answered it with an error${why}.${describeArguments(key, request)}`;
    return { kind: 'refused', message };
  }
  const isClosed = answer.kind === 'refusal' && answer.action === 'cancel';
  const what = isClosed ? 'closed without an answer' : 'declined';
  return { kind: 'refused', message: `Not started: ${quote(messageOf(request))} was ${what}.` };
}

/** Reads the answer to a question; `undefined` without a valid one, or if the person has seen another question. */
function readAnswer(
  { request, version }: VersionedRequest,
  given: StartAnswer | undefined,
): Answer | undefined {
  if (!given || (given.version !== undefined && given.version !== version)) return undefined;
  const response = toTakenResponse(request, given.response);
  if (!isRecord(response)) return undefined;
  const [fault] = checkInputResponse(request, response, { content: false });
  if (fault) {
    const isOfContent = fault.path.startsWith('/content/');
    return isOfContent
      ? { kind: 'misfit', reason: describeViolation(fault), values: {} }
      : undefined;
  }
  const { action } = response;
  if (action !== 'accept') return { kind: 'refusal', action, error: response['error'] };
  const content = response['content'] as Params;
  const violations = checkElicitedContent(schemaOf(request), content);
  const [violation] = violations;
  if (!violation) return { kind: 'content', content };
  const values = Object.entries(content).filter(
    ([name]) => !violations.some(({ path }) => path === toJsonPointer([name])),
  );
  return {
    kind: 'misfit',
    reason: describeViolation(violation),
    values: Object.fromEntries(values),
  };
}

function schemaOf({ params }: InputRequest): ElicitationSchema {
  return params['requestedSchema'] as ElicitationSchema;
}

/** The same question with the reason why it is asked again. Its form has the values that stay. */
function withReason(request: InputRequest, { reason, values }: Misfit): InputRequest {
  const { method, params } = request;
  const schema = schemaOf(request);
  const fields = Object.entries(schema.properties).map(([name, field]) => {
    const value = ownMember(values, name);
    return [name, value === undefined ? field : { ...field, default: value }] as const;
  });
  const message = `${messageOf(request)} (${reason})`;
  const requestedSchema = { ...schema, properties: Object.fromEntries(fields) };
  return { method, params: { ...params, message, requestedSchema } };
}

/** An answer that fits the form of its question. */
interface FittingAnswer extends VersionedRequest {
  readonly question: StartQuestion;
  readonly content: Params;
}

/**
 * Repeats the questions whose answers fit the form, but break the arguments' schema: a form has no `pattern` and no
 * `multipleOf`, for example.
 */
async function breakingArguments(
  { tool, input, caller }: NewCall,
  answers: readonly FittingAnswer[],
): Promise<InputRequests> {
  if (answers.length === 0) return {};
  return askAgain(answers, await findMisfits(tool, input, caller));
}

/** Repeats the questions whose answers are at fault, each with the first reason. */
function askAgain(
  answers: readonly FittingAnswer[],
  violations: readonly Violation[],
): InputRequests {
  const again = answers.flatMap(({ question: { key, schema }, request, content }) => {
    const places = pathsOf(schema);
    const violation = violations.find(({ path }) =>
      places.some((place) => path === place || path.startsWith(`${place}/`)),
    );
    if (!violation) return [];
    const misfit = { reason: describeViolation(violation), values: content };
    return [[key, withReason(request, misfit)] as const];
  });
  return Object.fromEntries(again);
}
