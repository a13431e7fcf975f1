/**
 * The contract between server and Worker about companions. A companion is a Workflow Execution beside a task. It posts
 * the messages of its webhooks, declines its questions when their time is over, and terminates it after the time of
 * grace of its cancellation. If its tool has webhooks or deadlines, the server starts it before the task, otherwise with
 * the cancellation.
 *
 * Companions may be open during an upgrade of either side, so names stay and shapes change by addition only.
 */
import type { CancelSignalPayload } from '../contract/contract.js';
import type { Task } from '../task/task.js';
import type { Notice, SeenQuestion } from '../webhook/task-news.js';
import type { WebhookReply } from '../webhook/webhook-sender.js';

/** Task Queue of this package's own Workflows, in the namespace of the tasks. */
export const SYSTEM_TASK_QUEUE = 'temporal-mcp-tasks';
/** Workflow Type of the companions, on {@link SYSTEM_TASK_QUEUE}. Input: {@link CompanionInput}. */
export const COMPANION_WORKFLOW_TYPE = 'accompanyTask';
/** Signal that begins a task's time of grace. Argument: {@link Cancellation}. */
export const CANCELLATION_SIGNAL = 'taskCancelled';

/** The same for all requests to cancel an Activity: a repeated one has no further effect. */
export const CANCEL_REQUEST_ID = 'mcp-cancel';
/** The reason that Temporal records with a cancellation for which the client gives none. */
export const CANCEL_REASON = 'MCP client cancelled the task';

/** A look that takes longer has one heartbeat, in its middle, in milliseconds. So it is known in time that a Worker is dead. */
export const LOOK_WITHOUT_HEARTBEAT_MS = 30 * 60_000;

/** Task Queue of the Activities that need a manifest, in the namespace of the tasks. */
export function toCompanionTaskQueue(serverName: string): string {
  return `temporal-mcp-tasks companions of ${serverName}`;
}

/**
 * Workflow ID of the companion of one task. Its prefix differs from that of task IDs, so lists of tasks leave it out.
 * Tasks that have had one ID in turn have companions of their own.
 */
export function toCompanionId({ taskId, createdAt }: Pick<Task, 'taskId' | 'createdAt'>): string {
  return `mcp-companion-${taskId}-${Date.parse(createdAt)}`;
}

export interface CompanionInput {
  readonly taskId: string;
  readonly toolName: string;
  /** `createdAt` of the task, which tells it from other tasks under its ID. */
  readonly createdAt: string;
  /** Task Queue of {@link LookActivities}. Absent: the companion only ends the task. */
  readonly taskQueue?: string | undefined;
  /** Absent: the companion begins. */
  readonly known?: KnownTask | undefined;
  /** Absent: the task was not cancelled. */
  readonly ending?: Ending | undefined;
}

/** The state of a task as its companion has dealt with it. */
export interface KnownTask {
  /** Open questions. */
  readonly questions: readonly SeenQuestion[];
  /** When the next reminder or decline is due, in milliseconds since the epoch. Absent: none is. */
  readonly dueAtMs?: number | undefined;
}

export interface Cancellation {
  /** First run of the task's chain. Other chains with the same ID are not terminated. */
  readonly firstRunId: string;
  /** Time to stop after the request, in milliseconds. */
  readonly graceMs: number;
  /** The reason, sent ahead of the cancellation request. Absent: no reason is sent. */
  readonly signal?: { readonly name: string; readonly payload: CancelSignalPayload } | undefined;
  /** An earlier cancellation has reached the task: its time of grace is running. */
  readonly isRepeated: boolean;
}

/** A cancellation whose time of grace has begun. */
export interface Ending extends Cancellation {
  /** When it is over, in milliseconds since the epoch. */
  readonly dueAtMs: number;
  /** Terminates a run that was not asked to stop, instead of asking it first. */
  readonly evenUnasked: boolean;
}

export interface EndExecutionInput extends Omit<Cancellation, 'isRepeated'> {
  readonly taskId: string;
  readonly evenUnasked: boolean;
}

/** `ended`: the execution is closed now. `asked`: this call asked its current run to stop, for the first time. */
export type EndExecutionOutcome = 'ended' | 'asked';

/** The Activities on {@link SYSTEM_TASK_QUEUE}, which need no manifest. */
export interface EndActivities {
  /** Terminates an execution if it is still open. May be repeated any number of times. */
  endExecution(input: EndExecutionInput): Promise<EndExecutionOutcome>;
}

export interface LookInput extends Pick<CompanionInput, 'taskId' | 'toolName' | 'createdAt'> {
  readonly known: KnownTask;
  /** Time for the look, in milliseconds. */
  readonly waitMs: number;
}

export interface Looked {
  /**
   * - `quiet`: nothing has happened in all its time
   * - `news`: something was found and dealt with, or is due sooner than was known
   * - `cut`: the Worker has stopped
   * - `over`: the task has ended, or is no longer there, or its tool no longer needs a companion
   */
  readonly end: 'quiet' | 'news' | 'cut' | 'over';
  /** Messages to post, oldest first. */
  readonly notices: readonly Notice[];
  readonly known: KnownTask;
}

export interface PostInput extends Notice {
  readonly toolName: string;
}

/** The Activities on the Task Queue of {@link toCompanionTaskQueue}. */
export interface LookActivities {
  /**
   * Waits for something to do about a task, and declines the questions whose time is over. May be repeated any number of
   * times: Temporal takes one answer to a key.
   */
  lookAtTask(input: LookInput): Promise<Looked>;
  /** Makes one attempt to post a notice. Fails if the endpoint has not accepted it. */
  postNotice(input: PostInput): Promise<void>;
}

export interface Look {
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Temporal's time, in milliseconds since the epoch: the clock of a Worker may be wrong. */
  readonly nowMs: () => number;
}

/** The same without Temporal's SDK. */
export interface Companion {
  /** @throws {Error} If the task cannot be read or answered now, or its tool is unknown here: another Worker may know it. */
  readonly look: (input: LookInput, look: Look) => Promise<Looked>;
  /** Makes one attempt. Resolves with `undefined` if the manifest no longer has the endpoint. */
  readonly post: (input: PostInput) => Promise<WebhookReply | undefined>;
}
