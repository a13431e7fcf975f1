/** A question on a stream of a client: what the session knows of it, and the messages about it. */
import type { ClientTask } from '../../core/contract/contract.js';
import { InputMethod, type InputRequest } from '../../core/contract/input-request.js';
import type { Askable } from '../../core/question/askable.js';
import { withDeadline } from '../../core/question/deadline.js';
import type { Question } from '../../core/question/question.js';
import type { ClientTaskSupport, Exchange, OutgoingMessage } from '../../core/request/exchange.js';
import type { Task } from '../../core/task/task.js';

/** Maximum time between repetitions, in milliseconds. Timers take 24.8 days at most, and people answer sooner. */
const MAX_SILENCE_MS = 24 * 60 * 60_000;

/** A stream that shows the questions of one task. */
export interface QuestionStream {
  /** Identifies the session among those of an owner. */
  readonly session: string;
  readonly askable: Askable;
  /** Absent: the client cannot answer by tasks of its own. */
  readonly clientTasks?: ClientTaskSupport | undefined;
  /**
   * Time until an unanswered request is sent again, in milliseconds. Absent if answers cannot be lost, since they come
   * on the same connection.
   */
  readonly askAgainAfterMs?: number | undefined;
  readonly send: Exchange['send'];
  readonly owner: string;
  /** The client waits on this stream for the task. If not, it may not know the task, and another client may answer. */
  readonly isWaiting: boolean;
  /** Time at which the call on this stream is answered at the latest, in milliseconds since the epoch. */
  endsAtMs?: number | undefined;
  /** Called if the client is not asked any further, since its answers did not fit; `reason` is the last fault. */
  readonly onGivenUp?: ((key: string, reason: string) => void) | undefined;
  /** Added to the params, so that the client knows the question's task. Absent: it does not need to. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * How a question stands on its stream. `asked`: the client is to answer. `held`: the result of its own task is
 * awaited. `refused`: it responded with an error on a stream that does not wait for the task. `givenUp`: its answers
 * did not fit, so it is asked no further. `over`: the question is closed, or the stream has ended.
 */
type QuestionState = 'asked' | 'held' | 'refused' | 'givenUp' | 'over';

export interface ShownQuestion {
  state: QuestionState;
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
  /** The client responded with an error when it was asked for its own task. From then on it is asked without one. */
  isPlain?: true | undefined;
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
  const { method, takesClientTask } = question;
  const params = withDeadline(question);
  const { message } = params;
  const { clientTasks } = stream;
  const takesTask =
    takesClientTask === true && !isPlain && clientTasks && canHold(question, clientTasks);
  return {
    method,
    params: {
      ...params,
      // A request to a model has no message for the hint.
      message: hint !== undefined && typeof message === 'string' ? `${message} (${hint})` : message,
      // Replaces a Workflow's own `task`: the Workflow does not know the client's capabilities.
      task: takesTask ? { ttl: clientTaskTtlMs(task) } : undefined,
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
  if (shown.state !== 'over') shown.state = 'held';
  if (clientTask.session === shown.stream.session) shown.openIds.clear();
}

/** Returns true if a stream that reads the open question asks it, although a stream has asked it before. */
export function isAskedAnew(
  { state, stream: own }: ShownQuestion,
  stream: QuestionStream,
): boolean {
  switch (state) {
    case 'asked':
    case 'held':
      return false;
    case 'refused':
      return stream.isWaiting;
    case 'givenUp':
      return stream.isWaiting && stream !== own;
    case 'over':
      // The owner had put it aside, or no Worker has taken the answer in time. Readings of others may be older.
      return stream === own;
  }
}

export function end(shown: ShownQuestion): void {
  shown.state = 'over';
  clearTimeout(shown.silence);
}

/** Returns true if the client may answer the request by its own task. */
export function canHold(
  { method }: InputRequest,
  { samplingTask, elicitationTask }: ClientTaskSupport,
): boolean {
  return method === InputMethod.sample ? samplingTask : elicitationTask;
}

/**
 * Time to live for the client's task: the rest of our task's, or all of it again after a plain call has outlived it.
 */
function clientTaskTtlMs({ createdAt, ttlMs }: Task): number {
  const remainingMs = Date.parse(createdAt) + ttlMs - Date.now();
  return remainingMs > 0 ? remainingMs : ttlMs;
}

/**
 * Time without an answer after which a question is sent again, in milliseconds. It doubles with each repetition, so
 * that people can think.
 *
 * @param repetitions Number of repetitions so far.
 */
export function toSilenceMs(askAgainAfterMs: number, repetitions: number): number {
  return Math.min(askAgainAfterMs * 2 ** repetitions, MAX_SILENCE_MS);
}
