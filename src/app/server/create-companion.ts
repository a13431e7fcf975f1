import type { Companion, KnownTask, Looked } from '../../core/companion/companion.js';
import { isAccompanied } from '../../core/companion/needs-companion.js';
import { isTaskGone } from '../../core/errors.js';
import { type Logger, silentLogger } from '../../core/logger.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import { hasNews, nextReminderMs, toEndpointId, toNews } from '../../core/webhook/task-news.js';
import type { Manifest } from '../../manifest/manifest.js';
import { declineOverdue, nextDeclineMs } from '../../temporal/act/decline-overdue.js';
import type { TemporalTask } from '../../temporal/read/to-task.js';
import { createWaitForAnyTask } from '../../temporal/task/wait-for-any-task.js';
import { createWebhookSender } from '../../transport/webhooks/create-webhook-sender.js';
import { connectTemporal, type TemporalSettings } from '../config/connect-temporal.js';

import { statusOf } from './create-generations.js';

/** Time after which a task that is not there was never started, in milliseconds. */
const START_MS = 5 * 60_000;
/** Time for reads after the time for a look, in milliseconds. */
const READ_MS = 15_000;

const OVER: Looked = { end: 'over', notices: [], known: { questions: [] } };

/** Settings of companions. Name of the server, tools and Temporal must be the same as the servers'. */
export interface CompanionOptions {
  readonly manifest: Manifest;
  readonly temporal: TemporalSettings;
  readonly logger?: Logger | undefined;
}

/** @throws {Error} If the manifest has no such tool. */
function requireTool({ tools }: Manifest, name: string): ToolDefinition {
  const tool = tools.get(name);
  if (!tool) throw new Error(`The manifest of this Worker has no tool ${name}.`);
  return tool;
}

/** When something is next due about a task that stays as it is, in milliseconds since the epoch. */
function nextDueMs(
  task: TemporalTask,
  { webhooks }: ToolDefinition,
  questions: KnownTask['questions'],
  nowMs: number,
): number {
  return Math.min(nextReminderMs(task, questions, webhooks), nextDeclineMs(task, questions, nowMs));
}

/** Creates what a Worker does for companions. It needs no server and no secret of servers. */
export function createCompanion({
  manifest,
  temporal,
  logger = silentLogger,
}: CompanionOptions): Companion {
  const { tools, inbox } = manifest;
  const { calls, waitFor } = createWaitForAnyTask({
    ...connectTemporal(temporal),
    tools,
    inbox,
    logger,
  });
  const send = createWebhookSender();

  /** Deals with what a look has found. */
  const act = async (
    task: TemporalTask,
    tool: ToolDefinition,
    { known, nowMs, isQuiet }: { known: KnownTask; nowMs: number; isQuiet: boolean },
  ): Promise<Looked> => {
    const { questions: seen } = known;
    const declined = task.outcome ? [] : await declineOverdue(calls, task, { seen, nowMs, logger });
    const news = await toNews(task, { webhooks: tool.webhooks, seen, statusOf, logger, nowMs });
    const { notices } = news;
    if (task.outcome) return { end: 'over', notices, known: { questions: [] } };
    const questions = news.seen.map((one) =>
      declined.includes(one.key) ? ({ ...one, isDeclined: true } as const) : one,
    );
    const dueMs = nextDueMs(task, tool, questions, nowMs);
    const isNews = !isQuiet || notices.length > 0 || declined.length > 0;
    return {
      end: isNews ? 'news' : 'quiet',
      notices,
      known: { questions, dueAtMs: dueMs < Infinity ? dueMs : undefined },
    };
  };

  return {
    async look({ taskId, toolName, createdAt, known, waitMs }, { signal, nowMs }) {
      const tool = requireTool(manifest, toolName);
      if (!isAccompanied(tool)) return OVER;
      const untilMs = nowMs() + waitMs;
      const stop = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(waitMs) + READ_MS)]);
      const isMeant = (task: TemporalTask): boolean => task.createdAt === createdAt;
      const { questions, dueAtMs = Infinity } = known;
      const dueIn = (task: TemporalTask): number => nextDueMs(task, tool, questions, nowMs());
      /** The next look has to be in time also if this one's Worker dies. */
      const isDueSooner = (dueMs: number): boolean =>
        dueMs <= nowMs() || dueMs < Math.min(dueAtMs, untilMs);
      const isFound = (task: TemporalTask): boolean =>
        !isMeant(task) || hasNews(task, questions, tool.webhooks) || isDueSooner(dueIn(task));
      try {
        const task = await waitFor(taskId, {
          signal: stop,
          until: (current) => isFound(current) || nowMs() >= untilMs,
          refreshMs: (current) => Math.max(Math.min(untilMs, dueIn(current)) - nowMs(), 0),
        });
        if (isMeant(task)) {
          return await act(task, tool, { known, nowMs: nowMs(), isQuiet: !isFound(task) });
        }
      } catch (error) {
        if (stop.aborted) return { end: 'cut', notices: [], known };
        if (!isTaskGone(error)) throw error;
      }
      if (nowMs() - Date.parse(createdAt) > START_MS) return OVER;
      throw new Error('The task has not started yet.');
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
