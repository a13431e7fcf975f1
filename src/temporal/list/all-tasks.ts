import { isTaskGone } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import { parseTaskId } from '../../core/task/task-id.js';
import { isClosed } from '../../core/task/task-status.js';
import type { Task } from '../../core/task/task.js';
import type { ClosedPage, ClosedQuery } from '../../core/task/tasks.js';
import type { CurrentTools } from '../../core/tool/tool-definition.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import { unreadableOf } from '../link/unreadable-payload.js';
import { VisibilityLimit } from '../link/visibility-limit.js';
import { NamespaceRetention } from '../namespace-retention.js';
import { FirstRuns } from '../read/first-runs.js';
import type { TaskIdRing } from '../start/task-id-ring.js';
import { Adoption } from '../task/adoption.js';
import { createAccessToAll } from '../task/task-access.js';
import { TaskReader } from '../task/task-reader.js';

import { ClosedExecutions } from './closed-executions.js';
import { rowsOfAll, toStartedFilter } from './owned-rows.js';
import { needsOwnerAttribute } from './owner-attribute.js';
import { readInBatches } from './read-in-batches.js';

/** Visibility calls per second for open tasks. */
const CALLS_PER_SECOND = 1;
/** Maximum number of open tasks that are read in one namespace. */
const MAX_OPEN = 500;
/** The owner argument of the operator's configuration, which owns no task. */
const ANYBODY = '';

/** The parts for these reads, besides the calls. */
export interface AllTasksOptions {
  readonly ids: TaskIdRing;
  readonly tools: CurrentTools;
  readonly logger: Logger;
}

/** Adds the approvers' questions to a task's open ones, for a reader who cannot answer them. */
function withApprovals(task: Task): Task {
  const { approvals, inputRequests } = task;
  if (!approvals) return task;
  return { ...task, phase: 'inputRequired', inputRequests: { ...inputRequests, ...approvals } };
}

/**
 * Reads the tasks of all owners in one namespace, for the configuration: tasks of the manifest's tools that this server
 * has started. An adopted task belongs to no owner until its owner reads it.
 */
export class AllTasks {
  readonly #tools: CurrentTools;
  readonly #calls: TemporalCalls;
  readonly #limit = new VisibilityLimit(CALLS_PER_SECOND);
  readonly #reader: TaskReader;
  readonly #closed: ClosedExecutions;

  constructor(calls: TemporalCalls, options: AllTasksOptions) {
    const { ids, tools, logger } = options;
    const access = createAccessToAll((name) => tools().has(name));
    this.#tools = tools;
    this.#calls = calls;
    // No rules: adoption needs an owner's name.
    const adoption = new Adoption(calls, ids, () => new Map());
    this.#reader = new TaskReader(calls, {
      ...options,
      adoption,
      access,
      firstRuns: new FirstRuns(calls),
    });
    this.#closed = new ClosedExecutions(calls, {
      adoption,
      logger,
      retention: new NamespaceRetention(calls, logger),
      lister: { toFilter: () => this.#filter },
      rows: [rowsOfAll(() => needsOwnerAttribute(tools()))],
    });
  }

  get #filter(): string {
    return toStartedFilter(needsOwnerAttribute(this.#tools()));
  }

  async get(taskId: string): Promise<Task> {
    return this.#reader.read(taskId, ANYBODY);
  }

  /** Reads each row, since visibility lags behind. Leaves out other executions and ended tasks. */
  async listOpen(): Promise<readonly Task[]> {
    await this.#limit.take();
    const { executions } = await this.#calls.run(async (client) =>
      client.workflowService.listWorkflowExecutions({
        namespace: client.options.namespace,
        query: `${this.#filter} AND ExecutionStatus = 'Running'`,
        pageSize: MAX_OPEN,
      }),
    );
    const ids = executions.flatMap(({ execution }) => execution?.workflowId ?? []);
    const possible = ids.filter((taskId) => this.#mayBeTask(taskId));
    const open = await readInBatches(possible, async (taskId) => this.#readIfThere(taskId));
    return open.filter(({ phase }) => !isClosed(phase)).map(withApprovals);
  }

  async #readIfThere(taskId: string): Promise<Task | undefined> {
    try {
      return await this.get(taskId);
    } catch (error) {
      if (isTaskGone(error) || unreadableOf(error)) return undefined;
      throw error;
    }
  }

  /**
   * Excludes other IDs that begin like task IDs, such as companions' IDs. Includes all if a tool chooses Workflow IDs.
   */
  #mayBeTask(taskId: string): boolean {
    return needsOwnerAttribute(this.#tools()) || parseTaskId(taskId) !== undefined;
  }

  async listClosed(query: ClosedQuery): Promise<ClosedPage> {
    const page = await this.#closed.list(ANYBODY, query);
    const executions = page.executions.filter(({ taskId }) => this.#mayBeTask(taskId));
    return { ...page, executions };
  }
}
