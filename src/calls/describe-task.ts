/** A task in words, for a model to read, and as data. */
import type { Protocol } from '../core/protocol.js';
import type { Task } from '../core/task.js';

/** What is told of a task besides its words. */
export interface TaskFacts {
  readonly taskId: string;
  readonly tool: string;
  readonly status: string;
  readonly statusMessage?: string;
  readonly progress?: { readonly progress: number; readonly total?: number };
  readonly createdAt: string;
  /** What is asked, by key. Absent: nothing. */
  readonly questions?: Readonly<Record<string, string>>;
}

/** The questions of a task as people read them, by key. */
export function questionsOf({ inputRequests = {} }: Task): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(inputRequests).map(([key, { method, params }]) => [
      key,
      typeof params['message'] === 'string' ? params['message'] : method,
    ]),
  );
}

/** A task as data. */
export function toTaskFacts(task: Task, protocol: Protocol): TaskFacts {
  const { taskId, toolName, statusMessage, progress, createdAt } = task;
  const questions = questionsOf(task);
  return {
    taskId,
    tool: toolName,
    status: protocol.toStatus(task),
    ...(statusMessage !== undefined && { statusMessage }),
    ...(progress && {
      progress: {
        progress: progress.progress,
        ...(progress.total !== undefined && { total: progress.total }),
      },
    }),
    createdAt,
    ...(Object.keys(questions).length > 0 && { questions }),
  };
}

/** How far a task has come, as a sentence; nothing where it does not say. */
export function describeProgress({ statusMessage, progress }: Task): string {
  const status = statusMessage === undefined ? [] : [`Status: ${statusMessage}.`];
  if (!progress) return status.join('');
  const { progress: done, total, message } = progress;
  const amount = total === undefined ? String(done) : `${done} of ${total}`;
  return [...status, `Progress: ${amount}${message === undefined ? '' : ` (${message})`}.`].join(
    ' ',
  );
}
