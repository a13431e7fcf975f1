import { createHash } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import { OWNER_SEARCH_ATTRIBUTE } from '../../core/contract/contract.js';
import { hasCode, isTaskError, type TaskError, TaskErrorCode } from '../../core/errors.js';
import { parseTaskId, type TaskKind, toTaskIdPrefix } from '../../core/task/task-id.js';
import type { Task } from '../../core/task/task.js';
import type { ListOptions, TaskPage } from '../../core/task/tasks.js';
import { ACTIVITIES } from '../activity/activity-rows.js';
import { type Cursors, toPageToken, toTokenText } from '../link/cursors.js';
import { IS_OPEN, isOpenStatus } from '../link/open-executions.js';
import { unreadableOf } from '../link/unreadable-payload.js';
import { quoteText } from '../link/visibility-text.js';
import type { Visibility } from '../link/visibility.js';
import type { TaskIdRing } from '../start/task-id-ring.js';
import type { Adoption } from '../task/adoption.js';
import type { TaskReader } from '../task/task-reader.js';

import { mergeRows, type RowsOfSource } from './merge-rows.js';
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

/** The lists of each kind, and the names of ID and type in their queries. */
const SOURCES = {
  workflow: { source: undefined, id: 'WorkflowId', type: 'WorkflowType' },
  activity: { source: ACTIVITIES, id: 'ActivityId', type: 'ActivityType' },
} as const;

/**
 * Returns filters for owner tags. Tags consist of base32 characters only, so the filters contain no input of a caller.
 */
