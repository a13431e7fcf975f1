/**
 * The contract between this server and Workflows in any language: names and JSON shapes only. Released names and
 * shapes are public, and change by addition only. `docs/workflow-contract.md` explains it to readers,
 * `docs/workflow-contract.schema.json` to programs.
 *
 * Input is parsed leniently, since any Worker or Client may have written it. Members of a wrong type are left out, so
 * that a Workflow never fails over them.
 */

import { isInstant, onlyInstant } from '../value/instant.js';
import { isRecord } from '../value/is-record.js';
import { findExcess, RESPONSE_BOUNDS } from '../value/json-bounds.js';
import { onlyString } from '../value/only-string.js';

import {
  type InputRequest,
  type InputRequests,
  type InputResponse,
  isInputKey,
  parseInputRequest,
  parseInputRequests,
} from './input-request.js';
export { parseTaskMeta, type TaskMeta } from './task-meta.js';

/** Memo key that this server writes once, at the start. All readers of the memo may use it. */
export const META_MEMO_KEY = 'mcp.meta';
/** Memo key that a Workflow may upsert to show its state. */
export const STATE_MEMO_KEY = 'mcp.task';
/** Signal that tells a Workflow why it is being cancelled. Payload: {@link CancelSignalPayload}. */
export const CANCEL_SIGNAL = 'mcp.task.cancel';
/** Signal that brings answers to a Workflow. Payload: {@link InputSignalPayload}. */
export const INPUT_SIGNAL = 'mcp.task.input';
/**
 * Header of every Signal or Update with an answer. It holds a `Principal`, for readers of the history: without it, no
 * server has sent the message, so nothing in it tells who has answered.
 */
export const ANSWERED_BY_HEADER = 'mcp.answeredBy';
/**
 * Header of the message for a Workflow that does not use MCP: a digest of the state that the Workflow showed when it asked. With it, every server
 * process counts answers after which the Workflow still shows the same state.
 */
export const ANSWERED_STATE_HEADER = 'mcp.answeredState';
/**
 * Header of the same message: the question and its answer, {@link AnswerRecord}, for readers of the history. The
 * message itself has only what its handler takes.
 */
export const ANSWER_HEADER = 'mcp.answer';
/** Signal that names a client's own tasks that will answer questions. Payload: {@link ClientTaskSignalPayload}. */
export const CLIENT_TASK_SIGNAL = 'mcp.task.clientTask';
/** Signal with which a Child Workflow shows its state to its parent's task. Payload: {@link ChildSignalPayload}. */
export const CHILD_SIGNAL = 'mcp.task.child';
/** Application Failure type of a Workflow that ends as cancelled. */
export const CANCELLED_FAILURE_TYPE = 'mcp.Cancelled';
/** Application Failure type. Its first detail is the JSON-RPC error that answers the call. */
export const JSON_RPC_ERROR_FAILURE_TYPE = 'mcp.JsonRpcError';
/** Member of an Activity's heartbeat details that is shown as the task's progress. */
export const PROGRESS_HEARTBEAT_KEY = 'mcp.progress';
/** Only member of a Workflow's result in place of one that is too large to return: where it can be fetched, a URL. */
export const RESULT_AT_KEY = 'mcp.resultAt';
/**
 * Custom Search Attribute (Keyword) with the owner tag of a task under a tool's own Workflow ID. Lists of such tasks
 * query it, so register it for tools with such IDs.
 */
export const OWNER_SEARCH_ATTRIBUTE = 'McpOwner';
/** Prefix of this server's reasons for terminations. Such a task counts as cancelled. */
export const TERMINATE_REASON_PREFIX = 'mcp:';
/**
 * Maximum size of the JSON of a {@link WorkflowState}, in bytes of UTF-8. Every poll reads it and every change adds
 * it to the history.
 */
export const MAX_STATE_BYTES = 32 * 1024;
/** Maximum size of the JSON of an {@link AnswerRecord}, in bytes of UTF-8. */
export const MAX_RECORD_BYTES = 16 * 1024;

/** Progress of a task. `progress` grows with every report; `total` has the same unit. */
export interface TaskProgress {
  /** Grows with every report; a report that does not exceed the highest so far is ignored. */
  readonly progress: number;
  /** The final value of `progress`, if known. May change. */
  readonly total?: number | undefined;
  /** The current step, in words for people and models. */
  readonly message?: string | undefined;
}

