import type { WorkflowRecord } from '../../core/survey/workflow-record.js';
import { toLine } from '../../core/value/quote.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import { readWorkflowMetadata } from '../link/workflow-metadata.js';

import type { FoundExecution } from './find-executions.js';
import { DEFINITION_LIMIT_MS, MAX_ASKED, MAX_EVENTS_ASKED } from './survey-calls.js';

/** Longest description that is copied, in characters. */
const MAX_DESCRIPTION_LENGTH = 500;

/** Sorts open executions first, since a Worker may have them in memory; then short histories. */
function toCandidates(executions: readonly FoundExecution[]): FoundExecution[] {
  return executions
    .filter(({ historyLength }) => historyLength <= MAX_EVENTS_ASKED)
    .sort(
      (one, two) =>
        Number(two.isOpen) - Number(one.isOpen) || one.historyLength - two.historyLength,
    )
    .slice(0, MAX_ASKED);
}

/** Asks the Workers of a Workflow Type for its handlers. Without an answer in time, they are unknown. */
export async function readDefinition(
  calls: TemporalCalls,
  executions: readonly FoundExecution[],
  record: WorkflowRecord,
): Promise<void> {
  const asked = toCandidates(executions);
  const metadata = await readWorkflowMetadata(calls, asked, DEFINITION_LIMIT_MS);
  if (!metadata) return;
  record.hasDefinition = true;
  if (metadata.hasCurrentDetails) record.hasCurrentDetails = true;
  for (const { kind, name, description } of metadata.handlers) {
    const message = name === '' ? undefined : record.message(kind, name);
    if (!message) continue;
    message.isDeclared = true;
    if (description !== undefined) {
      message.description = toLine(description, MAX_DESCRIPTION_LENGTH);
    }
  }
}
