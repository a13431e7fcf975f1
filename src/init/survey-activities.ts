/** Reads Activities that Workflows or clients have scheduled: names, times and shapes, without any value. */
import { isInternalName } from '../check/internal-names.js';
import { looksLikeData } from '../check/looks-like-data.js';
import {
  type RecordedStart,
  type ScheduledActivity,
  toScheduled,
} from '../check/recorded-starts.js';
import { isTaskError } from '../core/errors.js';
import { ACTIVITIES } from '../temporal/activity/activity-rows.js';
import { readActivitySupport } from '../temporal/activity/activity-support.js';
import type { TemporalCalls } from '../temporal/link/temporal-calls.js';
import { quoteTexts } from '../temporal/link/visibility-text.js';
import { EVERYBODY, type Visibility } from '../temporal/link/visibility.js';

import { ArgumentsShape } from './arguments-shape.js';

/** Maximum number of Activity Types. */
const MAX_TYPES = 20;
/** Maximum number of Standalone Activities that are listed. */
const ROWS = 100;
/** Maximum number of Activities of a type whose arguments are read. */
const MAX_READ = 5;

export interface SurveyedActivity extends Omit<ScheduledActivity, 'input'> {
  readonly starts: ArgumentsShape;
}

function isOffered(type: string): boolean {
  return type !== '' && !isInternalName(type) && !looksLikeData(type);
}

export class ActivitySurveyor {
  readonly #calls: TemporalCalls;
  readonly #visibility: Visibility;

  constructor(calls: TemporalCalls, visibility: Visibility) {
    this.#calls = calls;
    this.#visibility = visibility;
  }

  /**
   * Sorted by type. Empty where the namespace has no Standalone Activities, or does not tell.
   *
   * @param executions Workflows that may have scheduled some.
   * @param taskQueues Of Standalone Activities. Default: all.
   */
  async survey(
    executions: readonly RecordedStart[],
    taskQueues: readonly string[] | undefined,
  ): Promise<readonly SurveyedActivity[]> {
    try {
      const { hasActivities } = await readActivitySupport(this.#calls);
      if (!hasActivities) return [];
      const standalone = await this.#listStandalone(taskQueues);
      return await this.#fold([
        ...standalone,
        ...executions.flatMap(({ activities }) => activities),
      ]);
    } catch (error) {
      // Describing a namespace needs a permission that readers need not have.
      if (isTaskError(error)) return [];
      throw error;
    }
  }

  /** Latest first, without those that failed, were terminated or timed out. */
  async #listStandalone(
    taskQueues: readonly string[] | undefined,
  ): Promise<readonly ScheduledActivity[]> {
    const good = `ExecutionStatus NOT IN ${quoteTexts(['Failed', 'Terminated', 'TimedOut'])}`;
    const query = taskQueues ? `${good} AND TaskQueue IN ${quoteTexts(taskQueues)}` : good;
    const page = { query, pageSize: ROWS, source: ACTIVITIES };
    const { executions: rows } = await this.#visibility.list(EVERYBODY, page);
    const read = new Map<string, number>();
    const scheduled: ScheduledActivity[] = [];
    for (const { execution, type } of rows) {
      const name = type?.name ?? '';
      const count = read.get(name) ?? 0;
      if (count === MAX_READ || !isOffered(name)) continue;
      read.set(name, count + 1);
      scheduled.push(await this.#describe(execution?.workflowId ?? '', execution?.runId ?? ''));
    }
    return scheduled;
  }

  async #describe(activityId: string, runId: string): Promise<ScheduledActivity> {
    const { info, input } = await this.#calls.run(
      async ({ workflowService, options: { namespace } }) =>
        workflowService.describeActivityExecution({
          namespace,
          activityId,
          runId,
          includeInput: true,
        }),
    );
    return toScheduled({
      ...info,
      taskQueue: { name: info?.taskQueue ?? '' },
      input: input ?? null,
    });
  }

  async #fold(scheduled: readonly ScheduledActivity[]): Promise<readonly SurveyedActivity[]> {
    const surveyed = new Map<string, SurveyedActivity>();
    for (const { input, ...activity } of scheduled) {
      const known = surveyed.get(activity.type);
      if (!isOffered(activity.type) || known?.starts.count === MAX_READ) continue;
      if (!known && surveyed.size === MAX_TYPES) continue;
      const place = { workflowId: '', what: `the arguments of Activity ${activity.type}` };
      const { values } = await this.#calls.payloads.readAll(input?.payloads ?? [], place);
      if (!values?.every((value) => !ArrayBuffer.isView(value))) continue;
      const seen = known ?? { ...activity, starts: new ArgumentsShape() };
      seen.starts.add(values);
      surveyed.set(activity.type, seen);
    }
    return [...surveyed.values()].sort((a, b) => (a.type < b.type ? -1 : 1));
  }
}
