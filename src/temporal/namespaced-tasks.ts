/** Joins the tasks of several namespaces, as if they were in one. */
import { once } from 'node:events';

import { isTaskGone, TaskError, TaskErrorCode } from '../core/errors.js';
import { namespacesOf, tenantOf, type Tenants, toTenantTool } from '../core/person/tenants.js';
import type { AskedTask } from '../core/question/asked-task.js';
import { type Approvals, toApprovals } from '../core/task/approvals.js';
import { interceptTasks } from '../core/task/intercept-tasks.js';
import type { Task } from '../core/task/task.js';
import type {
  ClosedPage,
  ClosedQuery,
  CreatedTask,
  CreateTaskRequest,
  ListOptions,
  Page,
  Tasks,
  WatchOptions,
} from '../core/task/tasks.js';
import { type Configuration, isApprover, type Seen, type Viewer } from '../core/task/viewer.js';

import { NamespacedApprovals } from './approve/namespaced-approvals.js';
import { taskNotFound } from './link/from-temporal-error.js';
import { byAge, mergeClosed, mergePages } from './list/merged-pages.js';
import { deriveSecret } from './namespace-secret.js';
import type { NamespaceTasks } from './namespace-tasks.js';
import type { TemporalTasksOptions } from './temporal-tasks-options.js';
import { createNamespaceTasks } from './temporal-tasks.js';

export type FurtherNamespace = Pick<TemporalTasksOptions, 'client' | 'pollClient' | 'tools'>;

/** The namespaces besides the server's own. A reload may change them. */
export interface Places {
  /** Names of the further namespaces, as tools and tenants call them. */
  readonly names: () => readonly string[];
  /** Resolves with the clients of a namespace, on first use. Rejects if its settings do not reach it. */
  readonly open: (name: string) => Promise<FurtherNamespace>;
  /** Absent or `undefined`: there are no tenants. */
  readonly tenants?: () => Tenants | undefined;
}

/** The error for a caller without a tenant: its open stream or subscription has outlived the tenant in the manifest. */
function noTenant(): TaskError {
  return new TaskError(
    TaskErrorCode.misconfigured,
    'This server is not for you any more: ask its operator.',
  );
}

/**
 * Joins the tasks of several namespaces. A generated task ID names its namespace. A task with a tool-chosen ID is
 * searched in the namespaces whose tools choose IDs or adopt, with the same calls for every ID. If tenants have
 * namespaces, an owner's tasks are in the tenant's namespace, and only that one is asked.
 *
 * @param first The server's own namespace.
 * @throws {RangeError} If a secret is shorter than 32 bytes, or there are too many.
 */
export function createNamespacedTasks(first: TemporalTasksOptions, places: Places): Tasks {
  const namespaces = new Namespaces(first, places);
  const { approvals } = namespaces;
  const ofOwner = interceptTasks(async ({ taskId, viewer }, ask) => {
    if (taskId === undefined || typeof viewer !== 'string') throw taskNotFound();
    return ask(await namespaces.of(taskId, viewer));
  });
  return {
    ...ofOwner,
    create: async (request) => namespaces.create(request),
    get: async (taskId, viewer) => namespaces.get(taskId, viewer),
    watch: async (owner, options) => namespaces.watch(owner, options),
    answer: async (taskId, by, responses) =>
      isApprover(by)
        ? approvals.answerAsked(taskId, by.by, responses)
        : ofOwner.answer(taskId, by, responses),
    list: async (viewer, options) => namespaces.list(viewer, options),
    listClosed: async (viewer, query) => namespaces.listClosed(viewer, query),
    readPast: async (taskId, viewer, query) =>
      isApprover(viewer)
        ? approvals.readPast(taskId, viewer.by, query)
        : ofOwner.readPast(taskId, viewer, query),
  };
}

class Namespaces {
  readonly approvals: Approvals;
  readonly #first: TemporalTasksOptions;
  readonly #places: Places;
  /** Opened namespaces by name. A failed attempt is repeated at the next use. */
  readonly #opened = new Map<string, Promise<NamespaceTasks>>();

  constructor(first: TemporalTasksOptions, places: Places) {
    this.#first = { ...first, countOpen: async (owner) => this.#countOpen(owner) };
    this.#places = places;
    this.#opened.set('', Promise.resolve(createNamespaceTasks(this.#first)));
    this.approvals = new NamespacedApprovals(async ({ owner }) => {
      const all = await this.open(owner);
      return all.map(([name, one]) => [name, toApprovals(one)] as const);
    });
  }

