/** Reads the messages, heartbeats and results of executions that `init` has found: names and shapes, without any value. */
import { isInternalName } from '../check/internal-names.js';
import { looksLikeData } from '../check/looks-like-data.js';
import { readHandlers } from '../check/read-handlers.js';
import type { RecordedStart } from '../check/recorded-starts.js';
import { isTaskError } from '../core/errors.js';
import type { MessageKind } from '../core/mapping/message-target.js';
import { readEnding } from '../temporal/describe/read-ending.js';
import type { TemporalCalls } from '../temporal/link/temporal-calls.js';

import { ArgumentsShape, findUnreadable } from './arguments-shape.js';
import { ValueShape } from './value-shape.js';

/** Maximum number of results that are read of a Workflow Type. */
const MAX_RESULTS = 5;

export interface SurveyedHandler {
  readonly kind: MessageKind;
  readonly name: string;
  /** Absent: nobody has sent it in what was read. */
  readonly sent?: ArgumentsShape | undefined;
}

export interface SurveyedInterface {
  /** Sorted by name. A Query that needs arguments looks like one without: nothing records them. */
  readonly handlers: readonly SurveyedHandler[];
  /** Activity Types that may send heartbeats, since they have a heartbeat timeout. */
  readonly heartbeats: readonly string[];
  /** Absent: no result was read. */
  readonly result?: ValueShape | undefined;
}

function isOffered(name: string): boolean {
  return name !== '' && !isInternalName(name) && !looksLikeData(name);
}

/** Folds received messages into shapes, by kind and name. */
function foldMessages(executions: readonly RecordedStart[]): Map<string, SurveyedHandler> {
  const messages = new Map<string, { kind: MessageKind; name: string; sent: ArgumentsShape }>();
  for (const { kind, name, arguments: messageArguments } of executions.flatMap(
    ({ messages: own }) => own,
  )) {
    if (findUnreadable(messageArguments) !== undefined) continue;
    const key = `${kind} ${name}`;
    const { sent } = messages.get(key) ?? { sent: new ArgumentsShape() };
    sent.add(messageArguments);
    messages.set(key, { kind, name, sent });
  }
  return messages;
}

async function readResults(
  calls: TemporalCalls,
  executions: readonly RecordedStart[],
): Promise<ValueShape | undefined> {
  const shape = new ValueShape();
  for (const { workflowId, runId } of executions
    .filter(({ isCompleted }) => isCompleted)
    .slice(0, MAX_RESULTS)) {
    try {
      const ending = await readEnding(calls, { taskId: workflowId, runId });
      if (ending.kind === 'value' && findUnreadable([ending.value]) === undefined) {
        shape.add(ending.value);
      }
    } catch (error) {
      // Temporal has deleted the execution meanwhile.
      if (!isTaskError(error)) throw error;
    }
  }
  return shape.count > shape.nulls ? shape : undefined;
}

export async function surveyInterface(
  calls: TemporalCalls,
  executions: readonly RecordedStart[],
): Promise<SurveyedInterface> {
  const handlers = foldMessages(executions);
  for (const handler of (await readHandlers(calls, executions))?.handlers ?? []) {
    const key = `${handler.kind} ${handler.name}`;
    if (!handlers.has(key)) handlers.set(key, handler);
  }
  const result = await readResults(calls, executions);
  const heartbeating = executions
    .flatMap(({ activities }) => activities)
    .filter(({ limits }) => limits.heartbeatTimeout > 0);
  return {
    handlers: [...handlers.values()]
      .filter(({ name }) => isOffered(name))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    heartbeats: [...new Set(heartbeating.map(({ type }) => type))].filter(isOffered),
    result,
  };
}
