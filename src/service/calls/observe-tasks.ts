import { isTaskGone } from '../../core/errors.js';
import type { Observer } from '../../core/request/observer.js';
import { isClosed } from '../../core/task/task-status.js';
import type { PortStep } from '../../core/task/task-steps.js';
import type { Task } from '../../core/task/task.js';

import { MAX_QUESTIONS, toAnswerNote, toQuestionKeys } from './call/answered-questions.js';
import { growingCache } from './call/growing-cache.js';

/** Tasks whose last phase is remembered. A forgotten task may be reported twice. */
const MAX_TASKS = 10_000;

interface Report extends Pick<Task, 'phase' | 'createdAt'> {
  /** Time at which each question was first seen, in milliseconds, by question. */
  readonly askedAtMs: ReadonlyMap<string, number>;
}

class Readings {
  readonly #reports = growingCache<Report>({ max: MAX_TASKS });
  readonly #observer: Observer;

  constructor(observer: Observer) {
    this.#observer = observer;
  }

  add(task: Task): void {
    const { taskId, toolName: tool, phase, createdAt } = task;
    const before = this.#reports.get(taskId);
    // This reading began before another one showed the end. A tool's own ID may name a later execution with a new
    // `createdAt`.
    if (before && isClosed(before.phase) && before.createdAt === createdAt) return;
    // The missing questions of such a reading may still be open.
    if (before && task.hasUnknownQuestions) return;
    const open = task.questions.slice(0, MAX_QUESTIONS).map(({ key }) => key);
    if (before?.phase === phase && open.length === 0 && before.askedAtMs.size === 0) return;
    const nowMs = performance.now();
    const askedAtMs = new Map(open.map((key) => [key, before?.askedAtMs.get(key) ?? nowMs]));
    this.#reports.set(taskId, { phase, createdAt, askedAtMs });
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

/** Reports starts, answers and changes between readings. Lists report no changes. */
export function observeTasks(observer: Observer): PortStep {
  const readings = new Readings(observer);
  return {
    create: async (next, by, request) => {
      const traceparent = observer.traceparent();
      const task = await next(by, { ...request, traceparent });
      const { protocolVersion, tool } = request;
      if (!task.isRepeat && !task.isShared) {
        const about = { taskId: task.taskId, tool: tool.name };
        observer.task({ ...about, kind: 'created', protocolVersion });
      }
      readings.add(task);
      return task;
    },
    get: async (next, ...args) => {
      const task = await next(...args);
      if ('phase' in task) {
        observer.concerns(task);
        readings.add(task);
      }
      return task;
    },
    waitFor: async (next, by, taskId, options) => {
      const end = observer.waits();
      try {
        const task = await next(by, taskId, {
          ...options,
          until: (current) => {
            readings.add(current);
            return options.until(current);
          },
        });
        observer.concerns(task);
        return task;
      } finally {
        end();
      }
    },
    cancel: 'pass',
    answer: async (next, ...args) => {
      const [, taskId, responses] = args;
      const about = { kind: 'answered', taskId, questions: toQuestionKeys(responses) } as const;
      try {
        const results = await next(...args);
        observer.task({ ...about, outcome: toAnswerNote(results) ?? 'given' });
        return results;
      } catch (error) {
        // If the task cannot be read, the ID is an unchecked text of a client.
        if (!isTaskGone(error)) observer.task({ ...about, outcome: 'refused' });
        throw error;
      }
    },
    send: 'pass',
    list: 'pass',
    listQueue: 'pass',
    listDecided: 'pass',
    readDecision: 'pass',
    history: 'pass',
  };
}