  get #tenants(): Tenants | undefined {
    return this.#places.tenants?.();
  }

  /** @throws {TaskError} `misconfigured` if there are tenants and the owner is in none. */
  #namesOf(owner: string): readonly [string, ...string[]] {
    const [one, ...others] = namespacesOf(owner, ['', ...this.#places.names()], this.#tenants);
    if (one === undefined) throw noTenant();
    return [one, ...others];
  }

  /** Returns the namespaces of a viewer, by name. The configuration sees all. */
  async open(
    viewer: string | Configuration,
  ): Promise<readonly (readonly [string, NamespaceTasks])[]> {
    const names =
      typeof viewer === 'string' ? this.#namesOf(viewer) : ['', ...this.#places.names()];
    return Promise.all(names.map(async (name) => [name, await this.#named(name)] as const));
  }

  async #named(name: string): Promise<NamespaceTasks> {
    const opened = this.#opened.get(name) ?? this.#make(name);
    this.#opened.set(name, opened);
    try {
      return await opened;
    } catch (error) {
      this.#opened.delete(name);
      throw error;
    }
  }

  async #make(name: string): Promise<NamespaceTasks> {
    const { secret, previousSecrets = [] } = this.#first;
    return createNamespaceTasks({
      ...this.#first,
      ...(await this.#openPlace(name)),
      secret: deriveSecret(secret, name),
      previousSecrets: previousSecrets.map((previous) => deriveSecret(previous, name)),
    });
  }

  async #openPlace(name: string): Promise<FurtherNamespace> {
    const message = 'This is of a namespace that is not configured, or not so that it can be used.';
    if (!this.#places.names().includes(name)) {
      throw new TaskError(TaskErrorCode.misconfigured, message);
    }
    try {
      return await this.#places.open(name);
    } catch (cause) {
      throw new TaskError(TaskErrorCode.misconfigured, message, { cause });
    }
  }

  async #countOpen(owner: string): Promise<number> {
    const all = await this.open(owner);
    const counts = await Promise.all(all.map(async ([, one]) => one.countOpen(owner)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Returns the namespace of a task. For an unknown task, it returns one whose error says so. */
  async of(taskId: string, owner: string): Promise<NamespaceTasks> {
    const names = this.#namesOf(owner);
    if (names.length === 1) return this.#named(names[0]);
    const all = await this.open(owner);
    const possible = all.flatMap(([, one]) => (one.mayHave(taskId, owner) ? [one] : []));
    const [only = await this.#named(names[0]), ...others] = possible;
    if (others.length === 0) return only;
    const readings = await Promise.allSettled(possible.map(async (one) => one.get(taskId, owner)));
    const at = readings.findIndex(({ status }) => status === 'fulfilled');
    const found = possible[at];
    if (found) return found;
    // An expired task counts as found. A namespace that does not answer might have the task.
    const reasons = readings.map(
      (reading) => (reading.status === 'rejected' ? reading.reason : undefined) as unknown,
    );
    const isMissing = (reason: unknown): boolean =>
      isTaskGone(reason) && (reason as TaskError).code === TaskErrorCode.taskNotFound;
    const telling = reasons.findIndex((reason) => !isMissing(reason));
    return possible[telling] ?? only;
  }

  async create(request: CreateTaskRequest): Promise<CreatedTask> {
    const { owner } = request;
    const [first, ...others] = this.#namesOf(owner);
    const tool = toTenantTool(request.tool, tenantOf(owner, this.#tenants));
    // If the owner has only one namespace, it applies in place of the tool's.
    const name = others.length === 0 ? first : (tool.namespace ?? '');
    return (await this.#named(name)).create({ ...request, tool });
  }

  get<By extends Viewer>(taskId: string, viewer: By): Promise<Seen<By>>;
  async get(taskId: string, viewer: Viewer): Promise<Task | AskedTask> {
    if (typeof viewer === 'string') return (await this.of(taskId, viewer)).get(taskId, viewer);
    if (isApprover(viewer)) return this.approvals.getAsked(taskId, viewer.by);
    let gone: unknown = taskNotFound();
    for (const [, one] of await this.open(viewer)) {
      try {
        return await one.get(taskId, viewer);
      } catch (error) {
        if (!isTaskGone(error)) throw error;
        gone = error;
      }
    }
    throw gone;
  }

  /** Watches the owner's tasks in all namespaces until the signal fires. Without a namespace, it only waits. */
  async watch(owner: string, options: WatchOptions): Promise<void> {
    const { signal } = options;
    const all = await this.open(owner).catch((err: unknown) => {
      this.#first.logger?.warn({ err, owner }, 'Tasks of an owner cannot be watched');
      return [];
    });
    if (all.length === 0 && !signal.aborted) await once(signal, 'abort');
    await Promise.all(all.map(async ([, one]) => one.watch(owner, options)));
  }

  async listClosed(viewer: string | Configuration, query: ClosedQuery): Promise<ClosedPage> {
    const all = await this.open(viewer);
    const pages = await Promise.all(all.map(async ([, one]) => one.listClosed(viewer, query)));
    return mergeClosed(pages);
  }

  list<By extends Viewer>(viewer: By, options?: ListOptions): Promise<Page<Seen<By>>>;
  async list(
    viewer: Viewer,
    { cursor, isOpen }: ListOptions = {},
  ): Promise<Page<Task | AskedTask>> {
    if (isApprover(viewer)) {
      return this.approvals.listAsked(viewer.by, cursor === undefined ? {} : { cursor });
    }
    const all = await this.open(viewer);
    if (isOpen ?? typeof viewer !== 'string') {
      const pages = await Promise.all(
        all.map(async ([, one]) => one.list(viewer, { isOpen: true })),
      );
      return { tasks: pages.flatMap(({ tasks }) => tasks) };
    }
    return mergePages(all, cursor, {
      list: async (one, from) => one.list(viewer, from === undefined ? {} : { cursor: from }),
      order: byAge,
    });
  }
}
