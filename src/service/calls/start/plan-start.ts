/**
 * A call becomes a start: the key that repeated calls share, the Workflow ID, the delay, and the other values that the
 * manifest fills in from the arguments and the caller.
 */
import { readInstant } from '../../../core/contract/text-formats.js';
import { hasCode, TaskErrorCode, type Violation } from '../../../core/errors.js';
import { layOut } from '../../../core/mapping/argument-layout.js';
import { type Expression, INPUT, type Scope, valueOf } from '../../../core/mapping/expression.js';
import { asks } from '../../../core/mapping/guard.js';
import {
  fillParts,
  fillText,
  fillValue,
  soleExpression,
  type Text,
} from '../../../core/mapping/text.js';
import { toCallerRoot } from '../../../core/person/caller-root.js';
import type { Caller } from '../../../core/person/caller.js';
import { checkWorkflowClaims } from '../../../core/person/to-principal.js';
import type { Exchange } from '../../../core/request/exchange.js';
import { fillWorkflowId, MAX_OWN_ID_LENGTH } from '../../../core/task/own-workflow-id.js';
import type { CreateTaskRequest, EqualCall } from '../../../core/task/tasks.js';
import { invalidArguments, parseArguments } from '../../../core/tool/parse-arguments.js';
import { ADOPTED_ID_ARGUMENT, type StartPlan } from '../../../core/tool/start-plan.js';
import type { ToolDefinition } from '../../../core/tool/tool-definition.js';
import { CLIENT_LIMITS, limitText } from '../../../core/value/client-limits.js';
import { toJsonBytes } from '../../../core/value/json-bounds.js';
import { toDigest } from '../../../core/value/json-digest.js';
import { toJsonPointer } from '../../../core/value/json-pointer.js';
import { parseDuration } from '../../../core/value/number-words.js';
import { toLine } from '../../../core/value/quote.js';
import type { Params } from '../../../core/value/request-params.js';
import { keepsQuestions } from '../answer/open-questions.js';
import type { CallRequest } from '../call/tool.js';

/** Maximum delay that an argument may set, in milliseconds. Use a Schedule for later starts. */
const MAX_DELAY_MS = 366 * 24 * 60 * 60_000;

/** A value of the start, and the places of the arguments that make it invalid. */
interface Checked<Value> {
  readonly value: Value;
  readonly violations: readonly Violation[];
}

/**
 * Makes the request that creates the task of a call.
 *
 * @param equalCall Names equal calls for other processes. Absent: the call joins no other one.
 * @throws {TaskError} `invalidArguments` if the arguments do not fit the tool, or give no valid start.
 */
export async function planCall(
  tool: ToolDefinition,
  exchange: Exchange,
  request: CallRequest,
  equalCall?: EqualCall,
): Promise<CreateTaskRequest> {
  const { input, ttlMs, progressToken, stance } = request;
  const { caller, client, protocol } = exchange;
  const { owner, workflowClaims } = caller;
  checkWorkflowClaims(caller);
  const scope = { input, caller: toCallerRoot(caller) };
  const compared = comparedInput(tool, input);
  const toolKey = await toIdempotencyKey(tool, { ...scope, input: compared });
  // The tool's key takes precedence over the client's: a client with a new key for each call must not bypass it.
  const idempotencyKey = toolKey ?? request.idempotencyKey;
  const workflowArguments = await parseArguments(tool, input, caller);
  const start = await planStart(tool, scope);
  const isKeyed = idempotencyKey !== undefined || equalCall !== undefined;
  return {
    tool,
    workflowArguments,
    protocolVersion: protocol.version,
    origin: {
      // Other requests have a token for their own time only, and their session does not know the task.
      session: stance === 'asksFor' ? client.session : undefined,
      progressToken: stance === 'asksFor' ? progressToken : undefined,
      askable: stance === 'takes' && !keepsQuestions(tool) ? client.askable : undefined,
    },
    ttlMs,
    idempotencyKey,
    equalCall,
    // The call stays the same if the caller's groups change, or if its host adds another ID.
    comparedArguments:
      isKeyed && (workflowClaims !== undefined || compared !== input)
        ? await parseArguments(tool, compared, { owner })
        : undefined,
    start,
  };
}

