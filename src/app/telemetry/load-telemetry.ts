import { AsyncLocalStorage } from 'node:async_hooks';

import { type Logger, silentLogger } from '../../core/logger.js';
import type {
  CallObserver,
  Observer,
  ServedReply,
  ServedRequest,
  Observation,
} from '../../core/request/observer.js';
import { isClosed } from '../../core/task/task-status.js';
import { limitText } from '../../core/value/client-limits.js';
import { isRecord } from '../../core/value/is-record.js';
import { logSummed } from '../../core/value/summed-log.js';

import { type IsTool, metaIn, OTHER, parseTraceparent, toolOf } from './attributes.js';

/**
 * The symbol under which an SDK registers. `@opentelemetry/api` itself takes too long to load for a server without an
 * SDK.
 */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

/** Returns true if the process has an SDK of OpenTelemetry. */
export function hasSdk(): boolean {
  return Object.hasOwn(globalThis, REGISTERED);
}

/** The observers of a server. */
export interface Telemetry {
  /** Absent: there is neither a log nor an SDK. */
  readonly observer: Observer | undefined;
  /** Absent: there is no SDK. */
  readonly calls: CallObserver | undefined;
}

/** Traces and metrics of the process's SDK. */
type Otel = Awaited<ReturnType<typeof loadOtel>>;

async function loadOtel(isTool: IsTool) {
  const { createMeasures } = await import('./metrics.js');
  const spans = await import('./spans.js');
  return { ...spans, ...createMeasures(isTool) };
}

/** The IDs that all log lines about a request share. */
interface RequestIds {
  readonly requestId: string | number;
  readonly traceId: string | undefined;
  /** ID of the task that the request creates or names. */
  taskId: string | undefined;
}

function cutId<Id>(id: Id): Id | string {
  return typeof id === 'string' ? limitText('loggedId', id) : id;
}

function toOutcome({ signal }: ServedRequest, { result, error }: ServedReply): string {
  if (signal.aborted) return 'left';
  if (error) return 'refused';
  if (!isRecord(result)) return 'done';
  if (result['isError'] === true) return 'toolError';
  return 'task' in result || 'taskId' in result ? 'task' : 'done';
}

/** Returns the fields and the message of a line about a task; `undefined` for news that are not logged. */
function toTaskLine(news: Observation): readonly [fields: object, message: string] | undefined {
  switch (news.kind) {
    case 'changed':
      return isClosed(news.phase)
        ? [{ tool: news.tool, phase: news.phase }, 'Task ended']
        : undefined;
    case 'asked':
      return [{ tool: news.tool, question: news.question }, 'Task asks'];
    case 'answered':
      return [{ questions: news.questions, outcome: news.outcome }, 'Task answered'];
    case 'created':
    case 'closed':
      return undefined;
  }
}

/**
 * Logs one line for each call, refusal, question, answer and end of a task, with IDs and without payloads. With an SDK,
 * it also traces and measures.
 */
function createObserver(logger: Logger, isTool: IsTool, otel: Otel | undefined): Observer {
  const requests = new AsyncLocalStorage<RequestIds>();
  /** Logs the answer to a call, and every error. */
  const logReply = (request: ServedRequest, reply: ServedReply, ms: number): void => {
    const tool = toolOf(request, isTool);
    const { error } = reply;
    if (tool === undefined && !error) return;
    const { method = 'unknown', headers, protocolVersion } = request;
    const outcome = toOutcome(request, reply);
    const fields = {
      method: tool === undefined ? method : undefined,
      tool: tool === OTHER ? 'unknown' : tool,
      ...requests.getStore(),
      transport: headers ? 'http' : 'stdio',
      protocolVersion,
      ms: Math.round(ms),
      outcome,
      code: error?.code,
    };
    logger.info(fields, outcome === 'refused' ? 'Refused' : 'Answered');
  };
  return {
    request: async (request, answer) => {
      const startedAtMs = performance.now();
      const { id, params, subject, named } = request;
      const taskId = subject === 'task' ? named : undefined;
      const run = async (): ReturnType<typeof answer> => {
        if (taskId !== undefined) otel?.nameTask(taskId);
        const { traceId } =
          otel?.activeSpan() ?? parseTraceparent(metaIn(params)['traceparent']) ?? {};
        return requests.run({ requestId: cutId(id), traceId, taskId: cutId(taskId) }, async () => {
          const reply = await answer();
          logReply(request, reply, performance.now() - startedAtMs);
          return reply;
        });
      };
      const reply = await (otel ? otel.withSpan(request, isTool, run) : run());
      otel?.answered(request, reply, (performance.now() - startedAtMs) / 1_000);
      return reply;
    },
    task: (news) => {
      const { taskId } = news;
      const ids = requests.getStore();
      if (news.kind === 'created') {
        if (ids) ids.taskId = taskId;
        otel?.nameTask(taskId);
      }
      otel?.task(news);
      const [fields, message] = toTaskLine(news) ?? [];
      const { requestId, traceId } = ids ?? {};
      if (message !== undefined) logger.info({ ...fields, taskId, requestId, traceId }, message);
    },
    // Tools such as `task_result` name their task in their arguments.
    concerns: (task) => {
      otel?.linkToCreation(task);
      const ids = requests.getStore();
      if (ids) ids.taskId ??= task.taskId;
    },
    refused: (status) => {
      otel?.refused(status);
      const message = 'Refused before it was read';
      logSummed(logger, { level: 'info', kind: String(status), fields: { status }, message });
    },
    auditLost: () => otel?.auditLost(),
    waits: () => otel?.waits() ?? (() => undefined),
    traceparent: () => otel?.activeTraceparent(),
  };
}

/** Loads the observers of the process: for its log, and for OpenTelemetry if there is an SDK. */
export async function loadTelemetry(
  isTool: IsTool,
  logger: Logger | undefined,
): Promise<Telemetry> {
  const otel = hasSdk() ? await loadOtel(isTool) : undefined;
  if (!logger && !otel) return { observer: undefined, calls: undefined };
  return {
    observer: createObserver(logger ?? silentLogger, isTool, otel),
    calls: otel && { trace: otel.traceMessage, ended: otel.temporalCall },
  };
}
