import { LIST_LAG_MS, LIST_OVERLAP_MS } from '../../../core/task/list-lag.js';
import { TaskStatus } from '../../../core/task/task-status.js';
import type { Task } from '../../../core/task/task.js';
import type { ClosedExecution } from '../../../core/task/tasks.js';
import { toEventId, toMark } from '../event-id.js';

import type { ClosedFeed } from './closed-feed.js';
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
import {
  inputSchema,
  isOfTools,
  messageOf,
  ownerOf,
  payloadSchema,
  readTask,
  type TaskSource,
  type StatusOf,
} from './task-facts.js';

const NAME = 'task.finished';
/** Maximum number of tasks that one read loads, matching or not. */
const MAX_LOOKED_AT = 200;
/** Number of tasks that are loaded at the same time. */
const AHEAD = 8;
/**
 * Maximum number of occurrences in a cursor. If more tasks end within seconds, an event may come twice, with the same
 * ID.
 */
const MAX_SEEN = 200;

export interface TaskFinishedOptions {
  readonly tasks: TaskSource;
  readonly feed: Pick<ClosedFeed, 'read'>;
  readonly statusOf: StatusOf;
  /** Default: the clock. */
  readonly now?: () => number;
}

/** The position up to which all events were sent. Instants are in milliseconds since the epoch. */
interface Watermark {
  /** Events before this instant are never sent. */
  readonly sinceMs: number;
  /** All earlier events were sent. */
  readonly atMs: number;
  /** Marks of the latest sent events, since lists show some executions late. */
  readonly seen: readonly string[];
}

function parse({ sinceMs, atMs, seen }: Position): Watermark | undefined {
  if (typeof sinceMs !== 'number' || typeof atMs !== 'number' || !Array.isArray(seen)) {
    return undefined;
  }
  return { sinceMs, atMs, seen: seen.filter((mark) => typeof mark === 'string') };
}

const ENDED = [TaskStatus.completed, TaskStatus.failed, TaskStatus.cancelled];

function toData(task: Task, status: TaskStatus): Readonly<Record<string, unknown>> {
  return {
    taskId: task.taskId,
    tool: task.toolName,
    status,
    ...(task.phase === 'toolError' && { isError: true }),
    createdAt: task.createdAt,
    finishedAt: task.lastUpdatedAt,
    ...messageOf(task),
  };
}

/** Returns true if the closed execution ended its task. A retried or reset task goes on. */
function isEndOf(task: Task, { closedAtMs }: ClosedExecution): boolean {
  if (!task.outcome) return false;
  return Math.abs(Date.parse(task.lastUpdatedAt) - closedAtMs) <= 1;
}

function matches(args: ScopeArguments, task: Task, taskStatus: TaskStatus): boolean {
  return isOfTools(args, task) && (args.status === undefined || args.status === taskStatus);
}

/** An execution, with the ID of its event and the mark for the cursor. */
interface Marked {
  readonly execution: ClosedExecution;
  readonly eventId: string;
  readonly mark: string;
}

/** The executions without an event so far, oldest first: at most one more than a read loads. */
async function toFresh(
  executions: readonly ClosedExecution[],
  { arguments: { taskId } }: EventScope,
  seen: ReadonlySet<string>,
): Promise<readonly Marked[]> {
  const fresh: Marked[] = [];
  for (const execution of executions) {
    if (taskId !== undefined && taskId !== execution.taskId) continue;
    if (fresh.length > MAX_LOOKED_AT) break;
    const eventId = await toEventId(NAME, execution.taskId, execution.closedAtMs);
    const mark = toMark(eventId);
    if (!seen.has(mark)) fresh.push({ execution, eventId, mark });
  }
  return fresh;
}

/** Loads items in order, up to 8 ahead. One after the other, events of a burst would be late. */
class Looks<Item, Found> {
  readonly #items: readonly Item[];
  readonly #look: (item: Item) => Promise<Found>;
  readonly #ahead: Promise<Found>[] = [];
  #begun = 0;

  constructor(items: readonly Item[], look: (item: Item) => Promise<Found>) {
    this.#items = items;
    this.#look = look;
  }

  async next(): Promise<Found | undefined> {
    for (const item of this.#items.slice(this.#begun, this.#begun + AHEAD - this.#ahead.length)) {
      const look = this.#look(item);
      // The reader of this item gets the failure.
      look.catch(() => undefined);
      this.#ahead.push(look);
      this.#begun += 1;
    }
    return this.#ahead.shift();
  }
}

/** Collects the events of one reading, and moves the position. */
class Reading {
  readonly occurrences: ReadOccurrence[] = [];
  #sinceMs: number;
  #atMs: number;
  /** Marks with the close times of their executions. */
  #seen: (readonly [mark: string, closedAtMs: number])[];

  constructor({ sinceMs, atMs, seen }: Watermark) {
    this.#sinceMs = sinceMs;
    this.#atMs = atMs;
    // Marks in the cursor have no close time. They count as recent, so that the next reads still skip them.
    this.#seen = seen.map((mark) => [mark, atMs] as const);
  }

