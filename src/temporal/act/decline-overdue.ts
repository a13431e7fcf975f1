import { hasCode, TaskErrorCode } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import { DEADLINE } from '../../core/question/deadline.js';
import type { SeenQuestion } from '../../core/webhook/task-news.js';
import type { FoundQuestion } from '../declared/find-questions.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import type { TemporalTask } from '../read/to-task.js';

import { answerDeclared } from './answer-declared.js';

/** Time for which a question that comes with its time over is open for clients, in milliseconds. */
const LEAST_OPEN_MS = 10_000;

/** A question that will be declined, unless somebody answers it before. */
interface DueQuestion {
  readonly question: FoundQuestion;
  /** In milliseconds since the epoch. A question is declined only after clients could see it. */
  readonly dueMs: number;
}

/**
 * The open questions that are declined when their time is over, without those that were answered without effect.
 *
 * @param nowMs When those that are not seen yet are seen.
 */
function dueIn(
  { declared }: TemporalTask,
  seen: readonly SeenQuestion[],
  nowMs: number,
): readonly DueQuestion[] {
  return [...(declared?.open.values() ?? [])].flatMap((question): DueQuestion[] => {
    const { declaration, open } = question;
    const known = seen.find(({ key }) => key === open.key);
    const isKept = declaration.onDeadline === 'decline' && open.lostAnswers === undefined;
    if (!isKept || open.answerBy === undefined || known?.isDeclined) return [];
    const dueMs = Date.parse(open.answerBy);
    const seenMs = known ? Date.parse(known.seenAt) : nowMs;
    return [{ question, dueMs: seenMs < dueMs ? dueMs : seenMs + LEAST_OPEN_MS }];
  });
}

/** When a question is next declined, in milliseconds since the epoch. `Infinity`: none is. */
export function nextDeclineMs(
  task: TemporalTask,
  seen: readonly SeenQuestion[],
  nowMs: number,
): number {
  return Math.min(...dueIn(task, seen, nowMs).map(({ dueMs }) => dueMs));
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
    if (!hasCode(error, TaskErrorCode.invalidInput)) throw error;
    const message = 'a question is not declined though its time is over: the Workflow refused it';
    logger.warn({ toolName, taskId, key, err: error }, message);
  }
}

/**
 * Declines the open questions of a task whose time is over. Temporal takes one answer to a key, so a decline beside
 * another answer has no effect.
 *
 * @returns The keys of the declined questions.
 */
export async function declineOverdue(
  calls: TemporalCalls,
  task: TemporalTask,
  {
    seen,
    nowMs,
    logger,
  }: {
    readonly seen: readonly SeenQuestion[];
    readonly nowMs: number;
    readonly logger: Logger;
  },
): Promise<readonly string[]> {
  const overdue = dueIn(task, seen, nowMs).filter(({ dueMs }) => dueMs <= nowMs);
  for (const { question } of overdue) await decline(calls, task, { question, logger });
  return overdue.map(({ question }) => question.open.key);
}
