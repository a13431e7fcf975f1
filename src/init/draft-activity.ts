/** Drafts a tool whose work is an Activity without a Workflow. `init` writes it as a comment. */
import { draftArguments } from './draft-arguments.js';
import type { SurveyedActivity } from './survey-activities.js';

const toDuration = (ms: number): string => (ms % 1_000 === 0 ? `${ms / 1_000}s` : `${ms}ms`);

export function draftActivity({
  type,
  taskQueue,
  startToCloseTimeoutMs,
  heartbeatTimeoutMs,
  starts,
}: SurveyedActivity): Readonly<Record<string, unknown>> {
  const { input, layout } = draftArguments(starts);
  const hasHeartbeats = heartbeatTimeoutMs > 0;
  return {
    activity: {
      type,
      taskQueue,
      startToCloseTimeout: toDuration(startToCloseTimeoutMs),
      heartbeatTimeout: hasHeartbeats ? toDuration(heartbeatTimeoutMs) : undefined,
      arguments: layout,
    },
    description: `Runs the activity ${type}.`,
    annotations: { destructiveHint: true },
    progress: hasHeartbeats ? { heartbeat: true } : undefined,
    input,
  };
}
