/** Tasks of several namespaces, which look like those of one. */
import { createHmac } from 'node:crypto';

import { isTaskGone, TaskError, TaskErrorCode } from '../core/errors.js';
import { type EachTask, forwardEachTask } from '../core/forward-tasks.js';
import { isClosed } from '../core/task-status.js';
import type { Task } from '../core/task.js';
import type {
  ClosedPage,
  ClosedQuery,
  ListOptions,
  Owner,
  TaskPage,
  Tasks,
} from '../core/tasks.js';

import { decodeCursors, encodeCursors } from './namespace-cursors.js';
import type { NamespaceTasks, TasksWithApprovals } from './namespace-tasks.js';
import { NamespacedApprovals } from './namespaced-approvals.js';
import type { TemporalTasksOptions } from './temporal-tasks-options.js';
import { createNamespaceTasks } from './temporal-tasks.js';

/** The tasks of a further namespace, by the name that tools call it by. */
export type FurtherNamespaces = ReadonlyMap<
  string,
  Pick<TemporalTasksOptions, 'client' | 'pollClient' | 'tools'>
>;

/**
 * The secret of a namespace. Owners have other tags in each, so that an ID says by itself in which one its task is, and IDs
 * that were made before there were several are those of the first.
 */
function deriveSecret(secret: Uint8Array, name: string): Uint8Array {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['namespace', name]))
    .digest();
}

/** Running ones first, then the newest, as each namespace has them. */
function byAge(a: Task, b: Task): number {
  const order = Number(isClosed(a.phase)) - Number(isClosed(b.phase));
  return order !== 0 ? order : Date.parse(b.createdAt) - Date.parse(a.createdAt);
}

/**
 * Tasks of several namespaces. A task is looked for in the one that its ID names; one with an ID of its tool's own in those
 * whose tools have such IDs or adopt, with the same calls for every ID.
 *
 * @param first The namespace of tools that name none.
 */
export function createNamespacedTasks(
  first: TemporalTasksOptions,
  further: FurtherNamespaces,
): TasksWithApprovals {
  if (further.size === 0) return createNamespaceTasks(first);
  const { secret, previousSecrets = [] } = first;
  const all = new Map<string, NamespaceTasks>();
  const countOpen = async (owner: Owner): Promise<number> => {
    const counts = await Promise.all(Array.from(all.values(), async (one) => one.countOpen(owner)));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  all.set('', createNamespaceTasks({ ...first, countOpen }));
  for (const [name, options] of further) {
    const secrets = {
      secret: deriveSecret(secret, name),
      previousSecrets: previousSecrets.map((previous) => deriveSecret(previous, name)),
    };
    all.set(name, createNamespaceTasks({ ...first, ...options, ...secrets, countOpen }));
  }
  const namespaces = new Namespaces(all);
  return {
    ...forwardEachTask(async (taskId, owner) => namespaces.of(taskId, owner)),
    create: async (request) => namespaces.create(request),
    watchAll: async (owner, options) => namespaces.watchAll(owner, options),
    list: async (owner, options) => namespaces.list(owner, options),
    listClosed: async (owner, query) => namespaces.listClosed(owner, query),
    approvals: new NamespacedApprovals(
      new Map(Array.from(all, ([name, { approvals }]) => [name, approvals])),
    ),
  };
}

class Namespaces implements Omit<Tasks, keyof EachTask> {
  readonly #all: ReadonlyMap<string, NamespaceTasks>;

  constructor(all: ReadonlyMap<string, NamespaceTasks>) {
    this.#all = all;
  }

  #named(name: string): NamespaceTasks {
    const tasks = this.#all.get(name);
    if (tasks) return tasks;
    throw new TaskError(
      TaskErrorCode.misconfigured,
      'The tool is of a namespace that is not configured.',
    );
  }

  /** The namespace of a task; for one that is nowhere, any that says so. */
  async of(taskId: string, owner: Owner): Promise<NamespaceTasks> {
    const possible = [...this.#all.values()].filter((one) => one.mayHave(taskId, owner));
    const [only = this.#named(''), ...others] = possible;
    if (others.length === 0) return only;
    const readings = await Promise.allSettled(possible.map(async (one) => one.get(taskId, owner)));
    const at = readings.findIndex(({ status }) => status === 'fulfilled');
    const found = possible[at];
    if (found) return found;
    // One that has expired has been found too; one that cannot be asked might have it.
    const reasons = readings.map(
      (reading) => (reading.status === 'rejected' ? reading.reason : undefined) as unknown,
    );
    const isMissing = (reason: unknown): boolean =>
      isTaskGone(reason) && (reason as TaskError).code === TaskErrorCode.taskNotFound;
    const telling = reasons.findIndex((reason) => !isMissing(reason));
    return possible[telling] ?? only;
  }

  create: Tasks['create'] = async (request) =>
    this.#named(request.tool.namespace ?? '').create(request);

  watchAll: Tasks['watchAll'] = async (owner, options) => {
    await Promise.all(Array.from(this.#all.values(), async (one) => one.watchAll(owner, options)));
  };

  /** What has closed in each, up to where none of them lacks any. */
  async listClosed(owner: Owner, query: ClosedQuery): Promise<ClosedPage> {
    const pages = await Promise.all(
      Array.from(this.#all.values(), async (one) => one.listClosed(owner, query)),
    );
    const untilMs = Math.min(...pages.map((page) => page.untilMs));
    const since = pages.flatMap(({ keptSinceMs }) => keptSinceMs ?? []);
    return {
      executions: pages
        .flatMap(({ executions }) => executions)
        .filter(({ closedAtMs }) => closedAtMs < untilMs)
        .sort((a, b) => a.closedAtMs - b.closedAtMs),
      untilMs,
      ...(since.length > 0 && { keptSinceMs: Math.max(...since) }),
    };
  }

  /** A page of each namespace, together. */
  async list(owner: Owner, { cursor }: ListOptions = {}): Promise<TaskPage> {
    const cursors = cursor === undefined ? undefined : decodeCursors(cursor);
    const wanted = [...this.#all].filter(([name]) => !cursors || Object.hasOwn(cursors, name));
    const pages = await Promise.all(
      wanted.map(async ([name, one]) => {
        const from = cursors?.[name];
        const page = await one.list(owner, cursors ? { cursor: String(from) } : {});
        return [name, page] as const;
      }),
    );
    const next = pages.flatMap(([name, { nextCursor }]) =>
      nextCursor === undefined ? [] : [[name, nextCursor] as const],
    );
    return {
      tasks: pages.flatMap(([, { tasks }]) => tasks).sort(byAge),
      ...(next.length > 0 && { nextCursor: encodeCursors(next) }),
    };
  }
}
