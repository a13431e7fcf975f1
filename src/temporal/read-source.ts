import {
  defaultPayloadConverter,
  type LoadedDataConverter,
  type Payload,
} from '@temporalio/common';

import type { SourceReading, WorkflowSource } from '../core/workflow-source.js';

import { decodePayload } from './decode-payload.js';
import { type DescribedExecution, toMs } from './describe-execution.js';
import type { WorkflowQueries } from './workflow-queries.js';

/** What reading needs besides the execution. */
export interface SourceReader {
  readonly queries: WorkflowQueries;
  readonly dataConverter: LoadedDataConverter;
}

/** What is in a payload that the Workflow has written as it likes: what cannot be read counts as absent. */
async function readPayload(
  payload: Payload | null | undefined,
  decode: (payload: Payload) => unknown,
): Promise<SourceReading> {
  try {
    return { isKnown: true, ...(payload && { value: await decode(payload) }) };
  } catch {
    return { isKnown: true };
  }
}

/** SDKs differ in whether they write one value of a search attribute as a list. */
function withoutList(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
}

/** What is at a source of an execution that was described a moment ago. */
export async function readSource(
  source: WorkflowSource,
  { taskId, execution }: { readonly taskId: string; readonly execution: DescribedExecution },
  { queries, dataConverter }: SourceReader,
): Promise<SourceReading> {
  const { runId, historyLength, raw } = execution;
  const { memo, searchAttributes } = raw.workflowExecutionInfo ?? {};
  switch (source.kind) {
    case 'query': {
      const asked = {
        ...{ taskId, runId, historyLength },
        taskQueue: raw.executionConfig?.taskQueue?.name ?? '',
        isMoving: raw.pendingWorkflowTask != null,
        startedAtMs: toMs(raw.workflowExecutionInfo?.startTime) ?? 0,
      };
      return queries.ask(asked, source);
    }
    case 'memo':
      return readPayload(memo?.fields?.[source.name], async (payload) =>
        decodePayload(dataConverter, payload),
      );
    case 'searchAttribute':
      // The service reads them itself, so no codec has been at them.
      return readPayload(searchAttributes?.indexedFields?.[source.name], (payload) =>
        withoutList(defaultPayloadConverter.fromPayload(payload)),
      );
  }
}
