/** Start options of the Workflow Execution behind a task, beyond Workflow Type, Task Queue and timeouts. */

import type { ArgumentLayout } from '../mapping/argument-layout.js';

/** The argument that names the execution, for a tool that adopts executions. */
export const ADOPTED_ID_ARGUMENT = 'workflow_id';

/** A call's reaction to the caller's open execution with the Workflow ID that the tool has made. */
export type IdConflictPolicy = 'Fail' | 'UseExisting';

/** A call's reaction to a closed execution with that ID. */
export type IdReusePolicy = 'RejectDuplicate' | 'AllowDuplicate' | 'AllowDuplicateFailedOnly';

export interface OwnIdPolicy {
  readonly idConflictPolicy: IdConflictPolicy;
  readonly idReusePolicy: IdReusePolicy;
}

export interface OwnWorkflowId extends OwnIdPolicy {
  /** See `own-workflow-id.ts`. */
  readonly template: string;
}

/** A Signal or an Update that arrives together with the start, or at an execution that is already open. */
export interface StartMessageDefinition {
  readonly kind: 'signal' | 'update';
  readonly name: string;
  /** The call's arguments as the handler takes them: one object, or chosen arguments by position. */
  readonly layout: ArgumentLayout;
}

/** A text with placeholders for arguments. A single placeholder stands for the argument itself, of any type. */
export type ArgumentValue = string;

/**
 * The executions of other starters that a tool adopts. Each is a task of the caller whose name the Search Attribute
 * has, or of everybody.
 */
export type AdoptionRule =
  { readonly searchAttribute: string } | { readonly idPrefix: string; readonly owner: 'everybody' };

export interface StartDefinition {
  /** Absent: a random ID with the owner's tag. */
  readonly workflowId?: OwnWorkflowId;
  readonly message?: StartMessageDefinition;
  /** The call names an execution that others have started, which becomes its task. It starts no execution. */
  readonly adopts?: AdoptionRule;
  /** Milliseconds, or a placeholder for an argument with a duration or an instant. */
  readonly delay?: number | ArgumentValue;
  /** Custom Search Attributes of the namespace, by name. */
  readonly searchAttributes?: Readonly<Record<string, ArgumentValue>>;
  readonly memo?: Readonly<Record<string, ArgumentValue>>;
  /** One line for readers of the execution in Temporal. */
  readonly summary?: ArgumentValue;
  /** Longer text for the same readers, in Markdown. */
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
  /** The Workflow ID of the execution that the call adopts, instead of a start. */
  readonly adopts?: string;
  readonly delayMs?: number;
  readonly searchAttributes?: Readonly<Record<string, unknown>>;
  readonly memo?: Readonly<Record<string, unknown>>;
  readonly summary?: string;
  readonly details?: string;
}
