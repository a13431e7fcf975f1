import { createHash } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import { OWNER_SEARCH_ATTRIBUTE } from '../../core/contract/contract.js';
import { isTaskError, type TaskError, TaskErrorCode } from '../../core/errors.js';
import { parseTaskId, toTaskIdPrefix } from '../../core/task/task-id.js';
import type { Task } from '../../core/task/task.js';
import type { ListOptions, TaskPage } from '../../core/task/tasks.js';
import { IS_OPEN, isOpenStatus } from '../link/open-executions.js';
import { unreadableOf } from '../link/unreadable-payload.js';
import { quoteText } from '../link/visibility-text.js';
import type { Visibility, VisibilityQuery } from '../link/visibility.js';
import type { TaskIdRing } from '../start/task-id-ring.js';
import type { Adoption } from '../task/adoption.js';
import type { TaskReader } from '../task/task-reader.js';

import { decodeCursor, encodeCursor } from './list-cursor.js';
import { readInBatches } from './read-in-batches.js';
import { SharedRuns } from './shared-runs.js';

/** Visibility lists a start up to half a second late on SQL stores, and about a second late on Elasticsearch. */
const RECENT_START_MS = 3_000;
/**
 * Length of a mark, in characters: the end of a task ID's random part, or of another ID's hash. It identifies a task
 * among those of its owner.
 */
const MARK_LENGTH = 8;
/** Maximum number of marks in one cursor, which take 7 KB. After that many further tasks, a task may be shown again. */
const MAX_MARKS = 500;
const MAX_RECENT_STARTS = 5_000;

/**
 * Returns filters for owner tags. Tags consist of base32 characters only, so the filters contain no input of a caller.
 */
function toFilters(ownerTags: readonly string[], hasOwnIds: boolean): string[] {
  const anyOf = ownerTags.map((ownerTag) => `WorkflowId STARTS_WITH '${toTaskIdPrefix(ownerTag)}'`);
  if (hasOwnIds) {
    anyOf.push(...ownerTags.map((ownerTag) => `${OWNER_SEARCH_ATTRIBUTE} = '${ownerTag}'`));
  }
  return anyOf;
}

function joinFilters(anyOf: readonly string[]): string {
  return anyOf.length === 1 ? anyOf.join('') : `(${anyOf.join(' OR ')})`;
}

/** Returns a short form of a task ID, for cursors. */
function toMark(taskId: string): string {
  if (parseTaskId(taskId)) return taskId.slice(-MARK_LENGTH);
  return createHash('sha256').update(taskId).digest('base64url').slice(0, MARK_LENGTH);
}

/** Options of lists. */
export interface TaskListerOptions {
  readonly pageSize: number;
  /** Returns true if tools have own Workflow IDs. Such tasks have a search attribute instead of a prefix. */
  readonly hasOwnIds: boolean;
}

/** The parts that lists need. */
export interface ListerDependencies {
  readonly ids: TaskIdRing;
  readonly reader: TaskReader;
  readonly adoption: Adoption;
}

