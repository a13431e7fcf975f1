import { activityInfo, getClient } from '@temporalio/activity';
import type { Payload } from '@temporalio/common';

import {
  type CancelSignalPayload,
  META_MEMO_KEY,
  parseTaskMeta,
  type TaskMeta,
  TERMINATE_REASON_PREFIX,
} from '../core/contract.js';
import type { EndExpiredInput, EndExpiredOutcome } from '../core/task/ttl-end.js';

import { isGone } from './is-gone.js';

/** The reason that the task shows. */
const REASON = 'its time to live is over';

/** Reads the memo that the task's start has written. */
async function readMeta(payload: Payload | null | undefined): Promise<TaskMeta | undefined> {
  if (!payload) return undefined;
  const { payloadCodecs, payloadConverter } = getClient().options.loadedDataConverter;
  let payloads = [payload];
  for (const codec of [...payloadCodecs].reverse()) payloads = await codec.decode(payloads);
  const [decoded] = payloads;
  return parseTaskMeta(decoded && payloadConverter.fromPayload(decoded));
}

/** Describes a run of an execution. Default: the current run. */
async function describe(workflowId: string, runId?: string) {
  // A raw call, because the Client's `describe()` decodes the whole memo, and may need the user's converter for it.
  const { workflowExecutionInfo: info, workflowExtendedInfo: more } =
    await getClient().workflowService.describeWorkflowExecution({
      namespace: activityInfo().namespace,
      execution: { workflowId, ...(runId !== undefined && { runId }) },
    });
  const currentRunId = info?.execution?.runId ?? '';
  const { firstRunId } = info ?? {};
  return {
    runId: currentRunId,
    // Older versions of the Temporal Service leave it out; it is then decoded as an empty string.
    firstRunId: firstRunId == null || firstRunId === '' ? currentRunId : firstRunId,
    isAsked: more?.cancelRequested ?? false,
    meta: await readMeta(info?.memo?.fields?.[META_MEMO_KEY]),
  };
}

/**
 * Returns the current run of the companion's chain, or `undefined` if another chain has the ID or the memo is missing.
 */
async function findOwn(taskId: string): Promise<Awaited<ReturnType<typeof describe>> | undefined> {
  const companionId = activityInfo().workflowExecution?.workflowId;
  const current = await describe(taskId);
  const { firstRunId, runId, meta } = current;
  // Some SDKs drop the memo when a Workflow continues as new, so the memo of the first run counts. If retention has
  // removed the first run, `describe` throws.
  const ofStart = meta ?? (firstRunId === runId ? meta : (await describe(taskId, firstRunId)).meta);
  return ofStart?.companionId !== undefined && ofStart.companionId === companionId
    ? current
    : undefined;
}

function toSignalPayload(): CancelSignalPayload {
  return { by: 'ttl', at: new Date().toISOString(), reason: REASON };
}

/** The Activity of the companions that end tasks after their time to live; see `core/ttl-end.ts`. */
export async function endExpired(input: EndExpiredInput): Promise<EndExpiredOutcome> {
  const { taskId, cancelSignal, step, ttlMs } = input;
  try {
    const own = await findOwn(taskId);
    if (!own) return 'gone';
    const handle = getClient().workflow.getHandle(taskId, undefined, {
      firstExecutionRunId: own.firstRunId,
    });
    if (step === 'terminate') {
      await handle.terminate(`${TERMINATE_REASON_PREFIX} ${REASON} (${ttlMs} ms)`);
      return 'done';
    }
    // A run that was already asked to stop has its reason.
    if (own.isAsked) return 'done';
    if (cancelSignal !== undefined) await handle.signal(cancelSignal, toSignalPayload());
    await handle.cancel();
    return 'done';
  } catch (error) {
    if (isGone(error)) return 'gone';
    throw error;
  }
}
