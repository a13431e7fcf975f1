/**
 * The contract between this server and Workflows in any language: names and JSON shapes, and nothing else.
 * Released names and shapes are public, and change by addition only. `docs/workflow-contract.md` is the same for
 * readers, `docs/workflow-contract.schema.json` for programs.
 *
 * What comes from outside is parsed leniently: members of another type than agreed are left out, because any
 * Worker or Client may have written them, and a Workflow must not fail over it.
 */

import {
  type InputRequests,
  type InputResponse,
  isInputKey,
  parseInputRequests,
} from './question/input-request.js';
import { isInstant } from './value/instant.js';
import { isRecord } from './value/is-record.js';
import { findExcess, RESPONSE_BOUNDS } from './value/json-bounds.js';
export { parseTaskMeta, type TaskMeta } from './task/task-meta.js';

/** Memo key. This server writes it once, at the start; anybody may read it. */
export const META_MEMO_KEY = 'mcp.meta';
/** Memo key that a Workflow may upsert to show its state. */
export const STATE_MEMO_KEY = 'mcp.task';
/** Signal that tells a Workflow why it is being cancelled. Payload: {@link CancelSignalPayload}. */
export const CANCEL_SIGNAL = 'mcp.task.cancel';
/** Signal that brings answers to a Workflow. Payload: {@link InputSignalPayload}. */
export const INPUT_SIGNAL = 'mcp.task.input';
/**
 * Header of the Signal or Update that brings an answer to a Workflow that knows nothing of MCP: who has given it, a
 * `Principal`, for whoever reads the history.
 */
export const ANSWERED_BY_HEADER = 'mcp.answeredBy';
/**
 * Header of the same message: a digest of what the Workflow showed when it was asked. By it every server process counts the
 * answers after which the Workflow still shows the same.
 */
export const ANSWERED_STATE_HEADER = 'mcp.answeredState';
/** Signal that says by which tasks of its own a client answers. Payload: {@link ClientTaskSignalPayload}. */
export const CLIENT_TASK_SIGNAL = 'mcp.task.clientTask';
/** Signal with which a Child Workflow shows its state to its parent's task. Payload: {@link ChildSignalPayload}. */
export const CHILD_SIGNAL = 'mcp.task.child';
/** Application Failure type with which a Workflow says "I ended as cancelled". */
export const CANCELLED_FAILURE_TYPE = 'mcp.Cancelled';
/** Application Failure type whose first detail is the JSON-RPC error that the call is answered with. */
export const JSON_RPC_ERROR_FAILURE_TYPE = 'mcp.JsonRpcError';
/** Member of an Activity's heartbeat details that is shown as the task's progress. */
export const PROGRESS_HEARTBEAT_KEY = 'mcp.progress';
/**
 * Custom Search Attribute, of type Keyword, with the owner tag of a task whose Workflow ID is its tool's own: its lists go
 * by it. Only to be registered where a tool has such IDs.
 */
export const OWNER_SEARCH_ATTRIBUTE = 'McpOwner';
/** Every termination by this server has a reason that starts so: such a task counts as cancelled. */
export const TERMINATE_REASON_PREFIX = 'mcp:';
/**
 * How large the JSON of a {@link WorkflowState} may be, in bytes of UTF-8. It is read with every poll and written
 * to history with every change, so it has to stay small.
 */
export const MAX_STATE_BYTES = 32 * 1024;

/** How far a task has come. `progress` has to grow with every report; `total` is in the same unit. */
export interface TaskProgress {
  /** Grows with every report; a report that does not exceed the highest so far is ignored. */
  readonly progress: number;
  /** What `progress` will be in the end, if known. May change. */
  readonly total?: number;
  /** What is being done, in words for people and models. */
  readonly message?: string;
}

/** What a Workflow may put under {@link STATE_MEMO_KEY}, {@link MAX_STATE_BYTES} at most. */
export interface WorkflowState {
  /** Grows with every publication, over all runs of a chain. */
  readonly v?: number;
  /** `input_required` counts only with at least one of `inputRequests`. */
  readonly status?: 'working' | 'input_required';
  /** What is going on, in words for people and models. */
  readonly statusMessage?: string;
  readonly progress?: TaskProgress;
  /** What is open now, by key. A key is never used again in the task's life, also not after continue-as-new. */
  readonly inputRequests?: InputRequests;
  /**
   * Whether the Workflow checks the content of forms itself, and asks again when it does not fit. Where it does not,
   * the server hands on only what fits.
   */
  readonly checksContent?: boolean;
  /**
   * Whether the Workflow takes {@link CLIENT_TASK_SIGNAL}. Where it does not, no client is asked to make a task of its
   * answer.
   */
  readonly keepsClientTasks?: boolean;
  /** The client's tasks that answer open questions, by the question's key. */
  readonly clientTasks?: ClientTasks;
  /** Present once the Workflow was told that it is to stop; goes along with continue-as-new. */
  readonly cancel?: CarriedCancellation;
  /** When anything but `progress` last changed, ISO 8601. */
  readonly updatedAt?: string;
}

/** A task that a client has made of a question: its result is the answer. It lives in the client. */
export interface ClientTask {
  /** As the client named it. */
  readonly taskId: string;
  /** Which of the client's sessions it belongs to; for the server alone to read. */
  readonly session?: string;
}

/** Tasks of clients, by the key of the question that each answers. */
export type ClientTasks = Readonly<Record<string, ClientTask>>;

/** By key of the question: the client's task that answers it from now on, or `null` when no task does any more. */
export type ClientTaskSignalPayload = Readonly<Record<string, ClientTask | null>>;

