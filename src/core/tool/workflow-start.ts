/** `workflow` of a tool: the Workflow Type, and how the executions behind its tasks are started. */

import type { ArgumentLayout } from '../mapping/argument-layout.js';
import type { Expression } from '../mapping/expression.js';
import type { Text } from '../mapping/text.js';

/** The argument that names the execution, for a tool that adopts executions. */
export const ADOPTED_ID_ARGUMENT = 'workflow_id';

/** A call's reaction to the caller's open execution with the Workflow ID that the tool has made. */
export type IdConflictPolicy = 'Fail' | 'UseExisting';

/** A call's reaction to a closed execution with that ID. */
export type IdReusePolicy = 'RejectDuplicate' | 'AllowDuplicate' | 'AllowDuplicateFailedOnly';

/** It counts for executions with a Workflow ID of the tool's own. */
export interface OwnIdPolicy {
  readonly idConflictPolicy: IdConflictPolicy;
  readonly idReusePolicy: IdReusePolicy;
}

/** A Signal or an Update that arrives together with the start, or at an execution that is already open. */
export interface StartWith {
  readonly kind: 'signal' | 'update';
  readonly name: string;
  /** The call's arguments as the handler takes them: one object, or chosen arguments by position. */
  readonly layout: ArgumentLayout;
}

/**
 * The executions of other starters that a tool adopts. Each is a task of the caller whose name the Search Attribute
 * has, or of everybody.
 */
export type AdoptionRule =
  { readonly searchAttribute: string } | { readonly idPrefix: string; readonly owner: 'everybody' };

/** Temporal's Retry Policy of an execution; absent members have Temporal's defaults. */
export interface RetryPolicyConfig {
  readonly initialIntervalMs?: number | undefined;
  readonly backoffCoefficient?: number | undefined;
  readonly maximumIntervalMs?: number | undefined;
  /** The maximum number of runs or attempts, including the first. */
  readonly maximumAttempts?: number | undefined;
  readonly nonRetryableErrorTypes?: readonly string[] | undefined;
}

/** Limits of a Workflow Execution. */
export interface ExecutionLimits {
  /** Limit of the whole chain of runs, in milliseconds, after which the task fails. Absent: unlimited. */
  readonly executionTimeoutMs?: number | undefined;
  /** Limit of one run, in milliseconds. Absent: unlimited. */
  readonly runTimeoutMs?: number | undefined;
  /** Limit of one Workflow Task, in milliseconds. Absent: Temporal's default. */
  readonly taskTimeoutMs?: number | undefined;
}

/** The members of a start that Workflows and Standalone Activities have in common. */
export interface CommonStart extends OwnIdPolicy {
  /** The Workflow Type or Activity Type. */
  readonly type: string;
  readonly taskQueue: string;
  /** The layout of the arguments. Absent: the operator's code makes them. */
  readonly arguments?: ArgumentLayout | undefined;
  /** Default: a Workflow isn't retried, and an Activity is, without a limit of attempts. */
  readonly retryPolicy?: RetryPolicyConfig | undefined;
  /** 1 (first) to 5 (last); Temporal's default is 3. */
  readonly priority?: number | undefined;
  /** The ID of the execution, made of arguments: see `own-workflow-id.ts`. Absent: a random ID with the owner's tag. */
  readonly id?: Text | undefined;
  /** Milliseconds, or an expression for a duration or an instant. */
  readonly startDelay?: number | Expression | undefined;
  /** Custom Search Attributes of the namespace, by name. */
  readonly searchAttributes?: Readonly<Record<string, Text>> | undefined;
  /** One line for readers of the execution in Temporal. */
  readonly summary?: Text | undefined;
  /** Longer text for the same readers, in Markdown. */
  readonly details?: Text | undefined;
}

export interface WorkflowStart extends CommonStart, ExecutionLimits {
  readonly kind: 'workflow';
  readonly startWith?: StartWith | undefined;
  /** The call names an execution that others have started, which becomes its task. It starts no execution. */
  readonly adopt?: AdoptionRule | undefined;
  readonly memo?: Readonly<Record<string, Text>> | undefined;
}

/** The value of a Search Attribute. */
export interface SetAttribute {
  readonly value: unknown;
  /** The place of the argument that it comes from; `''` if it is computed. */
  readonly path: string;
}

/** The filled-in start of one call. */
export interface StartPlan {
  readonly ownId?: (OwnIdPolicy & { readonly workflowId: string }) | undefined;
  readonly message?:
    | {
        readonly kind: 'signal' | 'update';
        readonly name: string;
        readonly args: readonly unknown[];
      }
    | undefined;
  /** The Workflow ID of the execution that the call adopts, instead of a start. */
  readonly adopts?: string | undefined;
  readonly delayMs?: number | undefined;
  readonly searchAttributes?: Readonly<Record<string, SetAttribute>> | undefined;
  readonly memo?: Readonly<Record<string, unknown>> | undefined;
  readonly summary?: string | undefined;
  readonly details?: string | undefined;
  /** The guard of the tool's approvers is `false`. Absent: the task has the approvers of its tool. */
  readonly withoutApprovers?: true | undefined;
}
