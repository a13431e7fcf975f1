/** The events of a task, and what an endpoint learns about them. */
import type { EventData, EventQuestion, WebhookEvent } from '../../definition/event.js';
import type { ConfiguredWebhook } from '../../definition/tool/webhooks.js';
import { InputMethod, type InputRequest, isUrlElicitation } from '../contract/input-request.js';
import { withoutQuestionNote } from '../question/question-note.js';
import type { Question } from '../question/question.js';
import type { TaskStatus } from '../task/task-status.js';
import type { Task } from '../task/task.js';
import { cutText } from '../value/cut-text.js';
import { toDigest } from '../value/json-digest.js';

/** Number of digits in the ID of an event: 128 bits. */
const ID_LENGTH = 32;
/** Maximum length of a Workflow's own text, in UTF-16 code units. Enough to show the topic. */
const MAX_MESSAGE_LENGTH = 500;
/** Maximum length of a question's text, in UTF-16 code units. Chats take 3,000 characters. */
const MAX_QUESTION_LENGTH = 2_000;

/** An event of a task. Its data have no results and arguments; clients read them. */
export interface TaskEvent {
  /** The same for equal events, from every process. */
  readonly eventId: string;
  readonly name: WebhookEvent;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly data: EventData;
  /** The questions that it names, without and with their texts. Empty: none. */
  readonly questions: readonly { readonly request: EventQuestion; readonly told: EventQuestion }[];
}

/** The members of an event that no other event has. */
type OwnData<Name extends WebhookEvent> = {
  readonly [Each in Name]: Omit<EventData<Each>, 'taskId' | 'tool' | 'statusMessage' | 'owner'>;
}[Name];

interface EventOf extends Pick<TaskEvent, 'name'> {
  readonly data: OwnData<WebhookEvent>;
  readonly task: Task;
  /** Default: the task's last change. */
  readonly timestamp?: string | undefined;
  readonly questions?: TaskEvent['questions'] | undefined;
}

async function toEvent(
  { name, task, data, timestamp = task.lastUpdatedAt, questions = [] }: EventOf,
  ...marks: readonly (string | number)[]
): Promise<TaskEvent> {
  const { taskId, toolName } = task;
  // The requests name the pages.
  const statusMessage = withoutQuestionNote(task.statusMessage, task.questions) ?? '';
  return {
    eventId: `evt_${await toDigest([name, taskId, ...marks], ID_LENGTH)}`,
    name,
    timestamp,
    data: {
      taskId,
      tool: toolName,
      ...data,
      statusMessage: statusMessage === '' ? undefined : cutText(statusMessage, MAX_MESSAGE_LENGTH),
    },
    questions,
  };
}

export async function toFinished(task: Task, status: TaskStatus): Promise<TaskEvent> {
  const { phase, createdAt, lastUpdatedAt } = task;
  const data: OwnData<'task.finished'> = {
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

function describeQuestion(question: Question): TaskEvent['questions'][number] {
  const { key, askedAt, answerBy, page, params } = question;
  const request = { key, kind: toKind(question), askedAt, answerBy, page };
  const { message } = params;
  const text = typeof message === 'string' ? cutText(message, MAX_QUESTION_LENGTH) : undefined;
  return { request, told: { ...request, message: text } };
}

/** @param due They have been open for a time, in milliseconds. Absent: they are new. */
export async function toInputRequired(
  task: Task,
  asked: readonly Question[],
  due?: { readonly afterMs: number; readonly nowMs: number },
): Promise<TaskEvent> {
  const questions = asked.map(describeQuestion);
  const keys = asked.map(({ key }) => key).sort();
  const data: OwnData<'task.input_required'> = {
    requests: questions.map(({ request }) => request),
  };
  const timestamp = due && new Date(due.nowMs).toISOString();
  const event = { name: 'task.input_required', task, data, timestamp, questions } as const;
  return toEvent(event, ...keys, ...(due ? [due.afterMs] : []));
}

/** The task's owner as a member of `data`, if the webhook asks for it: the name without claims. */
function ownerFor({ tellOwner }: ConfiguredWebhook, { principal }: Task): Pick<EventData, 'owner'> {
  if (!tellOwner || !principal) return {};
  const { kind, issuer, subject } = principal;
  return { owner: { kind, issuer, subject } };
}

/** The requests with the texts of their questions as a member of `data`, if the webhook asks for them. */
function textsFor(
  { tellQuestions }: ConfiguredWebhook,
  { questions }: TaskEvent,
): Partial<EventData<'task.input_required'>> {
  return tellQuestions && questions.length > 0
    ? { requests: questions.map(({ told }) => told) }
    : {};
}

/** The message about an event for one endpoint. */
export function toTold(
  event: TaskEvent,
  webhook: ConfiguredWebhook,
  task: Task,
): Omit<TaskEvent, 'questions'> {
  const { eventId, name, timestamp, data } = event;
  const more = { ...textsFor(webhook, event), ...ownerFor(webhook, task) };
  return { eventId, name, timestamp, data: { ...data, ...more } };
}
