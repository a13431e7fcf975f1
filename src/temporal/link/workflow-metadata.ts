/** Reads the metadata that a Workflow of any SDK answers to a Query. */
import { isTaskError } from '../../core/errors.js';
import type { MessageKind } from '../../core/mapping/message-target.js';
import { isRecord } from '../../core/value/is-record.js';

import { queryWorkflow } from './query-workflow.js';
import type { TemporalCalls } from './temporal-calls.js';

/** The Query that every SDK answers without a handler of the Workflow, with `temporal.api.sdk.v1.WorkflowMetadata`. */
export const METADATA_QUERY = '__temporal_workflow_metadata';

const MEMBERS = [
  ['query', 'queryDefinitions'],
  ['signal', 'signalDefinitions'],
  ['update', 'updateDefinitions'],
] as const satisfies readonly (readonly [MessageKind, string])[];

export interface DeclaredHandler {
  readonly kind: MessageKind;
  /** Empty for a handler that takes all names without a handler of their own. */
  readonly name: string;
}

export interface WorkflowMetadata {
  readonly workflowId: string;
  /** Handlers of the Workflow, without the SDK's own. */
  readonly handlers: readonly DeclaredHandler[];
}

interface WorkflowRun {
  readonly workflowId: string;
  readonly runId: string;
}

/** Returns the well-formed parts of a Worker's answer. */
function toMetadata(workflowId: string, answer: unknown): WorkflowMetadata | undefined {
  const { definition } = isRecord(answer) ? answer : {};
  if (!isRecord(definition)) return undefined;
  const handlers = MEMBERS.flatMap(([kind, member]) => {
    const declared: unknown = definition[member];
    const list = Array.isArray(declared) ? declared.filter((handler) => isRecord(handler)) : [];
    return list
      .map(({ name }) => ({ kind, name: typeof name === 'string' ? name : '' }))
      .filter(({ name }) => !name.startsWith('__'));
  });
  return { workflowId, handlers };
}

/**
 * Queries executions of one Workflow Type, one after the other, up to the first answer; `undefined` if no Worker
 * answers in time.
 *
 * @param limitMs Time limit of each Query, in milliseconds. A running Worker usually answers within a few.
 */
export async function readWorkflowMetadata(
  calls: TemporalCalls,
  executions: readonly WorkflowRun[],
  limitMs: number,
): Promise<WorkflowMetadata | undefined> {
  for (const { workflowId, runId } of executions) {
    try {
      const query = { workflowId, runId, name: METADATA_QUERY, arguments: [], limitMs };
      const outcome = await queryWorkflow(calls, query);
      const metadata =
        outcome.kind === 'answered' ? toMetadata(workflowId, outcome.value) : undefined;
      if (metadata) return metadata;
    } catch (error) {
      // The SDK may not know the Query, or the execution has just ended.
      if (!isTaskError(error)) throw error;
    }
  }
  return undefined;
}