/** A Workflow's state under {@link STATE_MEMO_KEY}, {@link MAX_STATE_BYTES} at most. */
export interface WorkflowState {
  /** Grows with every publication, over all runs of a chain. */
  readonly v?: number | undefined;
  /** `input_required` counts only with at least one of `inputRequests`. */
  readonly status?: 'working' | 'input_required' | undefined;
  /** The current state in words for people and models. */
  readonly statusMessage?: string | undefined;
  readonly progress?: TaskProgress | undefined;
  /** Time of the last change to `progress`, ISO 8601. */
  readonly progressAt?: string | undefined;
  /** The open questions, by key. A key is used once in the task's life, also across continue-as-new. */
  readonly inputRequests?: InputRequests | undefined;
  /**
   * The Workflow validates the content of forms and asks again if it does not fit. Otherwise the server passes on
   * valid content only.
   */
  readonly checksContent?: boolean | undefined;
  /** The Workflow handles {@link CLIENT_TASK_SIGNAL}. Otherwise, the server asks no client for its own task. */
  readonly keepsClientTasks?: boolean | undefined;
  /** The client's tasks that answer open questions, by the question's key. */
  readonly clientTasks?: ClientTasks | undefined;
  /** Present once the Workflow was told to stop; kept across continue-as-new. */
  readonly cancel?: CarriedCancellation | undefined;
  /** Time of the last change except to `progress`, ISO 8601. */
  readonly updatedAt?: string | undefined;
}

/**
 * A client's own task that it has made from a question. The task's result is the answer. Only the client stores the
 * task.
 */
export interface ClientTask {
  readonly taskId: string;
  /** The client's session that has the task; only the server reads it. */
  readonly session?: string | undefined;
}

/** Clients' own tasks, by the key of the question that each answers. */
export type ClientTasks = Readonly<Record<string, ClientTask>>;

/** By key of the question: the client's task that will answer it, or `null` if the task answers no longer. */
export type ClientTaskSignalPayload = Readonly<Record<string, ClientTask | null>>;

/**
 * Answers by key. A missing answer has an `error`, and for an elicitation `action: 'cancel'`, too. An answer from a
 * person says who gave it, when and where: `answeredBy`, a `Principal`; `answeredAt`, ISO 8601; `answeredIn`, an
 * `AnswerPlace`.
 */
export type InputSignalPayload = Readonly<Record<string, InputResponse>>;

/** The answer to a declared question, under {@link ANSWER_HEADER}. {@link MAX_RECORD_BYTES} of JSON at most. */
export interface AnswerRecord {
  /** Key of the question, used once in the task's life. */
  readonly key: string;
  /** The question. Its `requestedSchema` is left out if the record would be too large. */
  readonly request: InputRequest;
  /** `action`, and the `content` of a form, which is left out if the record would be too large. */
  readonly response: InputResponse;
  /** Time at which the server took the answer, ISO 8601. */
  readonly answeredAt: string;
  /** Where the person answered: an `AnswerPlace`. */
  readonly answeredIn?: object | undefined;
}

/** A child's state, for its parent's task. That task shows the child's `inputRequests` and `progress`. */
export interface ChildSignalPayload {
  /** The child's Workflow ID, to which answers are sent. */
  readonly workflowId: string;
  /** First run of the child's chain. It distinguishes two successive children with one Workflow ID. */
  readonly firstRunId?: string | undefined;
  readonly state: WorkflowState;
}

/** A Workflow's knowledge of its cancellation, carried into the next run. */
export interface CarriedCancellation extends CancelSignalPayload {
  /**
   * Temporal's own cancellation has reached an earlier run; Temporal does not show that on the current one. Without
   * this flag, the earlier run may know only the reason, from a server that died before its request.
   */
  readonly arrived?: true | undefined;
}

/** The reason for a cancellation. The request itself arrives as Temporal's own cancellation. */
export interface CancelSignalPayload {
  /** The reason in the words of the requester. */
  readonly reason?: string | undefined;
  /** The requester, as a word for people: `client`. */
  readonly by: string;
  /** Time of the request, ISO 8601. */
  readonly at: string;
}

