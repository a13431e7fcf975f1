/** How the Workflow Execution behind a task is started, beyond its Workflow Type, Task Queue and timeouts. */

import type { ArgumentLayout } from '../tool/argument-layout.js';

/** The argument of a tool that adopts executions: which one. */
export const ADOPTED_ID_ARGUMENT = 'workflow_id';

/** What a call does when an execution with its own Workflow ID is open that belongs to the caller. */
export type OnRunning = 'reject' | 'use';

/** What it does when one has closed; `startAnewIfFailed`: unless it has completed. */
export type OnEnded = 'reject' | 'startAnew' | 'startAnewIfFailed';

/** What a call does when its Workflow ID is in use. */
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
  /** As for the Workflow: all of the call's arguments as one object, or some of them by position. */
  readonly layout: ArgumentLayout;
}

/**
 * A value made of arguments: a text with placeholders, which is text; or a placeholder alone, which is the argument as it
 * is.
 */
export type ArgumentValue = string;

/** What a manifest says of a tool's starts. */
export interface StartDefinition {
  /** Absent: a random one that marks the owner. */
  readonly workflowId?: OwnWorkflowId;
  readonly message?: StartMessageDefinition;
  /**
   * Nothing is started: a call names an execution of the Workflow Type that others have started, and has it as its task. A
   * visibility query, with `{owner}` in it, says whose these are.
   */
  readonly adopts?: string;
  /** In milliseconds; or a placeholder, whose argument is a duration or an instant. */
  readonly delay?: number | ArgumentValue;
  /** Custom ones of the namespace, by name. */
  readonly searchAttributes?: Readonly<Record<string, ArgumentValue>>;
  readonly memo?: Readonly<Record<string, ArgumentValue>>;
  /** One line for people who look at the execution in Temporal. */
  readonly summary?: ArgumentValue;
  /** More of it, in Markdown. */
  readonly details?: ArgumentValue;
}

/** What one call makes of it: all of it filled in. */
export interface StartPlan {
  readonly ownId?: OwnIdPolicy & { readonly workflowId: string };
  readonly message?: {
    readonly kind: 'signal' | 'update';
    readonly name: string;
    readonly args: readonly unknown[];
  };
  /** The Workflow ID of the execution that is taken for the call's, in place of a start. */
  readonly adopts?: string;
  readonly delayMs?: number;
  readonly searchAttributes?: Readonly<Record<string, unknown>>;
  readonly memo?: Readonly<Record<string, unknown>>;
  readonly summary?: string;
  readonly details?: string;
}
