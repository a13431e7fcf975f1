import { ApplicationFailure, Context } from '@temporalio/activity';
import type { WorkerOptions } from '@temporalio/worker';

import {
  type Companion,
  LOOK_WITHOUT_HEARTBEAT_MS,
  type LookActivities,
  toCompanionTaskQueue,
} from '../core/companion/companion.js';
import type { WebhookReply } from '../core/webhook/webhook-sender.js';

import { readTemporalTime } from './temporal-time.js';

/** Maximum number of tasks at which a process looks at a time, each with an Activity. */
const MAX_LOOKS = 2_000;
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

function createActivities({ look, post }: Companion): LookActivities {
  return {
    lookAtTask: async (input) => {
      const { heartbeat, cancellationSignal: signal } = Context.current();
      const { waitMs } = input;
      const beat = waitMs > LOOK_WITHOUT_HEARTBEAT_MS && setTimeout(heartbeat, waitMs / 2);
      try {
        return await look(input, { signal, nowMs: await readTemporalTime() });
      } finally {
        if (beat !== false) clearTimeout(beat);
      }
    },
    postNotice: async (input) => {
      const reply = await post(input);
      const failure = reply && toFailure(reply);
      if (failure) throw failure;
    },
  };
}

/** Options of a Worker that does what the companions of a manifest's tasks need. It has Activities only. */
export function companionWorkerOptions(
  companion: Companion,
  serverName: string,
): Pick<WorkerOptions, 'taskQueue' | 'maxConcurrentActivityTaskExecutions'> & {
  readonly activities: object;
} {
  return {
    taskQueue: toCompanionTaskQueue(serverName),
    activities: createActivities(companion),
    maxConcurrentActivityTaskExecutions: MAX_LOOKS,
  };
}