/**
 * Answers by key. An answer that could not be had has an `error`, and for an elicitation `action: 'cancel'` too. One that
 * somebody has given says who, and when: `answeredBy`, a `Principal`, and `answeredAt`, ISO 8601.
 */
export type InputSignalPayload = Readonly<Record<string, InputResponse>>;

/** A child's state, for its parent's task, which shows `inputRequests` and `progress` of it. */
export interface ChildSignalPayload {
  /** The child's Workflow ID, to which answers are sent. */
  readonly workflowId: string;
  /** First run of the child's chain: tells two children apart that had the same Workflow ID one after the other. */
  readonly firstRunId?: string;
  readonly state: WorkflowState;
}

/** What a Workflow knows of its cancellation. */
export interface CarriedCancellation extends CancelSignalPayload {
  /**
   * Whether Temporal's own cancellation has reached a run before this one, of whose end and flag Temporal tells nobody who
   * looks at this one. Without it, an earlier run may only have been told why, by a server that died before its request.
   */
  readonly arrived?: true;
}

/** Why a task is being cancelled. The request itself arrives as Temporal's own cancellation. */
export interface CancelSignalPayload {
  /** In the words of whoever asked. */
  readonly reason?: string;
  /** Who asked, as a word for people: `client`, or `ttl` when the time to live was over. */
  readonly by: string;
  /** When, ISO 8601. */
  readonly at: string;
}

/** Progress as a Workflow or an Activity reported it, or `undefined` when it is not of that shape. */
export function parseProgress(value: unknown): TaskProgress | undefined {
  if (!isRecord(value) || !Number.isFinite(value['progress'])) return undefined;
  const { progress, total, message } = value;
  return {
    progress: progress as number,
    ...(typeof total === 'number' && Number.isFinite(total) && { total }),
    ...(typeof message === 'string' && { message }),
  };
}

/** The same in a state, which an earlier run may have handed on. */
function parseCarriedCancellation(value: unknown): CarriedCancellation | undefined {
  const told = parseCancelSignal(value);
  if (!told || !isRecord(value)) return undefined;
  return { ...told, ...(value['arrived'] === true && { arrived: true }) };
}

/** What a cancellation Signal said, or `undefined` when it is not of that shape. */
export function parseCancelSignal(value: unknown): CancelSignalPayload | undefined {
  if (!isRecord(value)) return undefined;
  const { at, by, reason } = value;
  if (!isInstant(at) || typeof by !== 'string') return undefined;
  return { at, by, ...(typeof reason === 'string' && { reason }) };
}

/**
 * The answers in an input Signal, by key. What is not an object is left out, and so is what exceeds
 * {@link RESPONSE_BOUNDS}, which this server never sends: its question stays open.
 */
export function parseInputSignal(value: unknown): InputSignalPayload {
  if (!isRecord(value)) return {};
  const isAnswer = (entry: [string, unknown]): entry is [string, InputResponse] =>
    isRecord(entry[1]) && findExcess(entry[1], RESPONSE_BOUNDS) === undefined;
  return Object.fromEntries(Object.entries(value).filter(isAnswer));
}

function parseClientTask(value: unknown): ClientTask | undefined {
  if (!isRecord(value) || typeof value['taskId'] !== 'string') return undefined;
  const { taskId, session } = value;
  return { taskId, ...(typeof session === 'string' && { session }) };
}

/** The clients' tasks in a state, by key; what is none is left out. */
function parseClientTasks(value: unknown): ClientTasks {
  return Object.fromEntries(
    Object.entries(parseClientTaskSignal(value)).filter(
      (entry): entry is [string, ClientTask] => entry[1] !== null,
    ),
  );
}

/** What a client task Signal says, by key; what is neither a task nor `null` is left out. */
export function parseClientTaskSignal(value: unknown): ClientTaskSignalPayload {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      const clientTask = one === null ? null : parseClientTask(one);
      return clientTask === undefined || !isInputKey(key) ? [] : [[key, clientTask]];
    }),
  );
}

/** What a child reports, or `undefined` when it is not of that shape. */
export function parseChildSignal(value: unknown): ChildSignalPayload | undefined {
  if (!isRecord(value)) return undefined;
  const { workflowId, firstRunId } = value;
  const state = parseWorkflowState(value['state']);
  if (typeof workflowId !== 'string' || state === undefined) return undefined;
  return { workflowId, ...(typeof firstRunId === 'string' && { firstRunId }), state };
}

/** A Workflow's own state. Members of another type than agreed are left out, since any Worker may have written it. */
export function parseWorkflowState(value: unknown): WorkflowState | undefined {
  if (!isRecord(value)) return undefined;
  const { v, status, statusMessage, updatedAt } = value;
  const progress = parseProgress(value['progress']);
  const cancel = parseCarriedCancellation(value['cancel']);
  const inputRequests = parseInputRequests(value['inputRequests']);
  const clientTasks = parseClientTasks(value['clientTasks']);
  return {
    ...(typeof v === 'number' && { v }),
    ...((status === 'working' || status === 'input_required') && { status }),
    ...(typeof statusMessage === 'string' && { statusMessage }),
    ...(progress && { progress }),
    ...(Object.keys(inputRequests).length > 0 && { inputRequests }),
    ...(value['checksContent'] === true && { checksContent: true }),
    ...(value['keepsClientTasks'] === true && { keepsClientTasks: true }),
    ...(Object.keys(clientTasks).length > 0 && { clientTasks }),
    ...(cancel && { cancel }),
    ...(isInstant(updatedAt) && { updatedAt }),
  };
}
