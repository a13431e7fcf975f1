import { AsyncLocalStorage } from 'node:async_hooks';

import type { Logger } from '../../core/logger.js';
import type { Observer, ServedReply, ServedRequest, TaskNews } from '../../core/observer.js';
import { isClosed } from '../../core/task/task-status.js';
import { cutText } from '../../core/value/cut-text.js';
import { isRecord } from '../../core/value/is-record.js';
import { logSummed } from '../../core/value/summed-log.js';

import { type KnownNames, taskIdOf, toolOf } from './request-attributes.js';
import { metaIn, parseTraceparent } from './trace-parent.js';

/** Maximum length of the IDs that clients choose. */
const MAX_ID_LENGTH = 128;

/** The IDs that all log lines about a request share. */
interface RequestIds {
  readonly requestId: string | number;
  readonly traceId: string | undefined;
  /** ID of the task that the request creates or names. */
  taskId: string | undefined;
}

interface Answered {
  readonly request: ServedRequest;
  readonly reply: ServedReply;
}

export interface LogOptions extends KnownNames {
  /** Returns the trace ID of the current work. Default: the trace ID in the client's `_meta`. */
  readonly traceId?: () => string | undefined;
}

function cutId<Id>(id: Id): Id | string {
  return typeof id === 'string' ? cutText(id, MAX_ID_LENGTH) : id;
}

function toOutcome({ result, error }: ServedReply): string {
  if (error) return 'refused';
  if (isRecord(result) && result['isError'] === true) return 'toolError';
  return isRecord(result) && ('task' in result || 'taskId' in result) ? 'task' : 'done';
}

/** Logs the answer to a call, and every error. */
function logReply(
  logger: Logger,
  { request, reply, isTool }: Answered & Pick<LogOptions, 'isTool'>,
  { ids, ms }: { readonly ids: RequestIds; readonly ms: number },
): void {
  const { method = 'unknown', protocolVersion, headers, signal } = request;
  const isCall = request.subject === 'tool';
  const { error } = reply;
  if (!isCall && !error) return;
  const isLeft = signal.aborted;
  const fields = {
    ...(isCall ? { tool: toolOf(request, { isTool }) ?? 'unknown' } : { method }),
    ...ids,
    transport: headers ? 'http' : 'stdio',
    protocolVersion,
    ms,
    outcome: isLeft ? 'left' : toOutcome(reply),
    ...(error && { code: error.code }),
  };
  logger.info(fields, error && !isLeft ? 'Refused' : 'Answered');
}

/** Logs questions, answers and ends of tasks. */
function logTask(logger: Logger, news: TaskNews, ids: RequestIds | undefined): void {
  const { requestId, traceId } = ids ?? {};
  const about = { taskId: news.taskId, requestId, traceId };
  if (news.kind === 'changed') {
    const { tool, phase } = news;
    if (isClosed(phase)) logger.info({ tool, ...about, phase }, 'Task ended');
  } else if (news.kind === 'asked') {
    const { tool, question } = news;
    logger.info({ tool, ...about, question }, 'Task asks');
  } else if (news.kind === 'answered') {
    const { questions, outcome } = news;
    logger.info({ ...about, questions, outcome }, 'Task answered');
  }
}

/** Logs one line for each call, refusal, question, answer and end of a task, with IDs and without payloads. */
export function createLogObserver(logger: Logger, { isTool, traceId }: LogOptions): Observer {
  const requests = new AsyncLocalStorage<RequestIds>();
  return {
    request: async (request, answer) => {
      const { id, params } = request;
      const ids: RequestIds = {
        requestId: cutId(id),
        traceId: traceId?.() ?? parseTraceparent(metaIn(params)['traceparent'])?.traceId,
        taskId: cutId(taskIdOf(request)),
      };
      const startedAtMs = performance.now();
      const reply = await requests.run(ids, answer);
      const ms = Math.round(performance.now() - startedAtMs);
      logReply(logger, { request, reply, isTool }, { ids, ms });
      return reply;
    },
    task: (news) => {
      const ids = requests.getStore();
      if (ids && news.kind === 'created') ids.taskId = news.taskId;
      logTask(logger, news, ids);
    },
    // Tools such as `task_result` name their task in their arguments.
    concerns: ({ taskId }) => {
      const ids = requests.getStore();
      if (ids) ids.taskId ??= taskId;
    },
    refused: (status) => {
      logSummed(logger, {
        level: 'info',
        kind: String(status),
        fields: { status },
        message: 'Refused before it was read',
      });
    },
  };
}
