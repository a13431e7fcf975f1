import { isTaskGone } from '../../core/errors.js';
import type { AnswerOutcome, Observer } from '../../core/observer.js';
import type { AnswerResults } from '../../core/question/answer-results.js';
import { isInputKey } from '../../core/question/input-request.js';
import { interceptTasks } from '../../core/task/intercept-tasks.js';
import { isClosed } from '../../core/task/task-status.js';
import type { Task } from '../../core/task/task.js';
import type { Tasks } from '../../core/task/tasks.js';

import { growingCache } from './growing-cache.js';

/** Tasks whose last phase is remembered. One that is forgotten is told of once more. */
const MAX_TASKS = 10_000;
/** Questions that are told of at once. */
const MAX_QUESTIONS = 20;

/** The last reported state of a task. */
interface Told extends Pick<Task, 'taskId' | 'phase' | 'createdAt' | 'traceparent'> {
  /** By question, when it was first seen, in milliseconds. */
  readonly askedAtMs: ReadonlyMap<string, number>;
}

/** Compares each reading of a task with the one before. */
class Readings {
  readonly #told = growingCache<Told>({ max: MAX_TASKS });
  readonly #observer: Observer;

  constructor(observer: Observer) {
    this.#observer = observer;
  }

  /** The last reading; `undefined` if this process has not read the task. */
  last(taskId: string): Told | undefined {
    return this.#told.get(taskId);
  }

  add(task: Task): void {
    const { taskId, toolName: tool, phase, createdAt, traceparent } = task;
    const before = this.#told.get(taskId);
    // A reading that was under way when another showed the end. An own ID may stand for another execution later.
    if (before && isClosed(before.phase) && before.createdAt === createdAt) return;
    const { inputRequests, approvals } = task;
    const open = Object.keys({ ...inputRequests, ...approvals }).slice(0, MAX_QUESTIONS);
    if (before?.phase === phase && open.length === 0 && before.askedAtMs.size === 0) return;
    const nowMs = performance.now();
    const askedAtMs = new Map(open.map((key) => [key, before?.askedAtMs.get(key) ?? nowMs]));
    this.#told.set(taskId, {
      taskId,
      phase,
      createdAt,
      askedAtMs,
      ...(traceparent !== undefined && { traceparent }),
    });
    const about = { taskId, tool };
    for (const [question, sinceMs] of before?.askedAtMs ?? []) {
      if (askedAtMs.has(question)) continue;
      const seconds = (nowMs - sinceMs) / 1_000;
      this.#observer.task({ ...about, kind: 'closed', question, seconds });
    }
    if (before?.phase !== phase) this.#observer.task({ ...about, kind: 'changed', phase });
    for (const question of open) {
      if (!before?.askedAtMs.has(question)) {
        this.#observer.task({ ...about, kind: 'asked', question });
      }
    }
  }
}

function toOutcome({ tooLate, forOthers = [] }: AnswerResults): AnswerOutcome {
  if (forOthers.length > 0) return 'forOthers';
  return tooLate.length > 0 ? 'tooLate' : 'given';
}

/** Gives answers, and tells what has become of them. */
function observeAnswers(tasks: Tasks, readings: Readings, observer: Observer): Tasks['answer'] {
  return async (taskId, by, responses) => {
    const questions = Object.keys(responses).filter(isInputKey).slice(0, MAX_QUESTIONS);
    const about = { kind: 'answered', taskId, questions } as const;
    const last = readings.last(taskId);
    if (last) observer.concerns?.(last);
    try {
      const results = await tasks.answer(taskId, by, responses);
      observer.task({ ...about, outcome: toOutcome(results) });
      return results;
    } catch (error) {
      // Of a task that nobody can read, the ID is a client's text.
      if (!isTaskGone(error)) observer.task({ ...about, outcome: 'refused' });
      throw error;
    }
  };
}

/** The same tasks. The observer is told of starts, of answers, and of what readings show to be new; lists are not looked at. */
export function observeTasks(tasks: Tasks, observer: Observer): Tasks {
  const readings = new Readings(observer);
  return {
    ...interceptTasks(async (_call, ask) => ask(tasks)),
    create: async (request) => {
      const traceparent = observer.traceparent?.();
      const task = await tasks.create({
        ...request,
        ...(traceparent !== undefined && { traceparent }),
      });
      const { protocolVersion, tool } = request;
      const about = { taskId: task.taskId, tool: tool.name };
      if (!task.isRepeat && !task.isShared) {
        observer.task({ ...about, kind: 'created', protocolVersion });
      }
      readings.add(task);
      return task;
    },
    get: async (taskId, viewer) => {
      const task = await tasks.get(taskId, viewer);
      if ('phase' in task) {
        observer.concerns?.(task);
        readings.add(task);
      }
      return task;
    },
    waitFor: async (taskId, owner, options) => {
      const end = observer.waits?.();
      try {
        const task = await tasks.waitFor(taskId, owner, {
          ...options,
          until: (current) => {
            readings.add(current);
            return options.until(current);
          },
        });
        observer.concerns?.(task);
        return task;
      } finally {
        end?.();
      }
    },
    watch: async (owner, options) => {
      const { onReading } = options;
      return tasks.watch(owner, {
        ...options,
        ...(onReading && {
          onReading: (task) => {
            readings.add(task);
            return onReading(task);
          },
        }),
      });
    },
    answer: observeAnswers(tasks, readings, observer),
  };
}
