import { InputMethod, type InputRequest, isUrlElicitation } from '../contract/input-request.js';
import type { TaskStatus } from '../task/task-status.js';
import type { Task } from '../task/task.js';
import type { WebhookEvent } from '../tool/configured-webhook.js';
import { cutText } from '../value/cut-text.js';
import { shortHash } from '../value/short-hash.js';

/** Maximum length of a Workflow's own text, in UTF-16 code units. Enough to show the topic. */
const MAX_MESSAGE_LENGTH = 500;

/** An event of a task. Its data have no results, arguments and questions; clients read them. */
export interface TaskEvent {
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
  const { taskId, toolName, statusMessage = '', lastUpdatedAt } = task;
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

export async function toFinished(task: Task, status: TaskStatus): Promise<TaskEvent> {
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

export async function toInputRequired(task: Task): Promise<TaskEvent> {
  const { questions } = task;
  const requests = questions.map((question) => ({ key: question.key, kind: toKind(question) }));
  const keys = questions.map(({ key }) => key).sort();
  return toEvent({ name: 'task.input_required', task, data: { requests } }, ...keys);
}
