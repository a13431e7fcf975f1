/** Converts tasks of both protocol revisions to the form that the commands use. */
import * as z from 'zod';

import { type InputRequests, parseInputRequests } from '../../../core/question/input-request.js';
import { TaskStatus } from '../../../core/task/task-status.js';
import { isToolResult, type TaskOutcome, toToolResult } from '../../../core/tool/tool-result.js';
import type { DeskTask } from '../desk/desk-task.js';

import { ExplainedError } from './explain-failure.js';

const errorSchema = z.object({
  code: z.number(),
  message: z.string(),
  data: z.unknown().optional(),
});

const taskSchema = z.object({
  taskId: z.string(),
  status: z.enum(TaskStatus),
  statusMessage: z.string().optional(),
  createdAt: z.string(),
  lastUpdatedAt: z.string().optional(),
  ttlMs: z.number().nullish(),
  ttl: z.number().nullish(),
  pollIntervalMs: z.number().optional(),
  pollInterval: z.number().optional(),
  inputRequests: z.unknown().optional(),
  result: z.unknown().optional(),
  error: errorSchema.optional(),
});

const pageSchema = z.object({ tasks: z.array(z.unknown()), nextCursor: z.string().optional() });

/** A task, with the interval until the next reading. */
export interface ReadTask {
  readonly task: DeskTask;
  /** In milliseconds. Absent: the server names none. */
  readonly pollIntervalMs?: number | undefined;
}

function parse<Output>(schema: z.ZodType<Output>, value: unknown): Output {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ExplainedError(`The server answered with no task: ${z.prettifyError(parsed.error)}`);
}

/** The outcome of a tool's result. An invalid result is shown as it is. */
export function toOutcome(result: unknown): TaskOutcome {
  const shown = isToolResult(result) ? result : toToolResult(result);
  return { kind: 'result', result: shown ?? { content: [] } };
}

function outcomeOf({ status, result, error }: z.infer<typeof taskSchema>): TaskOutcome | undefined {
  if (status === TaskStatus.cancelled) return { kind: 'cancelled' };
  if (error) return { kind: 'error', error };
  return result === undefined ? undefined : toOutcome(result);
}

/**
 * Reads a task.
 *
 * @throws {ExplainedError} When it is none.
 */
export function readTask(value: unknown): ReadTask {
  const wire = parse(taskSchema, value);
  const { taskId, status, statusMessage, createdAt, lastUpdatedAt = createdAt } = wire;
  const questions: InputRequests = parseInputRequests(wire.inputRequests);
  const ttlMs = wire.ttlMs ?? wire.ttl;
  const outcome = outcomeOf(wire);
  return {
    task: {
      taskId,
      status,
      ...(statusMessage !== undefined && { statusMessage }),
      ...(Object.keys(questions).length > 0 && { questions }),
      createdAt,
      lastUpdatedAt,
      ...(typeof ttlMs === 'number' && { ttlMs }),
      ...(outcome && { outcome }),
    },
    pollIntervalMs: wire.pollIntervalMs ?? wire.pollInterval,
  };
}

/**
 * Reads a page of a list.
 *
 * @throws {ExplainedError} When it is none.
 */
export function readPage(value: unknown): {
  readonly tasks: readonly DeskTask[];
  readonly nextCursor?: string | undefined;
} {
  const { tasks, nextCursor } = parse(pageSchema, value);
  return { tasks: tasks.map((task) => readTask(task).task), nextCursor };
}
