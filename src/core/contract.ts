/**
 * The contract between this server and Workflows in any language: names and JSON shapes, and nothing else.
 * Released names and shapes are public. They change by addition only.
 */

/** Memo key, written once at start by this server, read by whoever likes. */
export const META_MEMO_KEY = 'mcp.meta';
/** Memo key that a Workflow may upsert to show its state. */
export const STATE_MEMO_KEY = 'mcp.task';
/** Signal that tells a Workflow why it is being cancelled. Payload: {@link CancelSignalPayload}. */
export const CANCEL_SIGNAL = 'mcp.task.cancel';
/** Application Failure type with which a Workflow says "I ended as cancelled". */
export const CANCELLED_FAILURE_TYPE = 'mcp.Cancelled';
/** Application Failure type whose first detail is the JSON-RPC error that the call is answered with. */
export const JSON_RPC_ERROR_FAILURE_TYPE = 'mcp.JsonRpcError';
/** Member of an Activity's heartbeat details that is shown as the task's progress. */
export const PROGRESS_HEARTBEAT_KEY = 'mcp.progress';
/** Every termination by this server has a reason that starts so: such a task counts as cancelled. */
export const TERMINATE_REASON_PREFIX = 'mcp:';

/** What {@link META_MEMO_KEY} holds. It is all that this server has to know of a task besides Temporal's own facts. */
export interface TaskMeta {
  /** Version of this shape. */
  readonly v: 1;
  /** When the task was created, ISO 8601. Kept here because an execution's start time moves with every run of a chain. */
  readonly at: string;
  /** Owner tag, the same as in the task ID. */
  readonly o: string;
  /** Name of the MCP tool. */
  readonly tool: string;
  /** Time to live, in milliseconds from `at`. */
  readonly ttl: number;
  /** Suggested time between polls, in milliseconds. */
  readonly poll: number;
  /** Protocol revision under which the task was created. */
  readonly proto: string;
  /** Progress token of the creating request. */
  readonly token?: string | number;
  /** Digest of the arguments, where the call had an idempotency key. */
  readonly argsDigest?: string;
}

/** How far a task has come. `progress` has to grow with every report; `total` is in the same unit. */
export interface TaskProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** What a Workflow may put under {@link STATE_MEMO_KEY}. */
export interface WorkflowState {
  readonly statusMessage?: string;
  readonly progress?: TaskProgress;
  /** When the state last changed, ISO 8601. */
  readonly updatedAt?: string;
}

/** What {@link CANCEL_SIGNAL} carries. */
export interface CancelSignalPayload {
  readonly reason?: string;
  /** Who asked, as a word for people: `client`. */
  readonly by: string;
  /** When, ISO 8601. */
  readonly at: string;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** ISO 8601 with date, time and zone, as every language's standard library writes it. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

function isInstant(value: unknown): value is string {
  return typeof value === 'string' && INSTANT.test(value) && !Number.isNaN(Date.parse(value));
}

/** The meta data of a task, or `undefined` when the execution was not started by this server. */
export function parseTaskMeta(value: unknown): TaskMeta | undefined {
  if (!isRecord(value)) return undefined;
  const { at, o, tool, ttl, poll, proto, token, argsDigest } = value;
  if (!isInstant(at) || typeof o !== 'string' || typeof tool !== 'string') return undefined;
  if (typeof ttl !== 'number' || typeof poll !== 'number' || typeof proto !== 'string') {
    return undefined;
  }
  return {
    v: 1,
    at,
    o,
    tool,
    ttl,
    poll,
    proto,
    ...((typeof token === 'string' || typeof token === 'number') && { token }),
    ...(typeof argsDigest === 'string' && { argsDigest }),
  };
}

/** Progress as a Workflow or an Activity reported it, or `undefined` when it is not of that shape. */
export function parseProgress(value: unknown): TaskProgress | undefined {
  if (!isRecord(value) || typeof value['progress'] !== 'number') return undefined;
  const { progress, total, message } = value;
  return {
    progress,
    ...(typeof total === 'number' && { total }),
    ...(typeof message === 'string' && { message }),
  };
}

/** A Workflow's own state. Members of another type than agreed are left out, since any Worker may have written it. */
export function parseWorkflowState(value: unknown): WorkflowState | undefined {
  if (!isRecord(value)) return undefined;
  const progress = parseProgress(value['progress']);
  return {
    ...(typeof value['statusMessage'] === 'string' && { statusMessage: value['statusMessage'] }),
    ...(progress && { progress }),
    ...(isInstant(value['updatedAt']) && { updatedAt: value['updatedAt'] }),
  };
}
