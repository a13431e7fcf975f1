import { hasCode, TaskErrorCode } from '../../core/errors.js';
import { quote, quoteName } from '../../core/value/quote.js';
import { type DescribedExecution, describeWorkflow } from '../describe/describe-execution.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import { describeOpenStatus, type OpenStatusOptions } from './open-status.js';

/** Maximum number of children and operations that a status message names. */
const MAX_SHOWN = 3;

type PendingChild = NonNullable<DescribedExecution['raw']['pendingChildren']>[number];

/** Describes the state of a child in words. Returns its name if no more is known, or if it is in another namespace. */
async function describeChild(
  calls: TemporalCalls,
  { workflowId, runId, workflowTypeName }: PendingChild,
  options: OpenStatusOptions,
): Promise<string> {
  const name = workflowTypeName == null ? 'child workflow' : quoteName(workflowTypeName);
  if (workflowId == null) return name;
  try {
    const child = await describeWorkflow(calls, workflowId, runId ?? undefined);
    const { statusMessage } = child.isOpen
      ? await describeOpenStatus(child, {
          ...options,
          taskId: workflowId,
          cancelRequested: child.cancelRequested,
        })
      : {};
    return statusMessage === undefined ? name : `${name} (${quote(statusMessage)})`;
  } catch (error) {
    if (hasCode(error, TaskErrorCode.taskNotFound)) return name;
    throw error;
  }
}

/** `3 × report` in place of three equal texts. */
function countEqual(texts: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => (count === 1 ? text : `${count} × ${text}`));
}

/**
 * Describes the children and Nexus operations that a Workflow waits for, as a describe shows them. Timers and awaited
 * Signals are not visible.
 */
export async function describeWaiting(
  calls: TemporalCalls,
  { raw }: DescribedExecution,
  options: OpenStatusOptions,
): Promise<string | undefined> {
  const children = (raw.pendingChildren ?? []).slice(0, MAX_SHOWN);
  const operations = (raw.pendingNexusOperations ?? []).slice(0, MAX_SHOWN);
  const texts = [
    ...(await Promise.all(children.map(async (child) => describeChild(calls, child, options)))),
    ...operations.map(({ service, operation }) =>
      [service ?? '', operation ?? ''].filter(Boolean).map(quoteName).join(' '),
    ),
  ];
  return texts.length === 0 ? undefined : `Waiting for ${countEqual(texts).join('; ')}`;
}
