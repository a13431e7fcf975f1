/** Start options of the Workflow Execution behind a task, beyond Workflow Type, Task Queue and timeouts. */

import type { ArgumentLayout } from '../tool/argument-layout.js';

/** The argument of a tool that adopts executions: which one. */
export const ADOPTED_ID_ARGUMENT = 'workflow_id';

/** A call's reaction to the caller's open execution with the same own Workflow ID. */
export type OnRunning = 'reject' | 'use';

/** A call's reaction to a closed one. `startAnewIfFailed`: starts anew unless it has completed. */
export type OnEnded = 'reject' | 'startAnew' | 'startAnewIfFailed';

/** A call's reactions to a Workflow ID in use. */
export interface OwnIdPolicy {
  readonly onRunning: OnRunning;
  readonly onEnded: OnEnded;
}

/** A Workflow ID that a tool chooses for its tasks. */
export interface OwnWorkflowId extends OwnIdPolicy {
  /** See `own-workflow-id.ts`. */
  readonly template: string;
}

/** A Signal or an Update that arrives together with the start, or at the execution that is open already. */
export interface StartMessageDefinition {
  readonly kind: 'signal' | 'update';
  readonly name: string;
  /** Arguments of the call for the Workflow: one object, or some of them by position. */
  readonly layout: ArgumentLayout;
}

/** A value made of arguments: a text with placeholders, or one placeholder for the argument itself. */
export type ArgumentValue = string;

/** The `start` of a tool in the manifest. */
export interface StartDefinition {
  /** Absent: a random one that marks the owner. */
  readonly workflowId?: OwnWorkflowId;
  readonly message?: StartMessageDefinition;
  /**
   * A visibility query for the caller's executions, with `{owner}` in it, or for those of everybody, without. The call
   * names an execution that others have started and gets it as its task; it starts none.
   */
  readonly adopts?: string;
  /** Milliseconds, or a placeholder for an argument with a duration or an instant. */
  readonly delay?: number | ArgumentValue;
  /** Custom ones of the namespace, by name. */
  readonly searchAttributes?: Readonly<Record<string, ArgumentValue>>;
  readonly memo?: Readonly<Record<string, ArgumentValue>>;
  /** A line for readers of the execution in Temporal. */
  readonly summary?: ArgumentValue;
  /** More of it, in Markdown. */
  readonly details?: ArgumentValue;
}

/** The filled-in start of one call. */
export interface StartPlan {
  readonly ownId?: OwnIdPolicy & { readonly workflowId: string };
  readonly message?: {
    readonly kind: 'signal' | 'update';
    readonly name: string;
    readonly args: readonly unknown[];
  };
  /** The Workflow ID of the execution that the call adopts instead of a start. */
  readonly adopts?: string;
  readonly delayMs?: number;
  readonly searchAttributes?: Readonly<Record<string, unknown>>;
  readonly memo?: Readonly<Record<string, unknown>>;
  readonly summary?: string;
  readonly details?: string;
}