export function parseProgress(value: unknown): TaskProgress | undefined {
  if (!isRecord(value) || !Number.isFinite(value['progress'])) return undefined;
  const { progress, total, message } = value;
  return {
    progress: progress as number,
    total: typeof total === 'number' && Number.isFinite(total) ? total : undefined,
    message: onlyString(message),
  };
}

function parseCarriedCancellation(value: unknown): CarriedCancellation | undefined {
  const signal = parseCancelSignal(value);
  if (!signal || !isRecord(value)) return undefined;
  return { ...signal, arrived: value['arrived'] === true ? true : undefined };
}

export function parseCancelSignal(value: unknown): CancelSignalPayload | undefined {
  if (!isRecord(value)) return undefined;
  const { at, by, reason } = value;
  if (!isInstant(at) || typeof by !== 'string') return undefined;
  return { at, by, reason: onlyString(reason) };
}

/**
 * Values that aren't objects are left out, and so are answers above {@link RESPONSE_BOUNDS}, which this server never
 * sends. Their questions stay open.
 */
export function parseInputSignal(value: unknown): InputSignalPayload {
  if (!isRecord(value)) return {};
  const isAnswer = (entry: [string, unknown]): entry is [string, InputResponse] =>
    isRecord(entry[1]) && findExcess(entry[1], RESPONSE_BOUNDS) === undefined;
  return Object.fromEntries(Object.entries(value).filter(isAnswer));
}

export function parseAnswerRecord(value: unknown): AnswerRecord | undefined {
  if (!isRecord(value)) return undefined;
  const { key, response, answeredAt, answeredIn } = value;
  const request = parseInputRequest(value['request']);
  if (typeof key !== 'string' || !isInputKey(key) || !request) return undefined;
  if (!isRecord(response) || !isInstant(answeredAt)) return undefined;
  return {
    key,
    request,
    response,
    answeredAt,
    answeredIn: isRecord(answeredIn) ? answeredIn : undefined,
  };
}

function parseClientTask(value: unknown): ClientTask | undefined {
  if (!isRecord(value) || typeof value['taskId'] !== 'string') return undefined;
  const { taskId, session } = value;
  return { taskId, session: onlyString(session) };
}

function parseClientTasks(value: unknown): ClientTasks {
  return Object.fromEntries(
    Object.entries(parseClientTaskSignal(value)).filter(
      (entry): entry is [string, ClientTask] => entry[1] !== null,
    ),
  );
}

export function parseClientTaskSignal(value: unknown): ClientTaskSignalPayload {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      const clientTask = one === null ? null : parseClientTask(one);
      return clientTask === undefined || !isInputKey(key) ? [] : [[key, clientTask]];
    }),
  );
}

export function parseChildSignal(value: unknown): ChildSignalPayload | undefined {
  if (!isRecord(value)) return undefined;
  const { workflowId, firstRunId } = value;
  const state = parseWorkflowState(value['state']);
  if (typeof workflowId !== 'string' || state === undefined) return undefined;
  return { workflowId, firstRunId: onlyString(firstRunId), state };
}

export function parseWorkflowState(value: unknown): WorkflowState | undefined {
  if (!isRecord(value)) return undefined;
  const { v, status, statusMessage, progressAt, updatedAt } = value;
  const progress = parseProgress(value['progress']);
  const cancel = parseCarriedCancellation(value['cancel']);
  const inputRequests = parseInputRequests(value['inputRequests']);
  const clientTasks = parseClientTasks(value['clientTasks']);
  return {
    v: typeof v === 'number' ? v : undefined,
    status: status === 'working' || status === 'input_required' ? status : undefined,
    statusMessage: onlyString(statusMessage),
    progress,
    progressAt: onlyInstant(progressAt),
    inputRequests: Object.keys(inputRequests).length > 0 ? inputRequests : undefined,
    checksContent: value['checksContent'] === true ? true : undefined,
    keepsClientTasks: value['keepsClientTasks'] === true ? true : undefined,
    clientTasks: Object.keys(clientTasks).length > 0 ? clientTasks : undefined,
    cancel,
    updatedAt: onlyInstant(updatedAt),
  };
}
