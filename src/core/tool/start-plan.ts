import type { OwnIdPolicy } from '../../definition/tool/start.js';

/** The argument that names the execution, for a tool that adopts executions. */
export const ADOPTED_ID_ARGUMENT = 'workflow_id';

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