/** The arguments that make two calls equal. */
export function comparedInput({ input: { compared } }: ToolDefinition, input: Params): Params {
  return compared?.(input) ?? input;
}

/**
 * The key that the tool gives to a call. Calls with the same key become one task. `undefined` if the tool has no key, or
 * the call lacks a value that the key names.
 */
async function toIdempotencyKey(
  { task: { idempotencyKey: text } }: ToolDefinition,
  scope: Scope,
): Promise<string | undefined> {
  if (text === undefined) return undefined;
  const parts = await fillParts(text, scope);
  const values = parts.flatMap((part) => (typeof part === 'string' ? [] : [part.value ?? null]));
  return values.includes(null) ? undefined : toDigest([text.text, values]);
}

/**
 * Fills in the start of a call.
 *
 * @param scope The arguments of the call, and its caller.
 * @throws {TaskError} `invalidArguments` if the arguments give no valid start.
 */
export async function planStart(
  { name: toolName, start, access }: ToolDefinition,
  scope: Scope,
): Promise<StartPlan> {
  if (start.adopt !== undefined) {
    const input = scope[INPUT] as Params;
    return { adopts: String(input[ADOPTED_ID_ARGUMENT]) };
  }
  const { startWith, startDelay, searchAttributes = {}, memo = {}, summary, details } = start;
  const { idConflictPolicy, idReusePolicy } = start;
  const id = start.id && (await toWorkflowId(start.id, scope));
  const delay = startDelay === undefined ? undefined : await toDelayMs(startDelay, scope);
  const attributeValues = await fillRecord(searchAttributes, scope);
  const memoValues = await fillRecord(memo, scope);
  const summaryText = summary && (await fillText(summary, scope));
  const detailsText = details && (await fillText(details, scope));
  const laidOut = startWith && (await layOut(startWith.layout, scope));
  const violations = [
    ...(id?.violations ?? []),
    ...(delay?.violations ?? []),
    ...(laidOut?.ok === false ? laidOut.violations : []),
    ...findTooLong(searchAttributes, attributeValues, CLIENT_LIMITS.searchAttribute.most),
    ...findTooLong(memo, memoValues, CLIENT_LIMITS.memo.most),
  ];
  if (violations.length > 0) throw invalidArguments(toolName, violations);
  return {
    ownId: id && { workflowId: id.value, idConflictPolicy, idReusePolicy },
    message:
      startWith && laidOut?.ok === true
        ? { kind: startWith.kind, name: startWith.name, args: laidOut.workflowArguments }
        : undefined,
    delayMs: delay && delay.value > 0 ? delay.value : undefined,
    searchAttributes:
      Object.keys(attributeValues).length > 0
        ? Object.fromEntries(
            Object.entries(attributeValues).map(
              ([name, value]) =>
                [name, { value, path: pathOfText(searchAttributes[name]) }] as const,
            ),
          )
        : undefined,
    memo: Object.keys(memoValues).length > 0 ? memoValues : undefined,
    summary:
      summaryText === undefined ? undefined : toLine(summaryText, CLIENT_LIMITS.summary.most),
    details: detailsText === undefined ? undefined : limitText('details', detailsText),
    withoutApprovers: (await asks(access.approvers?.if, scope)) ? undefined : true,
  };
}

/**
 * Finds what keeps arguments from a start: their schema, bytes, the Workflow ID and the delay. The types of Search
 * Attributes are Temporal's, which judges them at the start. One judge for calls and for the answers of people.
 */
export async function findMisfits(
  tool: ToolDefinition,
  input: Params,
  caller: Caller,
): Promise<readonly Violation[]> {
  const parsed = await tool.input.parse(input, caller);
  if (!parsed.ok) return parsed.violations;
  const filled = (await tool.input.normalize?.(input)) ?? input;
  try {
    await planStart(tool, { [INPUT]: filled, caller: toCallerRoot(caller) });
    return [];
  } catch (error) {
    if (hasCode(error, TaskErrorCode.invalidArguments)) {
      return error.violations ?? [];
    }
    throw error;
  }
}

