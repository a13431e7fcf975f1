import type { ConfiguredWebhook } from '../../definition/tool/webhooks.js';
import { isForPeople } from '../contract/input-request.js';
import type { Logger } from '../logger.js';
import { logMissing } from '../mapping/missing-values.js';
import { toOwnerRoot } from '../person/caller-root.js';
import type { Question } from '../question/question.js';
import type { TaskStatus } from '../task/task-status.js';
import type { Task } from '../task/task.js';
import { toJson } from '../value/exact-json.js';
import { toDigest } from '../value/json-digest.js';

import { fillBody, isOfQuestion } from './message-body.js';
import { type TaskEvent, toFinished, toInputRequired, toTold } from './task-event.js';

/** A message for one endpoint. URL and secret come from the Worker's manifest. */
export interface Notice {
  /** A hash of the endpoint's URL. */
  readonly endpoint: string;
  readonly messageId: string;
  readonly body: string;
}

/** An open question that a companion has seen, and of which it has told. */
export interface SeenQuestion {
  readonly key: string;
  /** When it was first seen, ISO 8601. */
  readonly seenAt: string;
  /** The longest `after` whose endpoints were told, in milliseconds. Absent: none. */
  readonly toldAfterMs?: number | undefined;
  /** It was declined. Absent: it was not. */
  readonly isDeclined?: true | undefined;
}

interface NewsOptions {
  readonly webhooks: readonly ConfiguredWebhook[];
  /** The open questions that were told. */
  readonly seen: readonly SeenQuestion[];
  /** Returns the status as `tasks/get` shows it, in the revision that created the task. */
  readonly statusOf: (task: Task) => TaskStatus;
  /** Learns of values that a body lacks. */
  readonly logger?: Logger | undefined;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/** Number of digits of an endpoint's hash: 128 bits. */
const ENDPOINT_LENGTH = 32;

/** Identifies an endpoint in Temporal without its URL, which may contain a secret. */
export async function toEndpointId({ url }: ConfiguredWebhook): Promise<string> {
  return toDigest(url, ENDPOINT_LENGTH);
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

function isNew({ key }: Question, seen: readonly SeenQuestion[]): boolean {
  return !seen.some((one) => one.key === key);
}

/** Returns true for a task that has ended, or asks something that some endpoint wants to know. */
export function hasNews(
  { outcome, questions }: Task,
  seen: readonly SeenQuestion[],
  webhooks: readonly ConfiguredWebhook[],
): boolean {
  if (outcome !== undefined) return true;
  const wantsQuestions = listenersOf(webhooks, 'task.input_required').length > 0;
  return wantsQuestions && questions.some((question) => isNew(question, seen));
}

/** The times at which endpoints are called about a question that stays open, in milliseconds since the epoch. */
function remindersOf(
  { askedAt }: Question,
  { seenAt, toldAfterMs = 0 }: SeenQuestion,
  webhooks: readonly ConfiguredWebhook[],
): readonly { readonly afterMs: number; readonly atMs: number }[] {
  const seenMs = Date.parse(seenAt);
  // The clock of the Workflow may be ahead.
  const sinceMs = Math.min(askedAt === undefined ? seenMs : Date.parse(askedAt), seenMs);
  return timesOf(webhooks).flatMap((afterMs) =>
    afterMs > toldAfterMs ? [{ afterMs, atMs: sinceMs + afterMs }] : [],
  );
}

/** When endpoints are next called about a question that stays open, in milliseconds since the epoch. `Infinity`: never. */
export function nextReminderMs(
  { questions }: Task,
  seen: readonly SeenQuestion[],
  webhooks: readonly ConfiguredWebhook[],
): number {
  const times = questions.flatMap((question) => {
    const known = seen.find(({ key }) => key === question.key);
    return known ? remindersOf(question, known, webhooks) : [];
  });
  return Math.min(...times.map(({ atMs }) => atMs));
}

/** The open questions of a task, of which new ones are seen now. */
function toSeen(
  { questions }: Task,
  seen: readonly SeenQuestion[],
  nowMs: number,
): readonly SeenQuestion[] {
  const seenAt = new Date(nowMs).toISOString();
  return questions.map(({ key }) => seen.find((one) => one.key === key) ?? { key, seenAt });
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

/** The news of a task, as messages for the webhooks of its tool, oldest first; and its open questions, as seen now. */
export async function toNews(
  task: Task,
  options: NewsOptions,
): Promise<{ readonly notices: readonly Notice[]; readonly seen: readonly SeenQuestion[] }> {
  const { webhooks, seen: before, statusOf, logger, nowMs } = options;
  if (task.outcome) {
    const event = await toFinished(task, statusOf(task));
    const notices = await Promise.all(
      listenersOf(webhooks, event.name).map(async (webhook) =>
        toNotice(event, webhook, { task, logger }),
      ),
    );
    return { notices, seen: [] };
  }
  const { questions } = task;
  const seen = toSeen(task, before, nowMs);
  const due = questions.map((question, at) => {
    const [known] = seen.slice(at, at + 1);
    const reminders = known ? remindersOf(question, known, webhooks) : [];
    return reminders.flatMap(({ afterMs, atMs }) => (atMs <= nowMs ? [afterMs] : []));
  });
  const asked: Asked[] = [
    { together: questions, each: questions.filter((question) => isNew(question, before)) },
    ...timesOf(webhooks).map((afterMs) => {
      const each = questions.filter((_, at) => due[at]?.includes(afterMs));
      return { afterMs, together: each, each };
    }),
  ];
  const notices = await Promise.all(asked.map(async (one) => tellOfQuestions(task, one, options)));
  // Nobody says at the moment whether these are still open.
  const hidden = before.filter(({ key }) => questions.every((question) => question.key !== key));
  return {
    notices: notices.flat(),
    seen: [
      ...seen.map((one, at) => {
        const told = due[at] ?? [];
        return told.length > 0 ? { ...one, toldAfterMs: Math.max(...told) } : one;
      }),
      ...(task.hasUnknownQuestions ? hidden : []),
    ],
  };
}
