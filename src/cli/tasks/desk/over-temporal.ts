import { isTaskError, isTaskGone, TaskErrorCode } from '../../../core/errors.js';
import type { Caller } from '../../../core/person/caller.js';
import type { Protocol } from '../../../core/protocol.js';
import type { InputRequests } from '../../../core/question/input-request.js';
import type { OpenInputRequests } from '../../../core/question/open-input-request.js';
import { isTerminal } from '../../../core/task/task-status.js';
import type { Task } from '../../../core/task/task.js';
import type { Tasks } from '../../../core/task/tasks.js';
import { PROGRESS_REFRESH_MS } from '../../../service/calls/answer/follow-task.js';
import { outcomeOf } from '../../../service/calls/answer/outcome.js';
import { describeForOthers, describeTooLate } from '../show/describe-too-late.js';

import type { DeskTask } from './desk-task.js';
import type { TaskDesk } from './task-desk.js';

export interface TemporalDeskOptions {
  readonly tasks: Tasks;
  /** The caller of the command, as Workflows see it. */
  readonly caller: Caller;
  /** The protocol revision whose statuses are shown. */
  readonly protocol: Protocol;
}

/** Longer than a Workflow with a Worker needs to take an answer. Without a Worker, it takes the answer later. */
const ANSWERS_TAKEN_MS = 2_000;

const NOT_FOUND_HELP =
  'Straight at Temporal, a task is found with the secret of its servers, in the namespace of its tool, and as its owner (--as).';

/** Returns the questions with only their method and parameters. */
function toQuestions(requests: OpenInputRequests): InputRequests {
  return Object.fromEntries(
    Object.entries(requests).map(([key, { method, params }]) => [key, { method, params }]),
  );
}

function toSeen(task: Task, protocol: Protocol): DeskTask {
  const { taskId, toolName, statusMessage, progress, inputRequests } = task;
  const status = protocol.toStatus(task);
  return {
    taskId,
    tool: toolName,
    status,
    ...(statusMessage !== undefined && { statusMessage }),
    ...(progress && { progress }),
    ...(inputRequests && !isTerminal(status) && { questions: toQuestions(inputRequests) }),
    createdAt: task.createdAt,
    lastUpdatedAt: task.lastUpdatedAt,
    ttlMs: task.ttlMs,
    ...(isTerminal(status) && { outcome: outcomeOf(task, protocol) }),
  };
}

function explain(error: unknown): Error {
  if (!isTaskGone(error)) return error instanceof Error ? error : new Error(String(error));
  const { message } = error as Error;
  return new Error(`${message}\n${NOT_FOUND_HELP}`, { cause: error });
}

async function explained<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    throw explain(error);
  }
}

/** Tasks straight from Temporal, with no server in between. */
export function createTemporalDesk({ tasks, caller, protocol }: TemporalDeskOptions): TaskDesk {
  const { owner } = caller;
  return {
    list: async (limit) =>
      explained(async () => {
        const found: Task[] = [];
        let cursor: string | undefined;
        do {
          const page = await tasks.list(owner, cursor === undefined ? {} : { cursor });
          found.push(...page.tasks);
          cursor = page.nextCursor;
        } while (cursor !== undefined && found.length < limit);
        const shown = found.slice(0, limit).map((task) => toSeen(task, protocol));
        return { tasks: shown, hasMore: cursor !== undefined || found.length > limit };
      }),
    get: async (taskId) => explained(async () => toSeen(await tasks.get(taskId, owner), protocol)),
    watch: async (taskId, { signal, onReading }) => {
      let last: DeskTask | undefined;
      try {
        await tasks.waitFor(taskId, owner, {
          signal,
          until: (task) => isTerminal(protocol.toStatus(task)),
          onReading: (task) => {
            last = toSeen(task, protocol);
            onReading(last);
          },
          // Heartbeats cause no events, so progress is read at intervals.
          refreshMs: () => PROGRESS_REFRESH_MS,
        });
      } catch (error) {
        const isAborted = isTaskError(error) && error.code === TaskErrorCode.aborted;
        if (!isAborted || !signal.aborted) throw explain(error);
      }
      return last;
    },
    answer: async (taskId, key, response) =>
      explained(async () => {
        const { tooLate, forOthers = [] } = await tasks.answer(taskId, caller, {
          [key]: response,
        });
        if (forOthers.includes(key)) throw new Error(describeForOthers(key));
        if (tooLate.includes(key)) throw new Error(describeTooLate(key));
        const signal = AbortSignal.timeout(ANSWERS_TAKEN_MS);
        const taken = { keys: [key], timeoutMs: ANSWERS_TAKEN_MS, signal };
        await tasks.send(taskId, owner, { kind: 'answersTaken', ...taken });
      }),
    cancel: async (taskId, reason) =>
      explained(async () => {
        await tasks.cancel(taskId, owner, { protocol, ...(reason !== undefined && { reason }) });
      }),
    close: async () => Promise.resolve(),
  };
}