/** Different values give different IDs. */
async function toWorkflowId(template: Text, scope: Scope): Promise<Checked<string>> {
  const values: string[] = [];
  const violations: Violation[] = [];
  for (const part of await fillParts(template, scope)) {
    if (typeof part === 'string') continue;
    const value = toIdPart(part.value);
    values.push(value ?? '');
    if (value === undefined) violations.push(missingIdPart(part.expression));
  }
  const workflowId = fillWorkflowId(template, values);
  if (violations.length === 0 && workflowId.length > MAX_OWN_ID_LENGTH) {
    const message = `give a Workflow ID of ${workflowId.length} characters, more than the limit of ${MAX_OWN_ID_LENGTH}`;
    violations.push({ path: '', message });
  }
  return { value: workflowId, violations };
}

/** Texts, numbers and `true` can be part of an ID; `undefined` for other values and for an empty text. */
function toIdPart(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || value === true ? String(value) : undefined;
}

function missingIdPart({ text, reads, place }: Expression): Violation {
  if (place?.root === INPUT) {
    const message = 'names the task, so it must be a text that is not empty, or a number';
    return { path: pathOfArgument({ place }), message };
  }
  const isOfCaller = reads.some(({ root }) => root === 'caller');
  const whose = isOfCaller ? 'your identity has' : 'there is';
  return { path: '', message: `cannot name the task: ${whose} no value for {${text}}` };
}

/**
 * The delay of a call, in milliseconds. An expression gives it as a duration (`30 minutes`), in milliseconds, or as an
 * instant (ISO 8601 with a zone). No value and a past instant mean no delay.
 */
async function toDelayMs(delay: number | Expression, scope: Scope): Promise<Checked<number>> {
  if (typeof delay === 'number') return { value: delay, violations: [] };
  const delayMs = parseDelay((await valueOf(delay, scope)) ?? 0);
  if (delayMs >= 0 && delayMs <= MAX_DELAY_MS) {
    return { value: Math.floor(delayMs), violations: [] };
  }
  const message =
    'says when to start: write a duration ("30 minutes"), a number of milliseconds, or a date and time with a zone ("2026-12-01T09:00:00Z"), at most a year away';
  return { value: 0, violations: [{ path: pathOfArgument(delay), message }] };
}

/** Parses a delay in milliseconds; `NaN` for other values. */
function parseDelay(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return Number.NaN;
  const instant = readInstant(value);
  return instant === undefined
    ? parseDuration(value)
    : Math.max(Date.parse(instant) - Date.now(), 0);
}

async function fillRecord(
  texts: Readonly<Record<string, Text>>,
  scope: Scope,
): Promise<Record<string, unknown>> {
  const entries = await Promise.all(
    Object.entries(texts).map(async ([key, text]) => [key, await fillValue(text, scope)] as const),
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Finds values that Temporal would refuse, and names the arguments that they come from. */
function findTooLong(
  texts: Readonly<Record<string, Text>>,
  values: Readonly<Record<string, unknown>>,
  maxBytes: number,
): Violation[] {
  return Object.entries(values).flatMap(([key, value]) => {
    if (toJsonBytes(value) <= maxBytes) return [];
    const message = `is too long for ${key}, which has a limit of ${maxBytes} bytes`;
    return [{ path: pathOfText(texts[key]), message }];
  });
}

/** The place of the argument that fills a text; `''` for a text of several parts. */
function pathOfText(text: Text | undefined): string {
  return pathOfArgument((text && soleExpression(text)) ?? {});
}

/** The place in a call's arguments that an expression reads; `''` if it computes a value. */
function pathOfArgument({ place }: Pick<Expression, 'place'>): string {
  return place?.root === INPUT ? toJsonPointer(place.path) : '';
}
