import {
  InputMethod,
  type InputRequest,
  isUrlElicitation,
} from '../../../core/question/input-request.js';
import type { Task } from '../../../core/task/task.js';
import { toEventId, toMark } from '../event-id.js';

import {
  EventDelivery,
  type EventReading,
  type EventScope,
  type EventType,
  type Position,
  type ReadLimits,
  type ReadOccurrence,
  type ScopeArguments,
} from './event-type.js';
import type { OpenTasks } from './open-tasks.js';
import {
  inputSchema,
  isOfTools,
  messageOf,
  ownerOf,
  payloadSchema,
  readTask,
  type TaskSource,
} from './task-facts.js';

const NAME = 'task.input_required';
/** Maximum number of open questions in a cursor. Above it, an old question may come again, with the same ID. */
const MAX_KNOWN = 500;

/** Maximum number of questions in one occurrence, and UTF-16 code units of all their keys. Messages must stay small. */
const MAX_REQUESTS = 50;
const MAX_KEYS_LENGTH = 1_000;

export interface TaskInputRequiredOptions {
  readonly tasks: TaskSource;
  readonly open: Pick<OpenTasks, 'read'>;
}

const KINDS = ['form', 'url', 'sampling'] as const;

function toKind(request: InputRequest): (typeof KINDS)[number] {
  if (request.method === InputMethod.sample) return 'sampling';
  return isUrlElicitation(request) ? 'url' : 'form';
}

async function toKeyMark(taskId: string, key: string): Promise<string> {
  return toMark(await toEventId('question', taskId, key));
}

/** A task with open questions, and their marks. */
interface Asking {
  readonly task: Task;
  readonly keys: readonly string[];
  readonly marks: readonly string[];
}

async function toAsking(task: Task): Promise<Asking> {
  const keys = Object.keys(task.inputRequests ?? {}).sort();
  const marks = await Promise.all(keys.map(async (key) => toKeyMark(task.taskId, key)));
  return { task, keys, marks };
}

/** The questions within the size limit. A read of the task shows all of them. */
function toRequests({ inputRequests = {} }: Task): readonly object[] {
  let room = MAX_KEYS_LENGTH;
  return Object.entries(inputRequests)
    .slice(0, MAX_REQUESTS)
    .filter(([key]) => (room -= key.length) >= 0)
    .map(([key, request]) => ({ key, kind: toKind(request) }));
}

async function toOccurrence(
  { task, keys }: Asking,
  args: ScopeArguments,
): Promise<ReadOccurrence['occurrence']> {
  const { taskId, toolName, lastUpdatedAt } = task;
  return {
    eventId: await toEventId(NAME, taskId, ...keys),
    name: NAME,
    timestamp: lastUpdatedAt,
    data: {
      taskId,
      tool: toolName,
      requests: toRequests(task),
      ...messageOf(task),
      ...ownerOf(args, task),
    },
  };
}

/**
 * Events of new open questions. Questions are read at intervals. A question that is answered between two reads has no
 * event, since it needs no action.
 */
export class TaskInputRequired implements EventType {
  readonly name = NAME;
  readonly description =
    'A task of yours has a question for you or your user. Without arguments: any of them; "taskId" and "tool" narrow it. The question itself is in tasks/get, or shown by the tool task_status; it is answered with tasks/update, on tasks/result, or by the tool task_answer.';
  readonly deliveries = [EventDelivery.webhook, EventDelivery.push, EventDelivery.poll];
  readonly isOfOneTask = false;
  readonly news = 'changed';
  readonly inputSchema = inputSchema({ taskId: { type: 'string' }, tool: { type: 'string' } });
  readonly payloadSchema = payloadSchema(
    {
      requests: {
        type: 'array',
        items: {
          type: 'object',
          properties: { key: { type: 'string' }, kind: { type: 'string', enum: [...KINDS] } },
          required: ['key', 'kind'],
        },
      },
    },
    ['requests'],
  );
  readonly #options: TaskInputRequiredOptions;

  constructor(options: TaskInputRequiredOptions) {
    this.#options = options;
  }

  async start(scope: EventScope): Promise<Position> {
    const { asking } = await this.#look(scope);
    return { known: asking.flatMap(({ marks }) => marks).slice(-MAX_KNOWN) };
  }

  async read(scope: EventScope, position: Position, limits: ReadLimits): Promise<EventReading> {
    const { asking, isOver } = await this.#look(scope);
    const known = new Set<unknown>(Array.isArray(position['known']) ? position['known'] : []);
    // Marks of closed questions can be dropped, since a key is never used again.
    const open = asking.flatMap(({ marks }) => marks);
    let told = open.filter((mark) => known.has(mark));
    const fresh = asking.filter(({ marks }) => marks.some((mark) => !known.has(mark)));
    const occurrences: ReadOccurrence[] = [];
    for (const one of fresh.slice(0, limits.limit)) {
      told = [...new Set([...told, ...one.marks])].slice(-MAX_KNOWN);
      occurrences.push({
        occurrence: await toOccurrence(one, scope.arguments),
        position: { known: told },
      });
    }
    const hasMore = fresh.length > limits.limit;
    return { occurrences, position: { known: told }, hasMore, truncated: false, isOver };
  }

  async #look({
    owner,
    arguments: args,
  }: EventScope): Promise<{ readonly asking: readonly Asking[]; readonly isOver: boolean }> {
    const { taskId } = args;
    const tasks = await this.#read(owner, taskId);
    const matching = tasks.filter(
      (task) => task.phase === 'inputRequired' && isOfTools(args, task),
    );
    const oldestFirst = matching.toSorted((a, b) => a.lastUpdatedAt.localeCompare(b.lastUpdatedAt));
    return {
      asking: await Promise.all(oldestFirst.map(toAsking)),
      isOver: taskId !== undefined && tasks.every(({ outcome }) => outcome !== undefined),
    };
  }

  async #read(owner: string, taskId: string | undefined): Promise<readonly Task[]> {
    if (taskId === undefined) return this.#options.open.read(owner);
    const task = await readTask(this.#options.tasks, taskId, owner);
    return task ? [task] : [];
  }
}