function toFilters(ownerTags: readonly string[], hasOwnIds: boolean, kind: TaskKind): string[] {
  const { id } = SOURCES[kind];
  const anyOf = ownerTags.map((ownerTag) => `${id} STARTS_WITH '${toTaskIdPrefix(ownerTag)}'`);
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

/** Where the next page of a list begins. */
export interface ListPlace {
  /**
   * Temporal's page token for each kind of execution that has more rows. An empty one is the first page, of which
   * earlier pages have shown a part.
   */
  readonly tokens: Readonly<Partial<Record<TaskKind, string>>>;
  /** Marks of tasks that earlier pages have shown and that may come again. Later pages leave them out. */
  readonly marks: readonly string[];
}

interface PageOfKind extends RowsOfSource<TaskKind> {
  readonly token: string;
  /** Absent: the last page. */
  readonly nextToken: string | undefined;
}

/** A page of rows of all kinds. */
interface RowsOfAll extends Pick<ListPlace, 'tokens'> {
  readonly taskIds: readonly string[];
  /** Marks that the next cursor needs. */
  readonly held: readonly string[];
}

function toId({ execution }: PageOfKind['rows'][number]): string {
  return execution?.workflowId ?? '';
}

/** Options of lists. */
export interface TaskListerOptions {
  readonly pageSize: number;
  /** Returns true if tools have own Workflow IDs. Such tasks have a search attribute instead of a prefix. */
  readonly hasOwnIds: boolean;
  /** The kinds of executions behind the tasks. */
  readonly kinds: readonly TaskKind[];
}

/** The parts that lists need. */
export interface ListerDependencies {
  readonly ids: TaskIdRing;
  readonly reader: TaskReader;
  readonly adoption: Adoption;
  readonly cursors: Cursors<ListPlace>;
}

/** Lists an owner's tasks by the prefix of their IDs, and by a search attribute if tools choose own IDs. */
export class TaskLister {
  readonly #visibility: Visibility;
  readonly #ids: TaskIdRing;
  readonly #reader: TaskReader;
  readonly #adoption: Adoption;
  readonly #cursors: Cursors<ListPlace>;
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
    { ids, reader, adoption, cursors }: ListerDependencies,
    options: TaskListerOptions,
  ) {
    this.#visibility = visibility;
    this.#ids = ids;
    this.#adoption = adoption;
    this.#cursors = cursors;
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
    const from = cursor === undefined ? undefined : await this.#cursors.open({ owner }, cursor);
    const before = from?.marks ?? [];
    const { taskIds, tokens, held } = await this.#queryAll(owner, before, from?.tokens);
    const early = from ? [] : this.#startsAheadOfVisibility(ownerTags, taskIds);
    const unreadable: TaskError[] = [];
    const tasks = await readInBatches([...new Set([...early, ...taskIds])], async (taskId) =>
      this.#readListed(taskId, owner, unreadable),
    );
    // A single memo may be of another server. If all of them cannot be read, this server has the wrong converter.
    const common = unreadable.find((error) => unreadableOf(error)?.isAlone === false);
    if (common && tasks.length === 0) throw common;
    // Later pages would repeat three kinds of tasks: those ahead of visibility, those that end meanwhile, and those
    // with several rows after retries and resets.
    const others = before.filter((mark) => !held.includes(mark));
    const marks = [...others, ...held, ...tasks.map(({ taskId }) => toMark(taskId))];
    return {
      tasks,
      nextCursor:
        Object.keys(tokens).length > 0
          ? await this.#cursors.seal({ owner }, { tokens, marks: marks.slice(-MAX_MARKS) })
          : undefined,
    };
  }

  /** The visibility filter for the owner's Workflows, which alone ask questions. */
  workflowFilter(owner: string): string {
    return this.#toFilter(owner, 'workflow');
  }

  /** Returns the visibility filter for the owner's executions of one kind. */
  #toFilter(owner: string, kind: TaskKind): string {
    const anyOf = [
      ...toFilters(this.#ids.ownerTags(owner), this.#options.hasOwnIds, kind),
      ...(kind === 'workflow' ? this.#adoption.toFilters(owner) : []),
    ];
    return joinFilters(anyOf);
  }

  /** Returns the task under a prefix of IDs that is open or, if none is, has ended last. It may trail. */
  async findLast(
    owner: string,
    { kind, type }: { readonly kind: TaskKind; readonly type: string },
    prefix: string,
  ): Promise<{ readonly taskId: string; readonly isOpen: boolean } | undefined> {
    const { source, id, type: typeName } = SOURCES[kind];
    const { executions } = await this.#visibility.list(owner, {
      source,
      query: `${id} STARTS_WITH '${prefix}' AND ${typeName} = ${quoteText(type)}`,
      pageSize: 1,
    });
    const { execution, status } = executions[0] ?? {};
    if (!execution?.workflowId) return undefined;
    return { taskId: execution.workflowId, isOpen: isOpenStatus(status) };
  }

  /** Counts the owner's open tasks in visibility, without adopted ones. */
  async countOpen(owner: string): Promise<number> {
    const { kinds, hasOwnIds } = this.#options;
    const counts = kinds.map(async (kind) => {
      const started = joinFilters(toFilters(this.#ids.ownerTags(owner), hasOwnIds, kind));
      return this.#visibility.count(owner, `${started} AND ${IS_OPEN}`, SOURCES[kind].source);
    });
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }

  /** Returns the tasks that this process has just started and visibility does not list yet, newest first. */
  #startsAheadOfVisibility(ownerTags: readonly string[], visible: readonly string[]): string[] {
    return [...this.#recentStarts.entries()]
      .filter(([taskId, tag]) => ownerTags.includes(tag) && !visible.includes(taskId))
      .map(([taskId]) => taskId)
      .slice(0, this.#options.pageSize);
  }

  /**
   * Queries a page of each kind, and merges them. A page of which rows are left is queried again for the next cursor,
   * whose marks leave out the rows that were shown.
   *
   * @param tokens Default: the first pages of all kinds.
   */
  async #queryAll(
    owner: string,
    before: readonly string[],
    tokens: ListPlace['tokens'] | undefined,
  ): Promise<RowsOfAll> {
    const { kinds, pageSize } = this.#options;
    const pages = await Promise.all(
      kinds
        .filter((kind) => !tokens || tokens[kind] !== undefined)
        .map(async (kind) => this.#query(owner, kind, tokens?.[kind])),
    );
    const fresh = pages.map((page) => ({
      ...page,
      rows: page.rows.filter((row) => !before.includes(toMark(toId(row)))),
    }));
    const { rows, taken } = mergeRows(fresh, pages.length > 1 ? pageSize : Infinity);
    const isHeld = ({ name, rows: all }: PageOfKind): boolean =>
      (taken.get(name) ?? 0) < all.length;
    const next = fresh.flatMap((page) => {
      const token = isHeld(page) ? page.token : page.nextToken;
      return token === undefined ? [] : [[page.name, token] as const];
    });
    const heldNames = fresh.filter(isHeld).map(({ name }) => name);
    const held = pages
      .filter(({ name }) => heldNames.includes(name))
      .flatMap((page) => page.rows.map((row) => toMark(toId(row))))
      .filter((mark) => before.includes(mark));
    return { taskIds: rows.map(toId), tokens: Object.fromEntries(next), held };
  }

  async #query(owner: string, kind: TaskKind, token = ''): Promise<PageOfKind> {
    const { executions, nextPageToken } = await this.#visibility.list(owner, {
      source: SOURCES[kind].source,
      query: `${this.#toFilter(owner, kind)} AND ExecutionStatus != 'ContinuedAsNew'`,
      pageSize: this.#options.pageSize,
      nextPageToken: toPageToken(token),
    });
    const hasMore = nextPageToken.byteLength > 0;
    const rows = executions.filter(({ execution }) => execution?.workflowId);
    return {
      name: kind,
      rows,
      hasMore,
      token,
      nextToken: hasMore ? toTokenText(nextPageToken) : undefined,
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
      if (hasCode(error, ...common)) throw error;
      return undefined;
    }
  }
}
