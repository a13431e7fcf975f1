import type { ConfiguredWebhook } from '../../definition/tool/webhooks.js';
import { isForPeople } from '../contract/input-request.js';
import type { Logger } from '../logger.js';
import { logMissing } from '../mapping/missing-values.js';
import { toOwnerRoot } from '../person/caller-root.js';
import type { Question } from '../question/question.js';
import type { TaskStatus } from '../task/task-status.js';
import type { Task } from '../task/task.js';
import { toJson } from '../value/exact-json.js';
import { shortHash } from '../value/short-hash.js';

import { fillBody, isOfQuestion } from './message-body.js';
import type { AwaitNewsInput, Notice, TaskNews, WaitingQuestion } from './notifier.js';
import { type TaskEvent, toFinished, toInputRequired, toTold } from './task-event.js';

/** The questions of a task of which endpoints have been told, or that wait for a reminder. */
type Known = Pick<AwaitNewsInput, 'toldKeys' | 'waiting'>;

interface NewsOptions {
  readonly webhooks: readonly ConfiguredWebhook[];
  readonly known: Known;
  /** Returns the status as `tasks/get` shows it, in the revision that created the task. */
  readonly statusOf: (task: Task) => TaskStatus;
  /** Learns of values that a body lacks. */
  readonly logger?: Logger | undefined;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/** Identifies an endpoint in Temporal without its URL, which may contain a secret. */
export async function toEndpointId({ url }: ConfiguredWebhook): Promise<string> {
  return shortHash(url);
}

function listenersOf(
  webhooks: readonly ConfiguredWebhook[],
  name: TaskEvent['name'],
): readonly ConfiguredWebhook[] {
  return webhooks.filter(({ events }) => events.includes(name));
}

/** The times after which endpoints are called about open questions, in milliseconds, in order. */
function timesOf(webhooks: readonly ConfiguredWebhook[]): readonly number[] {
  const listening = listenersOf(webhooks, 'task.input_required');
  return [...new Set(listening.flatMap(({ after }) => after ?? []))].sort((a, b) => a - b);
}

function isNew({ key }: Question, { toldKeys }: Known): boolean {
  return !toldKeys.includes(key);
}

/** Returns true for a task that has ended, or asks something that some endpoint wants to know. */
export function hasNews(
  { outcome, questions }: Task,
  known: Known,
  webhooks: readonly ConfiguredWebhook[],
): boolean {
  if (outcome !== undefined) return true;
  const wantsQuestions = listenersOf(webhooks, 'task.input_required').length > 0;
  return wantsQuestions && questions.some((question) => isNew(question, known));
}

/** When endpoints are next called about a question that stays open, in milliseconds since the epoch. `Infinity`: never. */
export function nextDueMs({ waiting = [] }: Known, webhooks: readonly ConfiguredWebhook[]): number {
  const times = timesOf(webhooks);
  return Math.min(
    ...waiting.flatMap(({ since, toldAfterMs }) =>
      times.filter((afterMs) => afterMs > toldAfterMs).map((ms) => Date.parse(since) + ms),
    ),
  );
}

/** The open questions of which endpoints will be told, or are told now. */
function toWaiting(questions: readonly Question[], known: Known, nowMs: number): WaitingQuestion[] {
  return questions.flatMap((question): WaitingQuestion[] => {
    const { key, askedAt } = question;
    const before = known.waiting?.find((one) => one.key === key);
    if (before) return [before];
    if (!isNew(question, known)) return [];
    // The clock of the Workflow may be ahead.
    const sinceMs = Math.min(askedAt === undefined ? nowMs : Date.parse(askedAt), nowMs);
    return [{ key, since: new Date(sinceMs).toISOString(), toldAfterMs: 0 }];
  });
}

/** Makes the message about an event for one endpoint. */
async function toNotice(
  event: TaskEvent,
  webhook: ConfiguredWebhook,
  { task, logger }: { readonly task: Task; readonly logger: Logger | undefined },
): Promise<Notice> {
  const endpoint = await toEndpointId(webhook);
  const messageId = event.eventId;
  const message = toTold(event, webhook, task);
  const { body } = webhook;
  if (!body) return { endpoint, messageId, body: toJson(message) };
  const { taskId, toolName, principal } = task;
  const [question] = event.questions.map(({ told }) => told);
  const scope = {
    event: message,
    question,
    caller: toOwnerRoot(principal),
    task: { id: taskId },
  };
  const { value, missing } = await fillBody(body, scope);
  logMissing(logger, { toolName, key: 'webhooks.body', missing });
  return { endpoint, messageId, body: toJson(value ?? null) };
}

/** Questions of which the endpoints with one `after` are told, all together or each by itself. */
interface Asked {
  /** Absent: the endpoints that are told at once. */
  readonly afterMs?: number | undefined;
  /** Questions that stand in one message. */
  readonly together: readonly Question[];
  readonly each: readonly Question[];
}

async function tellOfQuestions(
  task: Task,
  { afterMs, together, each }: Asked,
  { webhooks, logger, nowMs }: NewsOptions,
): Promise<readonly Notice[]> {
  if (each.length === 0) return [];
  const listening = listenersOf(webhooks, 'task.input_required').filter(
    ({ after }) => after === afterMs,
  );
  const due = afterMs === undefined ? undefined : { afterMs, nowMs };
  const notices = await Promise.all(
    listening.map(async (webhook) => {
      const groups = isOfQuestion(webhook.body)
        ? each.filter(isForPeople).map((question) => [question])
        : [together];
      const events = await Promise.all(
        groups.map(async (questions) => toInputRequired(task, questions, due)),
      );
      return Promise.all(events.map(async (event) => toNotice(event, webhook, { task, logger })));
    }),
  );
  return notices.flat();
}

/** The news of a task, as messages for the webhooks of its tool. */
export async function toNews(task: Task, options: NewsOptions): Promise<TaskNews> {
  const { webhooks, known, statusOf, logger, nowMs } = options;
  if (task.outcome) {
    const event = await toFinished(task, statusOf(task));
    const notices = await Promise.all(
      listenersOf(webhooks, event.name).map(async (webhook) =>
        toNotice(event, webhook, { task, logger }),
      ),
    );
    return { notices, toldKeys: [], isOver: true };
  }
  const { questions } = task;
  const times = timesOf(webhooks);
  const waiting = toWaiting(questions, known, nowMs);
  const isDue = (afterMs: number, { since, toldAfterMs }: WaitingQuestion): boolean =>
    afterMs > toldAfterMs && Date.parse(since) + afterMs <= nowMs;
  const asked: Asked[] = [
    { together: questions, each: questions.filter((question) => isNew(question, known)) },
    ...times.map((afterMs) => {
      const keys = waiting.filter((one) => isDue(afterMs, one)).map(({ key }) => key);
      const due = questions.filter(({ key }) => keys.includes(key));
      return { afterMs, together: due, each: due };
    }),
  ];
  const notices = await Promise.all(asked.map(async (one) => tellOfQuestions(task, one, options)));
  return {
    notices: notices.flat(),
    toldKeys: questions.map(({ key }) => key),
    waiting: waiting
      .map((one) => {
        const told = times.filter((afterMs) => isDue(afterMs, one));
        return { ...one, toldAfterMs: Math.max(one.toldAfterMs, ...told) };
      })
      .filter(({ toldAfterMs }) => times.some((afterMs) => afterMs > toldAfterMs)),
    isOver: false,
  };
}
