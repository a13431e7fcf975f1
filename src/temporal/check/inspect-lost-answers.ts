import { ANSWERED_STATE_HEADER } from '../../core/contract.js';
import type { MessageTarget } from '../../core/task/task-message.js';
import { fetchNewestEvents, type HistoryEvent } from '../declared/fetch-newest-events.js';
import { targetOf } from '../declared/recorded-message.js';
import { NOTHING_SCANNED, scanMessages } from '../declared/scan-messages.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import { readWorkflowMetadata } from '../link/workflow-metadata.js';

import type { Finding } from './finding.js';
import { WORDS } from './inspect-handlers.js';

/** Limits of the read: the last 1,000 events. Older answers are left out. */
const PAGES = { pageSize: 500, maxPages: 2, isEnough: () => false };
/** Time for a Worker to name its handlers, in milliseconds. */
const METADATA_LIMIT_MS = 2_000;

/** Returns the kinds and names of the messages with which this server has sent answers to declared questions. */
function answersIn(events: readonly HistoryEvent[]): readonly MessageTarget[] {
  const targets = events.flatMap((event) => {
    const message =
      event.workflowExecutionSignaledEventAttributes ??
      event.workflowExecutionUpdateAcceptedEventAttributes?.acceptedRequest?.input;
    const target = targetOf(event);
    return target && message?.header?.fields?.[ANSWERED_STATE_HEADER] ? [target] : [];
  });
  return [...new Map(targets.map((target) => [JSON.stringify(target), target])).values()];
}

/** Reports answers to declared questions that an open Workflow has taken without any effect. */
export async function inspectLostAnswers(
  calls: TemporalCalls,
  execution: { readonly workflowId: string; readonly runId: string },
): Promise<Finding[]> {
  const { workflowId, runId } = execution;
  const events = await fetchNewestEvents(calls, { taskId: workflowId, runId }, PAGES);
  const lost = answersIn(events).flatMap((target) => {
    const scan = { targets: [target], stateOf: new Map<number, string>() };
    const { messages } = scanMessages(NOTHING_SCANNED, events.toReversed(), scan);
    const without = messages.filter(({ isTaken, hasEffect }) => isTaken && !hasEffect);
    return without.length === 0 ? [] : [{ ...target, ids: without.map(({ eventId }) => eventId) }];
  });
  if (lost.length === 0) return [];
  const metadata = await readWorkflowMetadata(calls, [execution], METADATA_LIMIT_MS);
  return lost.map(({ kind, name, ids }) => {
    const known = metadata?.handlers.filter((one) => one.kind === kind).map((one) => one.name);
    const handlers = known && ` It handles ${known.join(', ') || `no ${WORDS[kind]}`} now.`;
    const message = `The Workflow has done nothing on ${ids.length} answer(s) by the ${WORDS[kind]} ${name} (event ${ids.join(', ')}).${handlers ?? ''} Compare its name and arguments with "answer" of the question.`;
    return { level: 'warning', message };
  });
}
