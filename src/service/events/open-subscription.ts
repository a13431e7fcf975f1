import type { Caller } from '../../core/person/caller.js';
import type { Tasks } from '../../core/task/tasks.js';
import { invalidParams } from '../../core/value/request-params.js';

import type { EventCursors } from './event-cursors.js';
import { EventErrorName, type EventErrors } from './event-errors.js';
import { type EventRequest, MAX_CURSOR_LENGTH } from './event-request.js';
import type {
  EventReading,
  EventScope,
  EventType,
  Position,
  ReadLimits,
} from './types/event-type.js';
import { readTask } from './types/task-facts.js';

/** Maximum number of reads in one poll. A client that is far behind gets the rest with the next poll. */
const MAX_STEPS = 10;

export interface OpenOptions {
  readonly tasks: Pick<Tasks, 'get'>;
  readonly cursors: EventCursors;
  readonly errors: EventErrors;
  /** The server can tell callers apart. If not, a subscription needs the ID of one task. */
  readonly canList: boolean;
}

/** A permitted subscription and its start position. */
export interface OpenSubscription {
  readonly type: EventType;
  readonly scope: EventScope;
  readonly position: Position;
  /** The subscription begins later than requested. */
  readonly truncated: boolean;
  readonly maxAgeMs: number | undefined;
}

/**
 * Checks that a caller may have these events. Unknown tasks and other owners' tasks are refused in the same way.
 *
 * @throws {JsonRpcError} `Forbidden`.
 * @returns `isOver`: true if the subscription's only task has ended.
 */
export async function assertMayHave(
  { type, scope }: Pick<OpenSubscription, 'type' | 'scope'>,
  { tasks, errors, canList }: Pick<OpenOptions, 'tasks' | 'errors' | 'canList'>,
): Promise<{ readonly isOver: boolean }> {
  const { owner, arguments: args } = scope;
  if (args.taskId === undefined) {
    if (canList || type.isOfOneTask) return { isOver: false };
    const reason = 'This server cannot tell its clients apart: name one task by "taskId".';
    throw errors(EventErrorName.forbidden, { reason });
  }
  const task = await readTask(tasks, args.taskId, owner);
  if (!task) throw errors(EventErrorName.forbidden);
  return { isOver: task.outcome !== undefined };
}

/**
 * Opens a subscription at its cursor, or at the present. An unreadable cursor counts as too old.
 *
 * @throws {JsonRpcError} `Forbidden` if the caller may not have it.
 * @throws {TaskError} `invalidParams` if it has no cursor and its only task has ended.
 */
export async function openSubscription(
  request: EventRequest,
  { owner }: Caller,
  options: OpenOptions,
): Promise<OpenSubscription> {
  const { type, cursor, maxAgeMs } = request;
  const scope = { owner, arguments: request.arguments };
  const { isOver } = await assertMayHave({ type, scope }, options);
  if (cursor === undefined) {
    if (isOver) throw invalidParams('The task is already finished: read it with tasks/get.');
    return {
      type,
      scope,
      position: await type.start(scope),
      truncated: false,
      maxAgeMs: undefined,
    };
  }
  const isOurs = cursor.length <= MAX_CURSOR_LENGTH;
  const known = isOurs ? await options.cursors.open(owner, type.name, cursor) : undefined;
  const position = known ?? (await type.start(scope));
  return { type, scope, position, truncated: !known, maxAgeMs };
}

/** Reads the events of a subscription. */
export async function readSubscription(
  { type, scope, position, maxAgeMs }: OpenSubscription,
  limits: Pick<ReadLimits, 'limit'>,
): Promise<EventReading> {
  return type.read(scope, position, { ...limits, maxAgeMs });
}

/** Reads on while a read finds no events and more tasks are to be read. */
export async function readOn(
  subscription: OpenSubscription,
  limits: Pick<ReadLimits, 'limit'>,
): Promise<EventReading> {
  let reading = await readSubscription(subscription, limits);
  let { truncated } = reading;
  for (let step = 1; step < MAX_STEPS; step += 1) {
    const { isBehind = false, occurrences, position } = reading;
    if (!isBehind || occurrences.length > 0) break;
    reading = await readSubscription({ ...subscription, position, maxAgeMs: undefined }, limits);
    truncated ||= reading.truncated;
  }
  return { ...reading, truncated };
}
