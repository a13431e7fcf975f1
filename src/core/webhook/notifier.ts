/**
 * The contract between the server and the Worker of webhooks. Each task of a tool with `webhooks` has a notifier, a
 * Workflow Execution that the server starts before the task.
 *
 * Notifiers may be open during an upgrade of either side, so names stay and shapes change by addition only.
 */
import type { Look } from '../question/deadline-keeper.js';

import type { WebhookReply } from './webhook-sender.js';

/** Workflow Type of the notifiers, on the Task Queue of this package's own Workflows. Input: {@link NotifierInput}. */
export const NOTIFIER_WORKFLOW_TYPE = 'notifyOfTask';

/** Task Queue of the Activities for one manifest, in the namespace of the tasks. */
export function toWebhookTaskQueue(serverName: string): string {
  return `temporal-mcp-tasks webhooks of ${serverName}`;
}

/**
 * Workflow ID of the notifier of one start. Its prefix differs from that of task IDs.
 *
 * @param mark A random text, since each start under an ID has its own notifier.
 */
export function toNotifierId(taskId: string, mark: string): string {
  return `mcp-notify-${taskId}-${mark}`;
}

/** An open question of which some endpoint will be told if it stays open. */
export interface WaitingQuestion {
  readonly key: string;
  /** When it was asked, or first seen, ISO 8601. */
  readonly since: string;
  /** The longest `after` whose endpoints were told, in milliseconds. 0: none. */
  readonly toldAfterMs: number;
}

export interface NotifierInput {
  readonly taskId: string;
  readonly toolName: string;
  /** `createdAt` of the task, which tells it from other tasks under its ID. */
  readonly createdAt: string;
  /** Task Queue of the Activities. */
  readonly taskQueue: string;
  /** Keys of the open questions that were told. Absent: the notifier begins. */
  readonly toldKeys?: readonly string[] | undefined;
  /** Those of them of which further endpoints will be told. Absent: none. */
  readonly waiting?: readonly WaitingQuestion[] | undefined;
}

/** A message for one endpoint. URL and secret come from the Worker's manifest. */
export interface Notice {
  /** A hash of the endpoint's URL. */
  readonly endpoint: string;
  readonly messageId: string;
  readonly body: string;
}

export interface AwaitNewsInput extends Omit<NotifierInput, 'taskQueue'> {
  readonly toldKeys: readonly string[];
  readonly waitMs: number;
}

export interface TaskNews {
  /** Oldest first. Empty: nothing has happened in time, or no endpoint wants to know. */
  readonly notices: readonly Notice[];
  readonly toldKeys: readonly string[];
  readonly waiting?: readonly WaitingQuestion[] | undefined;
  /** No further news can follow. */
  readonly isOver: boolean;
}

export interface PostNoticeInput extends Notice {
  readonly toolName: string;
}

export interface NotifierActivities {
  /** Waits for news of a task. May be repeated any number of times. */
  awaitNews(input: AwaitNewsInput): Promise<TaskNews>;
  /** Makes one attempt to post a notice. Fails if the endpoint has not accepted it. */
  postNotice(input: PostNoticeInput): Promise<void>;
}

/** Finds the news of tasks, and posts them: the Activities without Temporal's SDK. */
export interface Notifier {
  /**
   * @throws {Error} If the task cannot be read now, or its tool is unknown here: another Worker may know it.
   */
  readonly awaitNews: (input: AwaitNewsInput, look: Look) => Promise<TaskNews>;
  /** Makes one attempt. Resolves with `undefined` if the manifest no longer has the endpoint. */
  readonly post: (input: PostNoticeInput) => Promise<WebhookReply | undefined>;
}