/** Lists an owner's tasks by the prefix of their IDs, and by a search attribute if tools choose own IDs. */
export class TaskLister {
  readonly #visibility: Visibility;
  readonly #ids: TaskIdRing;
  readonly #reader: TaskReader;
  readonly #adoption: Adoption;
  readonly #options: TaskListerOptions;
  /** Running lists by owner and cursor, so that equal polls over many connections share one list. */
  readonly #lists = new SharedRuns<TaskPage>();
  /** Owner tags of recently started tasks, by task ID. */
  readonly #recentStarts = new LRUCache<string, string>({
    max: MAX_RECENT_STARTS,
    ttl: RECENT_START_MS,
  });

  constructor(
    visibility: Visibility,
    { ids, reader, adoption }: ListerDependencies,
    options: TaskListerOptions,
  ) {
    this.#visibility = visibility;
    this.#ids = ids;
    this.#adoption = adoption;
    this.#reader = reader;
    this.#options = options;
  }

  /** Lists a task that was just started, although visibility does not have it yet. */
  remember(taskId: string, ownerTag: string): void {
    this.#recentStarts.set(taskId, ownerTag);
  }

  /** Lists a page of the owner's tasks, without deleted and expired ones. */
  async list(owner: string, options: ListOptions): Promise<TaskPage> {
    const key = JSON.stringify([owner, options.cursor]);
    return this.#lists.share(key, async () => this.#list(owner, options));
  }

  async #list(owner: string, { cursor }: ListOptions): Promise<TaskPage> {
    const ownerTags = this.#ids.ownerTags(owner);
    const from = cursor === undefined ? undefined : decodeCursor(this.#ids, owner, cursor);
    const { taskIds, nextPageToken } = await this.#query(owner, {
      query: `${this.toFilter(owner)} AND ExecutionStatus != 'ContinuedAsNew'`,
      pageSize: this.#options.pageSize,
      nextPageToken: from?.pageToken ?? null,
    });
    const early = from ? [] : this.#startsAheadOfVisibility(ownerTags, taskIds);
    const before = from?.marks ?? [];
    const visible = taskIds.filter((taskId) => !before.includes(toMark(taskId)));
    const unreadable: TaskError[] = [];
    const tasks = await readInBatches([...new Set([...early, ...visible])], async (taskId) =>
      this.#readListed(taskId, owner, unreadable),
    );
    // A single memo may be of another server. If all of them cannot be read, this server has the wrong converter.
    const common = unreadable.find((error) => unreadableOf(error)?.isAlone === false);
    if (common && tasks.length === 0) throw common;
    // Later pages would repeat three kinds of tasks: those ahead of visibility, those that end meanwhile, and those
    // with several rows after retries and resets.
    const marks = [...before, ...tasks.map(({ taskId }) => toMark(taskId))];
    return {
      tasks,
      nextCursor:
        nextPageToken.byteLength > 0
          ? encodeCursor(this.#ids, owner, {
              pageToken: nextPageToken,
              marks: marks.slice(-MAX_MARKS),
            })
          : undefined,
    };
  }

  /** Returns the visibility filter for the owner's executions. */
  toFilter(owner: string): string {
    const anyOf = [
      ...toFilters(this.#ids.ownerTags(owner), this.#options.hasOwnIds),
      ...this.#adoption.toFilters(owner),
    ];
    return joinFilters(anyOf);
  }

  /** Returns the task under a prefix of IDs that is open or, if none is, has ended last. It may trail. */
  async findLast(
    owner: string,
    workflowType: string,
    prefix: string,
  ): Promise<{ readonly taskId: string; readonly isOpen: boolean } | undefined> {
    const { executions } = await this.#visibility.list(owner, {
      query: `WorkflowId STARTS_WITH '${prefix}' AND WorkflowType = ${quoteText(workflowType)}`,
      pageSize: 1,
    });
    const { execution, status } = executions[0] ?? {};
    if (!execution?.workflowId) return undefined;
    return { taskId: execution.workflowId, isOpen: isOpenStatus(status) };
  }

  /** Counts the owner's open tasks in visibility, without adopted ones. */
  async countOpen(owner: string): Promise<number> {
    const started = joinFilters(toFilters(this.#ids.ownerTags(owner), this.#options.hasOwnIds));
    return this.#visibility.count(owner, `${started} AND ${IS_OPEN}`);
  }

  /** Returns the tasks that this process has just started and visibility does not list yet, newest first. */
  #startsAheadOfVisibility(ownerTags: readonly string[], visible: readonly string[]): string[] {
    return [...this.#recentStarts.entries()]
      .filter(([taskId, tag]) => ownerTags.includes(tag) && !visible.includes(taskId))
      .map(([taskId]) => taskId)
      .slice(0, this.#options.pageSize);
  }

  async #query(
    owner: string,
    query: VisibilityQuery,
  ): Promise<{ taskIds: string[]; nextPageToken: Uint8Array }> {
    const { executions, nextPageToken } = await this.#visibility.list(owner, query);
    return {
      taskIds: executions.flatMap(({ execution }) => execution?.workflowId ?? []),
      nextPageToken,
    };
  }

  /**
   * Reads each row, since visibility lags behind.
   *
   * @param unreadable Takes the errors of tasks that cannot be read.
   */
  async #readListed(
    taskId: string,
    owner: string,
    unreadable: TaskError[],
  ): Promise<Task | undefined> {
    try {
      return await this.#reader.read(taskId, owner);
    } catch (error) {
      if (isTaskError(error) && unreadableOf(error)) {
        unreadable.push(error);
        return undefined;
      }
      // A task that cannot be read must not fail the whole list, unless the error is common to all.
      const common: TaskErrorCode[] = [TaskErrorCode.unavailable, TaskErrorCode.misconfigured];
      if (isTaskError(error) && common.includes(error.code)) throw error;
      return undefined;
    }
  }
}
