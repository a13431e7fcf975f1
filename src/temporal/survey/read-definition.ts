import { isTaskError } from '../../core/errors.js';
import { isRecord } from '../../core/is-record.js';
import { toLine } from '../../core/quote.js';
import type { MessageKind } from '../../core/task-message.js';
import type { WorkflowRecord } from '../../survey/workflow-record.js';
import { queryWorkflow } from '../query-workflow.js';
import type { TemporalCalls } from '../temporal-calls.js';

import type { FoundExecution } from './find-executions.js';
import { DEFINITION_LIMIT_MS, MAX_ASKED, MAX_EVENTS_ASKED } from './survey-calls.js';

/** The Query that every SDK answers by itself, with `temporal.api.sdk.v1.WorkflowMetadata`. */
const METADATA_QUERY = '__temporal_workflow_metadata';
/** Longest description that is copied, in characters. */
const MAX_DESCRIPTION_LENGTH = 500;

const HANDLERS = [
  ['query', 'queryDefinitions'],
  ['signal', 'signalDefinitions'],
  ['update', 'updateDefinitions'],
] as const satisfies readonly (readonly [MessageKind, string])[];

/** What a Worker answers, as far as it is what was agreed. */
function addDefinition(record: WorkflowRecord, metadata: unknown): boolean {
  const definition = isRecord(metadata) ? metadata['definition'] : undefined;
  if (!isRecord(metadata) || !isRecord(definition)) return false;
  for (const [kind, key] of HANDLERS) {
    const handlers = definition[key];
    for (const handler of Array.isArray(handlers) ? handlers : []) {
      if (!isRecord(handler) || typeof handler['name'] !== 'string') continue;
      const message = record.message(kind, handler['name']);
      if (!message) continue;
      message.isDeclared = true;
      const { description } = handler;
      if (typeof description === 'string' && description.trim() !== '') {
        message.description = toLine(description.trim(), MAX_DESCRIPTION_LENGTH);
      }
    }
  }
  const details = metadata['currentDetails'];
  if (typeof details === 'string' && details !== '') record.hasCurrentDetails = true;
  return true;
}

/** Open executions first, since a Worker may have them at hand; then short ones. */
function toCandidates(executions: readonly FoundExecution[]): FoundExecution[] {
  return executions
    .filter(({ historyLength }) => historyLength <= MAX_EVENTS_ASKED)
    .sort(
      (one, two) =>
        Number(two.isOpen) - Number(one.isOpen) || one.historyLength - two.historyLength,
    )
    .slice(0, MAX_ASKED);
}

/** Asks the Workers of a Workflow Type for its handlers. Where nobody answers in time, nothing is known of them. */
export async function readDefinition(
  calls: TemporalCalls,
  executions: readonly FoundExecution[],
  record: WorkflowRecord,
): Promise<void> {
  for (const { workflowId, runId } of toCandidates(executions)) {
    const query = { workflowId, runId, name: METADATA_QUERY, arguments: [] };
    try {
      const outcome = await queryWorkflow(calls, { ...query, limitMs: DEFINITION_LIMIT_MS });
      if (outcome.kind !== 'answered' || !addDefinition(record, outcome.value)) continue;
      record.hasDefinition = true;
      return;
    } catch (error) {
      // An SDK that does not know the Query, or a Worker that could not answer it.
      if (!isTaskError(error)) throw error;
    }
  }
}
