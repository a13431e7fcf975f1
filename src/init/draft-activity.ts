/** Drafts a tool whose work is an Activity without a Workflow. `init` writes it as a comment. */
import { LIMITS, type ScheduledActivity } from '../check/recorded-starts.js';
import { toMs } from '../temporal/link/timestamps.js';

import { draftArguments } from './draft-arguments.js';
import type { SurveyedActivity } from './survey-activities.js';

/** What the service fills in where nobody has chosen a policy. */
const INITIAL_MS = 1_000;
const COEFFICIENT = 2;
const MAXIMUM_OF_INITIAL = 100;

const toDuration = (ms: number): string => (ms % 1_000 === 0 ? `${ms / 1_000}s` : `${ms}ms`);

/** The service fills limits that nobody has chosen in with that of the whole. */
function draftLimits({ limits }: Pick<ScheduledActivity, 'limits'>): Record<string, string> {
  const whole = limits.scheduleToCloseTimeout;
  return Object.fromEntries(
    LIMITS.filter(
      (name) => limits[name] > 0 && (name === 'scheduleToCloseTimeout' || limits[name] !== whole),
    ).map((name) => [name, toDuration(limits[name])]),
  );
}

/** The members that somebody has chosen. `undefined`: none. */
function draftRetryPolicy(
  policy: ScheduledActivity['retryPolicy'],
): Record<string, unknown> | undefined {
  const initialMs = toMs(policy?.initialInterval) ?? INITIAL_MS;
  const maximumMs = toMs(policy?.maximumInterval) ?? 0;
  const coefficient = policy?.backoffCoefficient ?? COEFFICIENT;
  const isCapped = maximumMs > 0 && maximumMs !== initialMs * MAXIMUM_OF_INITIAL;
  const attempts = policy?.maximumAttempts ?? 0;
  const chosen = {
    maximumAttempts: attempts > 0 ? attempts : undefined,
    initialInterval: initialMs === INITIAL_MS ? undefined : toDuration(initialMs),
    backoffCoefficient: coefficient === COEFFICIENT || coefficient < 1 ? undefined : coefficient,
    maximumInterval: isCapped ? toDuration(maximumMs) : undefined,
    nonRetryableErrorTypes: policy?.nonRetryableErrorTypes?.length
      ? policy.nonRetryableErrorTypes
      : undefined,
  };
  return Object.values(chosen).some((value) => value !== undefined) ? chosen : undefined;
}

export function draftActivity({
  type,
  taskQueue,
  starts,
  ...scheduled
}: SurveyedActivity): Readonly<Record<string, unknown>> {
  const { input, layout } = draftArguments(starts);
  return {
    activity: {
      type,
      taskQueue,
      ...draftLimits(scheduled),
      retryPolicy: draftRetryPolicy(scheduled.retryPolicy),
      arguments: layout,
    },
    description: `Runs the activity ${type}.`,
    annotations: { destructiveHint: true },
    progress: scheduled.limits.heartbeatTimeout > 0 ? { heartbeat: true } : undefined,
    input,
  };
}
