import type { ClientTask } from '../contract/contract.js';
import type { MessageTarget } from '../mapping/message-target.js';

export interface TaskMessage extends MessageTarget {
  /** The Workflow Type with this message. Tasks of other types are refused. */
  readonly workflowType: string;
  readonly arguments: readonly unknown[];
  /** Time in which a Worker must accept the message, in milliseconds. A Signal needs no Worker. */
  readonly limitMs: number;
  /** Time to wait for an Update's result after a Worker has accepted it, in milliseconds. */
  readonly resultWithinMs: number;
  /** ID of an Update. The Workflow carries out an Update with one ID only once. */
  readonly updateId?: string | undefined;
  /** Ends the wait only. */
  readonly signal: AbortSignal;
}

export interface UpdateQuery {
  readonly kind: 'updateResult';
  readonly workflowType: string;
  readonly updateId: string;
  readonly withinMs: number;
  /** Ends the wait only. */
  readonly signal: AbortSignal;
}

/** Asks for the result of a completed task's Workflow, without any mapping. */
export interface ReturnedQuery {
  readonly kind: 'returned';
}

/**
 * Tells the Workflow that a client's own task will answer an open question. The last message counts. It has no effect
 * if the question is no longer open, or the task has ended.
 */
export interface KeptClientTask {
  readonly kind: 'clientTask';
  readonly key: string;
  /** `null`: no client's task will still answer, so the server can ask again. */
  readonly clientTask: ClientTask | null;
}

export type TaskRequest = TaskMessage | UpdateQuery | ReturnedQuery | KeptClientTask;

/** The reason for which Temporal refuses a message in the state of its Workflow. */
export interface MessageRefusal {
  /** A clause, such as "The workflow is paused". */
  readonly why: string;
  /** What the sender or an operator can do, in a sentence. */
  readonly mend: string;
}

export type MessageOutcome =
  /** Temporal has the Signal; a Worker will deliver it. */
  | { readonly kind: 'sent' }
  /** The Workflow's reply, as returned. */
  | { readonly kind: 'answered'; readonly value: unknown }
  /** The Workflow has carried it out and replied, and this server cannot read the reply, for this reason. */
  | { readonly kind: 'unreadable'; readonly reason: string }
  /** The Workflow has refused the message or has failed to handle it, for this reason. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** A Worker has accepted the Update, which still runs. */
  | { readonly kind: 'running' }
  /** Temporal has refused the message at once. No Worker gets it, now or later. */
  | { readonly kind: 'refused'; readonly refusal: MessageRefusal }
  /** No Worker has accepted the message within its limit. A Worker may still accept an Update later. */
  | { readonly kind: 'noWorker' };