  pass(mark: string, closedAtMs: number): void {
    this.#atMs = Math.max(this.#atMs, closedAtMs);
    this.#seen.push([mark, closedAtMs]);
  }

  moveTo(atMs: number): void {
    this.#atMs = Math.max(this.#atMs, atMs);
  }

  get position(): Position {
    const recent = this.#seen.filter(
      ([, closedAtMs]) => closedAtMs >= this.#atMs - LIST_OVERLAP_MS,
    );
    return {
      sinceMs: this.#sinceMs,
      atMs: this.#atMs,
      seen: recent.slice(-MAX_SEEN).map(([mark]) => mark),
    };
  }
}

/** Events of ended tasks. They come from Temporal's list of closed executions, so a lost event can be sent again. */
export class TaskFinished implements EventType {
  readonly name = NAME;
  readonly description =
    'A task of yours has ended. Without arguments: any of them; "taskId", "tool" and "status" narrow it. What it has come to, its result, is read with tasks/get, tasks/result or the tool task_result.';
  readonly deliveries = [EventDelivery.webhook, EventDelivery.push, EventDelivery.poll];
  readonly isOfOneTask = false;
  readonly news = 'closed';
  readonly inputSchema = inputSchema({
    taskId: { type: 'string' },
    tool: { type: 'string' },
    status: { type: 'string', enum: ENDED },
  });
  readonly payloadSchema = payloadSchema(
    {
      status: { type: 'string', enum: ENDED },
      isError: { type: 'boolean', description: 'Whether its result is an error. Absent: no.' },
      createdAt: { type: 'string', format: 'date-time' },
      finishedAt: { type: 'string', format: 'date-time' },
    },
    ['status', 'createdAt', 'finishedAt'],
  );
  readonly #options: TaskFinishedOptions;
  readonly #now: () => number;

  constructor(options: TaskFinishedOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  async start(): Promise<Position> {
    const nowMs = this.#now();
    return Promise.resolve({ sinceMs: nowMs, atMs: nowMs, seen: [] });
  }

  async read(scope: EventScope, position: Position, limits: ReadLimits): Promise<EventReading> {
    const asked = parse(position) ?? parse(await this.start()) ?? { sinceMs: 0, atMs: 0, seen: [] };
    const { watermark, isCut } = this.#cutByAge(asked, limits.maxAgeMs);
    const fromMs = Math.max(watermark.sinceMs, watermark.atMs - LIST_OVERLAP_MS);
    const page = await this.#options.feed.read(scope.owner, fromMs);
    const reading = new Reading(watermark);
    const fresh = await toFresh(page.executions, scope, new Set(watermark.seen));
    const lookedAt = fresh.slice(0, MAX_LOOKED_AT);
    const looks = new Looks(lookedAt, async ({ execution }) => this.#look(execution, scope));
    let [hasMore, isOver] = [false, false];
    for (const one of lookedAt) {
      const data = await looks.next();
      if (data && reading.occurrences.length >= limits.limit) {
        hasMore = true;
        break;
      }
      const { eventId, mark, execution } = one;
      reading.pass(mark, execution.closedAtMs);
      if (!data) continue;
      const timestamp = new Date(execution.closedAtMs).toISOString();
      const occurrence = { eventId, name: NAME, timestamp, data };
      reading.occurrences.push({ occurrence, position: reading.position });
      isOver = scope.arguments.taskId !== undefined;
    }
    const isAll = !hasMore && fresh.length <= MAX_LOOKED_AT;
    if (isAll) reading.moveTo(page.untilMs);
    const { keptSinceMs = 0 } = page;
    const isPast = page.untilMs < this.#now() - LIST_LAG_MS - LIST_OVERLAP_MS;
    return {
      occurrences: reading.occurrences,
      position: reading.position,
      hasMore,
      isOver,
      isBehind: !isAll || isPast,
      truncated: isCut || asked.atMs < keptSinceMs,
    };
  }

  #cutByAge(
    asked: Watermark,
    maxAgeMs: number | undefined,
  ): { readonly watermark: Watermark; readonly isCut: boolean } {
    const floorMs = maxAgeMs === undefined ? 0 : this.#now() - maxAgeMs;
    if (floorMs <= asked.atMs) return { watermark: asked, isCut: false };
    return { watermark: { sinceMs: floorMs, atMs: floorMs, seen: [] }, isCut: true };
  }

  /** The event of a closed execution; `undefined` if this subscription has no event for it. */
  async #look(
    execution: ClosedExecution,
    { owner, arguments: args }: EventScope,
  ): Promise<Readonly<Record<string, unknown>> | undefined> {
    const { tasks, statusOf } = this.#options;
    const task = await readTask(tasks, execution.taskId, owner);
    if (!task || !isEndOf(task, execution)) return undefined;
    const status = statusOf(task);
    if (!matches(args, task, status)) return undefined;
    return { ...toData(task, status), ...ownerOf(args, task) };
  }
}
