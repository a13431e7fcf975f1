import { InputMethod, type InputRequest, isUrlElicitation } from '../contract/input-request.js';
import { withoutQuestionNote } from '../question/question-note.js';
import type { Question } from '../question/question.js';
import type { TaskStatus } from '../task/task-status.js';
import type { Task } from '../task/task.js';
import type { ConfiguredWebhook, WebhookEvent } from '../tool/configured-webhook.js';
import { cutText } from '../value/cut-text.js';
import { toJson } from '../value/exact-json.js';
import { shortHash } from '../value/short-hash.js';

import type { Notice, TaskNews } from './notifier.js';

/** Maximum length of a Workflow's own text, in UTF-16 code units. Enough to show the topic. */
const MAX_MESSAGE_LENGTH = 500;
/** Maximum length of a question's text, in UTF-16 code units. Chats take 3,000 characters. */
const MAX_QUESTION_LENGTH = 2_000;

/** An event of a task. Its data have no results and arguments; clients read them. */
interface TaskEvent {
  /** The same for equal events, from every process. */
  readonly eventId: string;
  readonly name: WebhookEvent;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

async function toEvent(
  { name, task, data }: { readonly name: WebhookEvent; readonly task: Task; readonly data: object },
  ...marks: readonly (string | number)[]
): Promise<TaskEvent> {
  const { taskId, toolName, lastUpdatedAt } = task;
  // The requests name the pages.
  const statusMessage = withoutQuestionNote(task.statusMessage, task.questions) ?? '';
  return {
    eventId: `evt_${await shortHash([name, taskId, ...marks])}`,
    name,
    timestamp: lastUpdatedAt,
    data: {
      taskId,
      tool: toolName,
      ...data,
      statusMessage: statusMessage === '' ? undefined : cutText(statusMessage, MAX_MESSAGE_LENGTH),
    },
  };
}

async function toFinished(task: Task, status: TaskStatus): Promise<TaskEvent> {
  const { phase, createdAt, lastUpdatedAt } = task;
  const data = {
    status,
    isError: phase === 'toolError' ? true : undefined,
    createdAt,
    finishedAt: lastUpdatedAt,
  };
  return toEvent({ name: 'task.finished', task, data }, Date.parse(lastUpdatedAt));
}

function toKind(request: InputRequest): 'form' | 'url' | 'sampling' {
  if (request.method === InputMethod.sample) return 'sampling';
  return isUrlElicitation(request) ? 'url' : 'form';
}

/** A question without its text. */
function toRequest(question: Question): Readonly<Record<string, unknown>> {
  const { key, askedAt, answerBy, page } = question;
  return { key, kind: toKind(question), askedAt, answerBy, page };
}

async function toInputRequired(task: Task): Promise<TaskEvent> {
  const { questions } = task;
  const requests = questions.map(toRequest);
  const keys = questions.map(({ key }) => key).sort();
  return toEvent({ name: 'task.input_required', task, data: { requests } }, ...keys);
}

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

/** The requests with the texts of their questions as a member of `data`, if the webhook asks for it. */
function textsFor(
  { name }: TaskEvent,
  { tellQuestions = false }: ConfiguredWebhook,
  { questions }: Task,
): Readonly<Record<string, unknown>> {
  if (!tellQuestions || name !== 'task.input_required') return {};
  return {
    requests: questions.map((question) => {
      const { message } = question.params;
      const text = typeof message === 'string' ? cutText(message, MAX_QUESTION_LENGTH) : undefined;
      return { ...toRequest(question), message: text };
    }),
  };
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
      const more = { ...textsFor(event, webhook, task), ...ownerFor(webhook, task) };
      const message: object = { ...event, data: { ...event.data, ...more } };
      return {
        endpoint: await toEndpointId(webhook),
        messageId: event.eventId,
        body: toJson(message),
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
