import { type Logger, silentLogger } from '../../core/logger.js';
import type { Notifier, TaskNews } from '../../core/webhook/notifier.js';
import { hasNews, nextDueMs, toEndpointId, toNews } from '../../core/webhook/task-news.js';
import type { Manifest } from '../../manifest/manifest.js';
import { createWaitForAnyTask } from '../../temporal/task/wait-for-any-task.js';
import { createWebhookSender } from '../../transport/webhooks/create-webhook-sender.js';
import { connectTemporal, type TemporalSettings } from '../config/connect-temporal.js';

import { statusOf } from './create-generations.js';
import { lookAtTask, requireTool } from './look-at-task.js';

const NOTHING_FOLLOWS: TaskNews = { notices: [], toldKeys: [], isOver: true };

/** Settings of a notifier and of a keeper of deadlines. Name of the server, tools and Temporal must be the same as the servers'. */
export interface NotifierOptions {
  readonly manifest: Manifest;
  readonly temporal: TemporalSettings;
  readonly logger?: Logger | undefined;
}

/** Creates the notifier of a Worker. It needs no server and no secret of servers. */
export function createNotifier({
  manifest,
  temporal,
  logger = silentLogger,
}: NotifierOptions): Notifier {
  const { tools, inbox } = manifest;
  const { waitFor } = createWaitForAnyTask({
    ...connectTemporal(temporal),
    tools,
    inbox,
    logger,
  });
  const send = createWebhookSender();
  return {
    async awaitNews({ taskId, toolName, createdAt, toldKeys, waiting, waitMs }, { signal, nowMs }) {
      const { webhooks } = requireTool(manifest, toolName);
      if (webhooks.length === 0) return NOTHING_FOLLOWS;
      const known = { toldKeys, waiting };
      const dueMs = nextDueMs(known, webhooks);
      const isDue = nowMs() >= dueMs;
      const untilMs = isDue ? waitMs : Math.min(waitMs, dueMs - nowMs());
      const inVain = { notices: [], ...known, isOver: false };
      const wait = { createdAt, waitMs: untilMs, signal, nowMs, inVain, gone: NOTHING_FOLLOWS };
      return lookAtTask<TaskNews>(wait, async (stop) => {
        const task = await waitFor(taskId, {
          signal: stop,
          until: (task) => isDue || task.createdAt !== createdAt || hasNews(task, known, webhooks),
        });
        if (task.createdAt !== createdAt) return undefined;
        return toNews(task, { webhooks, known, statusOf, logger, nowMs: nowMs() });
      });
    },

    async post({ toolName, endpoint, messageId, body }) {
      for (const webhook of requireTool(manifest, toolName).webhooks) {
        if ((await toEndpointId(webhook)) === endpoint) return send(webhook, { messageId, body });
      }
      logger.info(
        { toolName, messageId },
        'The manifest no longer has the endpoint that a message was for',
      );
      return undefined;
    },
  };
}
