import type { WorkflowRecord } from './workflow-record.js';

/** The recent executions of a namespace, by Workflow Type. */
export interface NamespaceSurvey {
  readonly namespace: string;
  /** Sorted by name. */
  readonly workflows: readonly WorkflowRecord[];
  /** Workflow Types of which no execution was found, although they were asked for, or seen a moment ago. */
  readonly notFound: readonly string[];
  /** Whether it has the Search Attribute that tasks with own Workflow IDs need. */
  readonly hasOwnerAttribute: boolean;
  /** Whether there are more Workflow Types than were looked at. */
  readonly hasMore: boolean;
}

export interface SurveyScope {
  /** Workflow Types. Default: all. */
  readonly types?: readonly string[] | undefined;
  /** Task Queues that executions were started on. Default: all. */
  readonly taskQueues?: readonly string[] | undefined;
  /** Executions of each Workflow Type that are read. */
  readonly limit: number;
}
