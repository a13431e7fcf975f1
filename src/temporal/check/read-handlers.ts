import { isTaskError } from '../../core/errors.js';
import { isRecord } from '../../core/is-record.js';
import type { MessageKind } from '../../core/task-message.js';
import { queryWorkflow } from '../query-workflow.js';
import type { TemporalCalls } from '../temporal-calls.js';

import type { SeenExecution } from './seen-starts.js';

/** The Query that every SDK answers by itself, with `temporal.api.sdk.v1.WorkflowMetadata`. */
const METADATA_QUERY = '__temporal_workflow_metadata';
/** A Worker that is there answers in milliseconds. */
const LIMIT_MS = 2_000;
/** Executions that are asked before it is given up. */
const MAX_ASKED = 2;

const MEMBERS = [
  ['query', 'queryDefinitions'],
  ['signal', 'signalDefinitions'],
  ['update', 'updateDefinitions'],
] as const satisfies readonly (readonly [MessageKind, string])[];

/** The handlers that an execution has at the moment. */
export interface Handlers {
  readonly workflowId: string;
  /** Names by kind. An empty one is a handler of all other names. */
  readonly names: ReadonlyMap<MessageKind, readonly string[]>;
}

/** What a Worker answers, as far as it is what was agreed. */
function toHandlers(workflowId: string, metadata: unknown): Handlers | undefined {
  const definition = isRecord(metadata) ? metadata['definition'] : undefined;
  if (!isRecord(definition)) return undefined;
  const named = MEMBERS.map(([kind, member]) => {
    const handlers: unknown = definition[member];
    const list = Array.isArray(handlers) ? handlers.filter((one) => isRecord(one)) : [];
    const names = list.map(({ name }) => (typeof name === 'string' ? name : ''));
    return [kind, names.filter((name) => !name.startsWith('__'))] as const;
  });
  return { workflowId, names: new Map(named) };
}

/** Asks running executions for their handlers; `undefined` where no Worker answers in time. */
export async function readHandlers(
  calls: TemporalCalls,
  executions: readonly SeenExecution[],
): Promise<Handlers | undefined> {
  for (const { workflowId, runId } of executions
    .filter(({ isOpen }) => isOpen)
    .slice(0, MAX_ASKED)) {
    try {
      const query = { workflowId, runId, name: METADATA_QUERY, arguments: [], limitMs: LIMIT_MS };
      const outcome = await queryWorkflow(calls, query);
      const handlers =
        outcome.kind === 'answered' ? toHandlers(workflowId, outcome.value) : undefined;
      if (handlers) return handlers;
    } catch (error) {
      // An SDK that does not know the Query, or an execution that has just ended.
      if (!isTaskError(error)) throw error;
    }
  }
  return undefined;
}
