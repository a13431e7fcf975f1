import type { ClientTask } from '../../core/contract/contract.js';
import type { Question } from '../../core/question/question.js';
import type { OutgoingMessage } from '../../core/request/exchange.js';
import type { Task } from '../../core/task/task.js';

import { canHold, clientTaskTtlMs } from './client-tasks.js';
import type { QuestionStream } from './question-stream.js';

export interface ShownQuestion {
  /** The stream that shows it, and the only one whose readings close it: those of other streams may be older. */
  readonly stream: QuestionStream;
  /** The question and its task, as last read. */
  question: Question;
  task: Task;
  /** Number of times that the question was sent: 0 if only the result of a client's task was requested. */
  times: number;
  /** Time at which the last request was sent, in milliseconds since the epoch. 0: none was. */
  askedAtMs: number;
  /** Number of repetitions after missing answers. */
  silences: number;
  /** IDs of requests that the client may still answer. */
  readonly openIds: Set<string>;
  /** Runs while an answer is expected that could be lost. */
  silence?: ReturnType<typeof setTimeout> | undefined;
  /** The client's task whose result was last requested. */
  clientTask?: ClientTask | undefined;
  /** The client has not yet responded to that request. */
  isHeld?: boolean | undefined;
  /** The client responded with an error when it was asked for its own task. From then on it is asked without one. */
  isPlain?: true | undefined;
  /** The client responded with an error on a stream that does not wait for the task. */
  isDeclined?: true | undefined;
  /** The stream asks no further, since the answers did not fit. A later request of the session may ask again. */
  isGivenUp?: true | undefined;
  /** The question is closed, or its stream has ended. */
  isOver?: true | undefined;
  /** ID of the visit to the question's page to which the client was sent. */
  elicitationId?: string | undefined;
}

export function toMeta({ meta }: QuestionStream): { readonly _meta?: unknown } {
  return meta ? { _meta: meta } : {};
}

/** Makes the request that asks the question, with a hint about the last answer. */
export function toQuestion(
  { question, task, stream, isPlain }: ShownQuestion,
  hint: string | undefined,
): OutgoingMessage {
  const { method, params, takesClientTask } = question;
  const { message } = params;
  const { clientTasks } = stream;
  const asksForTask =
    takesClientTask === true && !isPlain && clientTasks && canHold(question, clientTasks);
  return {
    method,
    params: {
      ...params,
      // A request to a model has no message for the hint.
      message: hint !== undefined && typeof message === 'string' ? `${message} (${hint})` : message,
      // Replaces a Workflow's own `task`: the Workflow does not know the client's capabilities.
      task: asksForTask ? { ttl: clientTaskTtlMs(task) } : undefined,
      ...toMeta(stream),
    },
  };
}

/** Makes the notification that takes a request back, so that the host closes its form. */
export function toWithdrawal(requestId: string): OutgoingMessage {
  const params = { requestId, reason: 'An answer is no longer needed.' };
  return { method: 'notifications/cancelled', params };
}

/** Returns true for a task of the client's session that the question does not know yet. */
export function isOwnNews(
  { stream, clientTask }: ShownQuestion,
  { taskId, session }: ClientTask,
): boolean {
  const isKnown = clientTask?.taskId === taskId && clientTask.session === session;
  return session === stream.session && !isKnown;
}

/** The client has responded with a task of its own, whose result will be the answer. */
export function hold(shown: ShownQuestion, clientTask: ClientTask): void {
  shown.clientTask = clientTask;
  shown.isHeld = true;
  if (clientTask.session === shown.stream.session) shown.openIds.clear();
}

export function end(shown: ShownQuestion): void {
  shown.isOver = true;
  clearTimeout(shown.silence);
}
