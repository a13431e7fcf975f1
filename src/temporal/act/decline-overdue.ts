import { isTaskError, TaskErrorCode } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import type { Declined, DeclineInput, Look } from '../../core/question/deadline-keeper.js';
import { DEADLINE } from '../../core/question/deadline.js';
import type { FoundQuestion } from '../declared/find-questions.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import type { TemporalTask } from '../read/to-task.js';
import { type AnyTaskOptions, createWaitForAnyTask } from '../task/wait-for-any-task.js';

import { answerDeclared } from './answer-declared.js';

/** The open questions that are declined when their time is over, without those that were answered without effect. */
function keptOf({ declared }: TemporalTask, declinedKeys: readonly string[]): FoundQuestion[] {
  return [...(declared?.open.values() ?? [])].filter(
    ({ declaration, open }) =>
      declaration.onDeadline === 'decline' &&
      open.lostAnswers === undefined &&
      !declinedKeys.includes(open.key),
  );
}

/** Declines one question. A refusal of the Workflow is logged: another try would be refused, too. */
async function decline(
  calls: TemporalCalls,
  { taskId, toolName }: TemporalTask,
  { question, logger }: { readonly question: FoundQuestion; readonly logger: Logger },
): Promise<void> {
  const { key } = question.open;
  try {
    const response = { action: 'decline' };
    await answerDeclared(calls, { taskId, key, question, response, by: DEADLINE });
    logger.info({ toolName, taskId, key }, 'declined a question, since its time is over');
  } catch (error) {
    if (!isTaskError(error) || error.code !== TaskErrorCode.invalidInput) throw error;
    const message = 'a question is not declined though its time is over: the Workflow refused it';
    logger.warn({ toolName, taskId, key, err: error }, message);
  }
}

/** Longest time between looks at a question with a deadline, in milliseconds. A timer takes no longer time. */
const MAX_LOOK_MS = 10 * 60_000;
/** Time for which a question that comes with its time over is open for clients, in milliseconds. */
const LEAST_OPEN_MS = 10_000;

/** Knows when each question is due. */
class DueTimes {
  readonly #seen: ReadonlySet<string>;
  readonly #firstSeenMs = new Map<string, number>();

  /** @param seenKeys Keys of questions that were open before. */
  constructor(seenKeys: readonly string[]) {
    this.#seen = new Set(seenKeys);
  }

  /** In milliseconds since the epoch. A question is declined only after clients could see it. */
  of({ open: { key, answerBy } }: FoundQuestion, nowMs: number): number {
    if (answerBy === undefined) return Infinity;
    const dueMs = Date.parse(answerBy);
    if (this.#seen.has(key)) return dueMs;
    const firstMs = this.#firstSeenMs.get(key) ?? nowMs;
    this.#firstSeenMs.set(key, firstMs);
    return firstMs < dueMs ? dueMs : firstMs + LEAST_OPEN_MS;
  }
}

/**
 * Creates a function that waits until the time for a question of a task is over, and declines the question if it is
 * still open. Temporal takes one answer to a key, so a decline beside another answer has no effect.
 *
 * @returns A function that ends with its signal.
 */
export function createOverdueDecliner(
  options: AnyTaskOptions,
): (
  input: Pick<DeclineInput, 'taskId' | 'createdAt' | 'declinedKeys' | 'seenKeys'>,
  look: Look,
) => Promise<Declined> {
  const { calls, waitFor } = createWaitForAnyTask(options);
  return async ({ taskId, createdAt, declinedKeys, seenKeys = [] }, { signal, nowMs }) => {
    const due = new DueTimes(seenKeys);
    const isMeant = (task: TemporalTask): boolean =>
      task.createdAt === createdAt && task.outcome === undefined;
    const overdueIn = (task: TemporalTask): FoundQuestion[] => {
      const now = nowMs();
      return keptOf(task, declinedKeys).filter((question) => due.of(question, now) <= now);
    };
    /** Says for how long nothing is due, in milliseconds. */
    const untilNextMs = (task: TemporalTask): number => {
      const now = nowMs();
      const times = keptOf(task, declinedKeys).map((question) => due.of(question, now));
      return Math.min(Math.max(Math.min(...times) - now, 0), MAX_LOOK_MS);
    };
    const task = await waitFor(taskId, {
      signal,
      until: (current) => !isMeant(current) || overdueIn(current).length > 0,
      refreshMs: untilNextMs,
    });
    if (!isMeant(task)) return { declinedKeys: [], isOver: true };
    const overdue = overdueIn(task);
    for (const question of overdue) {
      await decline(calls, task, { question, logger: options.logger });
    }
    const open = [...(task.declared?.open.keys() ?? [])];
    const done = [...declinedKeys, ...overdue.map((question) => question.open.key)];
    const isOpen = (key: string): boolean => open.includes(key);
    return { declinedKeys: done.filter(isOpen), seenKeys: open, isOver: false };
  };
}
