/** Messages to the Workflow behind a task. */
import type { ClientTask } from '../contract.js';

/** A Query has an answer, a Signal has none, an Update has an answer and may take long. */
export type MessageKind = 'query' | 'signal' | 'update';

/** A message that a Workflow has a handler for. */
export interface MessageTarget {
  readonly kind: MessageKind;
  /** The name that its author gave. */
  readonly name: string;
}

/** A message on its way to a task. */
export interface TaskMessage extends MessageTarget {
  /** Tasks of other Workflow Types do not have it. */
  readonly workflowType: string;
  readonly arguments: readonly unknown[];
  /** Time in which a Worker must accept the message, in milliseconds. A Signal needs no Worker. */
  readonly limitMs: number;
  /** Time to wait for an Update's result after a Worker has accepted it, in milliseconds. */
  readonly resultWithinMs: number;
  /** Names an Update: the same one is carried out once, however often it is sent. */
  readonly updateId?: string;
  /** Ends the wait only. */
  readonly signal: AbortSignal;
}

/** The Update whose result the caller waits for. */
export interface UpdateQuery {
  readonly kind: 'updateResult';
  readonly workflowType: string;
  readonly updateId: string;
  /** Time to wait, in milliseconds. */
  readonly withinMs: number;
  /** Ends the wait only. */
  readonly signal: AbortSignal;
}

/** Asks for the result of a completed task's Workflow, without any mapping. */
export interface ReturnedQuery {
  readonly kind: 'returned';
}

/**
 * Tells the Workflow that a client's own task will answer an open question. The last one counts. Ignored if the
 * question is not open (any more), or the task has ended.
 */
export interface KeptClientTask {
  readonly kind: 'clientTask';
  readonly key: string;
  /** `null`: no task answers any longer, so that the server can ask again. */
  readonly clientTask: ClientTask | null;
}

/**
 * Waits until the Workflow itself has taken answers that were given, so that no process shows their questions any more. The
 * wait ends as well when the time is over or the task cannot be read: the answers count all the same.
 */
export interface TakenQuery {
  readonly kind: 'answersTaken';
  /** Keys of the questions. */
  readonly keys: readonly string[];
  /** Time to wait, in milliseconds. */
  readonly timeoutMs: number;
  /** Ends the wait only. */
  readonly signal: AbortSignal;
}

/** Requests and messages to the Workflow behind a task. */
export type TaskRequest = TaskMessage | UpdateQuery | ReturnedQuery | TakenQuery | KeptClientTask;

/** The outcome of a message. */
export type MessageOutcome =
  /** Temporal has the Signal; a Worker will deliver it. */
  | { readonly kind: 'sent' }
  /** The Workflow's reply, as returned. */
  | { readonly kind: 'answered'; readonly value: unknown }
  /** The Workflow has refused it, or has failed at it, for this reason. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** A Worker has taken the Update, which is not done yet. */
  | { readonly kind: 'running' }
  /** No Worker has accepted it within its limit. An Update may still be accepted later. */
  | { readonly kind: 'noWorker' };
