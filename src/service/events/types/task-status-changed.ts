import type { TaskStatus } from '../../../core/task/task-status.js';
import type { Task } from '../../../core/task/task.js';
import { toEventId, toMark } from '../event-id.js';

import {
  EventDelivery,
  type EventReading,
  type EventScope,
  type EventType,
  type Position,
} from './event-type.js';
import {
  inputSchema,
  messageOf,
  payloadSchema,
  readTask,
  type StatusOf,
  type TaskSource,
} from './task-facts.js';

const NAME = 'task.status_changed';

export interface TaskStatusChangedOptions {
  readonly tasks: TaskSource;
  readonly statusOf: StatusOf;
}

/**
 * Events of changes to the status or status message of one task. Several changes between two reads give one event. Off
 * by default: models cannot act on it, and `tasks/get` shows the same.
 */
export class TaskStatusChanged implements EventType {
  readonly name = NAME;
  readonly description =
    'The status of one task of yours ("taskId"), or its message, has changed. Several changes in quick succession are told as one.';
  readonly deliveries = [EventDelivery.push, EventDelivery.poll];
  readonly isOfOneTask = true;
  readonly news = 'changed';
  readonly inputSchema = inputSchema({ taskId: { type: 'string' } }, ['taskId']);
  readonly payloadSchema = payloadSchema({ status: { type: 'string' } }, ['status']);
  readonly #options: TaskStatusChangedOptions;

  constructor(options: TaskStatusChangedOptions) {
    this.#options = options;
  }

  async start(scope: EventScope): Promise<Position> {
    const task = await this.#readTask(scope);
    return { last: task ? toMark(await this.#toId(task)) : '' };
  }

  async read(scope: EventScope, { last }: Position): Promise<EventReading> {
    const task = await this.#readTask(scope);
    const isOver = task?.outcome !== undefined || !task;
    const eventId = task && (await this.#toId(task));
    if (!task || eventId === undefined || toMark(eventId) === last) {
      const position = { last };
      return { occurrences: [], position, hasMore: false, truncated: false, isOver };
    }
    const position = { last: toMark(eventId) };
    const { taskId, toolName, lastUpdatedAt } = task;
    const status = this.#options.statusOf(task);
    const data = { taskId, tool: toolName, status, ...messageOf(task) };
    const occurrence = { eventId, name: NAME, timestamp: lastUpdatedAt, data };
    return {
      occurrences: [{ occurrence, position }],
      position,
      hasMore: false,
      truncated: false,
      isOver,
    };
  }

  async #toId(task: Task): Promise<string> {
    const status: TaskStatus = this.#options.statusOf(task);
    return toEventId(NAME, task.taskId, status, task.statusMessage ?? '', task.lastUpdatedAt);
  }

  async #readTask({ owner, arguments: { taskId = '' } }: EventScope): Promise<Task | undefined> {
    return readTask(this.#options.tasks, taskId, owner);
  }
}
