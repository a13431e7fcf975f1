import { Context } from '@temporalio/activity';
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import type { WorkerOptions } from '@temporalio/worker';

import type { OwnWork } from '../../core/tool/own-work.js';
import { toWellFormed } from '../../core/value/exact-json.js';
import { toSentence } from '../../core/value/sentence.js';
import type { JobActivities, JobCall, JobHeartbeat } from '../contract/job-contract.js';
import { JobFailure, JobRetry } from '../contract/job-errors.js';
import type { AskService, JobRunner } from '../contract/job-runner.js';
import { describeWait } from '../run/reply/pace.js';

/** Time between signs of life of a call that takes long, in milliseconds. */
const SIGN_MS = 5_000;
/** Maximum number of calls that a process makes to one origin at a time. */
const MAX_CALLS = 20;

/**
 * Has Temporal make a further attempt. It logs no warning, since each poll of a running job ends so.
 *
 * @param afterMs Absent: as the Retry Policy says.
 */
function again(message: string, afterMs?: number): ApplicationFailure {
  return ApplicationFailure.create({
    message,
    type: 'JobGoesOn',
    category: ApplicationFailureCategory.BENIGN,
    nextRetryDelay: afterMs,
  });
}

function toTemporalFailure(error: unknown): unknown {
  if (error instanceof JobFailure) {
    const { type, message } = error;
    return ApplicationFailure.create({ type, message, nonRetryable: true });
  }
  return error instanceof JobRetry ? again(error.message, error.afterMs) : error;
}

/** Says why a call is made again, and when. */
function toRetryHeartbeat({ message, afterMs }: JobRetry): JobHeartbeat {
  const pause = describeWait(afterMs ?? 0, afterMs) ?? 'Trying again.';
  return toWellFormed({ status: `${toSentence(message)} ${pause}` });
}

function asActivity<Call, Outcome>(
  make: (call: Call) => Promise<Outcome>,
): (call: Call) => Promise<Outcome> {
  return async (call) => {
    try {
      // An expression may cut a character of a reply.
      return toWellFormed(await make(call));
    } catch (error) {
      if (error instanceof JobRetry) Context.current().heartbeat(toRetryHeartbeat(error));
      throw toTemporalFailure(error);
    }
  };
}

/** Repeats the last heartbeat during work, so that Temporal soon knows of the death of this process. */
async function withSigns<T>(last: JobHeartbeat, work: () => Promise<T>): Promise<T> {
  const context = Context.current();
  const signs = setInterval(() => {
    context.heartbeat(last);
  }, SIGN_MS);
  return work().finally(() => {
    clearInterval(signs);
  });
}

/** An Activity that Temporal retries until the service has answered. Its heartbeat says what is known meanwhile. */
function asking<Call extends JobCall, Outcome>(
  ask: AskService<Call, Outcome>,
): (call: Call) => Promise<Outcome> {
  return async (call) => {
    const context = Context.current();
    const { info } = context;
    const before = (info.heartbeatDetails ?? {}) as JobHeartbeat;
    const step = await withSigns(before, async () => ask(call, before, info.attempt));
    if (step.kind === 'ended') return step.outcome;
    // Temporal keeps the last one over all attempts, and Temporal Cloud charges for each.
    if (JSON.stringify(step.heartbeat) !== JSON.stringify(before)) {
      context.heartbeat(toWellFormed(step.heartbeat));
    }
    if (step.warning !== undefined) context.log.warn(step.warning, { taskId: call.taskId });
    throw again(step.reason, step.afterMs);
  };
}

function createActivities(runner: JobRunner): JobActivities {
  return {
    startJob: asActivity(runner.start),
    findJob: asActivity(runner.find),
    followJob: asActivity(asking(runner.follow)),
    fetchResult: asActivity(asking(runner.fetchResult)),
    fetchFailure: asActivity(runner.fetchFailure),
    cancelJob: asActivity(runner.cancel),
  };
}

/**
 * Options of a Worker that calls one origin for the jobs of a manifest. It has Activities only.
 *
 * @param callsPerMinute The limit of all such Workers together, which Temporal keeps by Task Queue.
 */
export function jobWorkerOptions(
  runner: JobRunner,
  { taskQueue, callsPerMinute }: Pick<OwnWork, 'taskQueue' | 'callsPerMinute'>,
): Pick<
  WorkerOptions,
  'taskQueue' | 'maxTaskQueueActivitiesPerSecond' | 'maxConcurrentActivityTaskExecutions'
> & { readonly activities: object } {
  return {
    taskQueue,
    activities: createActivities(runner),
    maxTaskQueueActivitiesPerSecond: callsPerMinute / 60,
    maxConcurrentActivityTaskExecutions: MAX_CALLS,
  };
}
