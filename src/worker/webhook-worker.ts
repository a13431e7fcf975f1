import { ApplicationFailure, Context } from '@temporalio/activity';
import type { WorkerOptions } from '@temporalio/worker';

import {
  type Notifier,
  type NotifierActivities,
  toWebhookTaskQueue,
} from '../core/webhook/notifier.js';
import type { WebhookReply } from '../core/webhook/webhook-sender.js';

import { temporalTime } from './temporal-time.js';

/** Maximum number of tasks for which a process waits at a time, each with an Activity. */
const MAX_WAITS = 2_000;
/** Statuses after which no further attempt is made: the endpoint is gone, or never takes this message. */
const FINAL_STATUSES: readonly number[] = [410, 413];

/** Returns the error of an attempt that the endpoint has not accepted. */
function toFailure(reply: WebhookReply): ApplicationFailure | undefined {
  if (reply.kind === 'failed') {
    return ApplicationFailure.create({ message: reply.reason, type: reply.reason });
  }
  const { status, retryAfterMs } = reply;
  if (status >= 200 && status < 300) return undefined;
  return ApplicationFailure.create({
    message: `The endpoint has answered with status ${status}`,
    type: status >= 500 ? 'http_5xx' : 'http_4xx',
    nonRetryable: FINAL_STATUSES.includes(status),
    nextRetryDelay: retryAfterMs,
  });
}

function createActivities({ awaitNews, post }: Notifier): NotifierActivities {
  return {
    awaitNews: async (input) =>
      awaitNews(input, { signal: Context.current().cancellationSignal, nowMs: temporalTime() }),
    postNotice: async (input) => {
      const reply = await post(input);
      const failure = reply && toFailure(reply);
      if (failure) throw failure;
    },
  };
}

/** Options of a Worker that calls the webhooks of a manifest. It has Activities only. */
export function webhookWorkerOptions(
  notifier: Notifier,
  serverName: string,
): Pick<WorkerOptions, 'taskQueue' | 'maxConcurrentActivityTaskExecutions'> & {
  readonly activities: object;
} {
  return {
    taskQueue: toWebhookTaskQueue(serverName),
    activities: createActivities(notifier),
    maxConcurrentActivityTaskExecutions: MAX_WAITS,
  };
}
