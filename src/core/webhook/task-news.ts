import type { TaskStatus } from '../task/task-status.js';
import type { Task } from '../task/task.js';
import type { ConfiguredWebhook } from '../tool/configured-webhook.js';
import { toJson } from '../value/exact-json.js';
import { shortHash } from '../value/short-hash.js';

import type { Notice, TaskNews } from './notifier.js';
import { type TaskEvent, toFinished, toInputRequired } from './task-event.js';

/** Identifies an endpoint in Temporal without its URL, which may contain a secret. */
export async function toEndpointId({ url }: ConfiguredWebhook): Promise<string> {
  return shortHash(url);
}

function hasNewQuestion({ questions }: Task, toldKeys: readonly string[]): boolean {
  return questions.some(({ key }) => !toldKeys.includes(key));
}

export function hasNews(
  task: Task,
  toldKeys: readonly string[],
  webhooks: readonly ConfiguredWebhook[],
): boolean {
  const wantsQuestions = webhooks.some(({ events }) => events.includes('task.input_required'));
  return task.outcome !== undefined || (wantsQuestions && hasNewQuestion(task, toldKeys));
}

/** The task's owner as a member of `data`, if the webhook asks for it: the name without claims. */
function ownerFor(
  { tellOwner = false }: ConfiguredWebhook,
  { principal }: Task,
): Readonly<Record<string, unknown>> {
  if (!tellOwner || !principal) return {};
  const { kind, issuer, subject } = principal;
  return { owner: { kind, issuer, subject } };
}

async function toNotices(
  event: TaskEvent,
  task: Task,
  webhooks: readonly ConfiguredWebhook[],
): Promise<readonly Notice[]> {
  const listening = webhooks.filter(({ events }) => events.includes(event.name));
  return Promise.all(
    listening.map(async (webhook) => {
      const told: object = { ...event, data: { ...event.data, ...ownerFor(webhook, task) } };
      return {
        endpoint: await toEndpointId(webhook),
        messageId: event.eventId,
        body: toJson(told),
      };
    }),
  );
}

/**
 * The news of a task that has some, as messages for the webhooks of its tool.
 *
 * @param statusOf Returns the status as `tasks/get` shows it, in the revision that created the task.
 */
export async function toNews(
  task: Task,
  webhooks: readonly ConfiguredWebhook[],
  statusOf: (task: Task) => TaskStatus,
): Promise<TaskNews> {
  const event = task.outcome ? await toFinished(task, statusOf(task)) : await toInputRequired(task);
  return {
    notices: await toNotices(event, task, webhooks),
    toldKeys: task.questions.map(({ key }) => key),
    isOver: task.outcome !== undefined,
  };
}
