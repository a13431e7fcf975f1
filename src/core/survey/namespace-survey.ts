import type { WorkflowRecord } from './workflow-record.js';

/** The recent executions of a namespace, by Workflow Type. */
export interface NamespaceSurvey {
  readonly namespace: string;
  /** Sorted by name. */
  readonly workflows: readonly WorkflowRecord[];
  /** Workflow Types without any execution, although they were named or found just before. */
  readonly notFound: readonly string[];
  /** True if the namespace has the Search Attribute that tasks with own Workflow IDs need. */
  readonly hasOwnerAttribute: boolean;
  /** True if the namespace has more Workflow Types than the survey read. */
  readonly hasMore: boolean;
}

export interface SurveyScope {
  /** Workflow Types. Default: all. */
  readonly types?: readonly string[] | undefined;
  /** Task Queues of the executions' starts. Default: all. */
  readonly taskQueues?: readonly string[] | undefined;
  /** Number of executions read of each Workflow Type. */
  readonly limit: number;
}
