/** Looks at the open executions of a search: all of them, or the newest and the oldest ones of many. */
import { isTaskError, type TaskError, TaskErrorCode } from '../../core/errors.js';
import type { LookedAt } from '../../core/question/asked-task.js';
import { toMs } from '../link/timestamps.js';
import type { Visibility, VisibilityPage } from '../link/visibility.js';

import { findOldEnd } from './find-old-end.js';

export type OpenRow = VisibilityPage['executions'][number];

/** Rows of a page of visibility. Each has its memo, mostly of 1 to 3 KB. Temporal's messages have at most 4 MiB. */
const ROWS = 500;
/** Counts that find the old end. With one of all, and two lists, that makes six calls. */
const MAX_COUNTS = 3;

export interface OpenSearch {
  readonly visibility: Visibility;
  /** Who takes a turn. */
  readonly owner: string;
  readonly query: string;
}

export interface LookedRows {
  readonly rows: readonly OpenRow[];
  /** Absent: these are all rows, or the rest of them. */
  readonly lookedAt?: LookedAt | undefined;
  /** Temporal's page token for the executions before the newest ones. Absent: there are no more. */
  readonly nextPageToken?: Uint8Array | undefined;
}

function toStartMs({ startTime }: OpenRow): number {
  return toMs(startTime) ?? 0;
}

function toPageToken({ nextPageToken }: VisibilityPage): Uint8Array | undefined {
  return nextPageToken.byteLength > 0 ? nextPageToken : undefined;
}

/** Some stores cannot count. An overloaded service says so to the list, too. */
function isUncounted(error: unknown): error is TaskError {
  const passing: TaskErrorCode[] = [TaskErrorCode.unavailable, TaskErrorCode.busy];
  return isTaskError(error) && !passing.includes(error.code);
}

async function countAll({ visibility, owner, query }: OpenSearch): Promise<number | undefined> {
  return visibility.count(owner, query).catch((error: unknown) => {
    if (isUncounted(error)) return undefined;
    throw error;
  });
}

/** Lists the oldest of the executions that began before the newest ones. */
async function listOld(
  { visibility, owner, query }: OpenSearch,
  newest: readonly OpenRow[],
  total: number,
): Promise<{ readonly rows: readonly OpenRow[]; readonly areOldest: boolean }> {
  const starts = newest.map(toStartMs);
  const [newestMs, oldestMs] = [Math.max(...starts), Math.min(...starts)];
  const { beforeMs, areOldest } = await findOldEnd({
    nowMs: Date.now(),
    // Others may have begun at the same moment as the last one.
    all: { beforeMs: Math.floor(oldestMs) + 1, count: total - newest.length },
    perMs: newest.length / Math.max(newestMs - oldestMs, 1),
    atMost: newest.length,
    counts: MAX_COUNTS,
    count: async (ms) => visibility.count(owner, `${query} AND ${toBefore(ms)}`),
  });
  const { executions, nextPageToken } = await visibility.list(owner, {
    query: `${query} AND ${toBefore(beforeMs)}`,
    pageSize: newest.length,
    nextPageToken: null,
  });
  return { rows: executions, areOldest: areOldest && nextPageToken.byteLength === 0 };
}

function toBefore(ms: number): string {
  return `StartTime < '${new Date(ms).toISOString()}'`;
}

/** Looks at the newest executions and, if a further page does not hold the others, at the oldest ones. */
export async function lookAtOpen(search: OpenSearch): Promise<LookedRows> {
  const { visibility, owner, query } = search;
  const first = await visibility.list(owner, { query, pageSize: ROWS, nextPageToken: null });
  const newest = first.executions;
  const nextPageToken = toPageToken(first);
  if (!nextPageToken) return { rows: newest };
  const total = await countAll(search);
  if (total === undefined || total <= newest.length * 2) {
    const { rows, nextPageToken: rest } = await lookOn(search, nextPageToken, newest.length);
    const looked = { newest: newest.length + rows.length, older: 0, areOldest: false, of: total };
    return {
      rows: [...newest, ...rows],
      lookedAt: rest && looked,
      nextPageToken: rest,
    };
  }
  const old = await listOld(search, newest, total);
  const known = new Set(newest.map(({ execution }) => execution?.runId));
  const older = old.rows.filter(({ execution }) => !known.has(execution?.runId));
  const { areOldest } = old;
  return {
    rows: [...newest, ...older],
    lookedAt: { newest: newest.length, older: older.length, areOldest, of: total },
    nextPageToken,
  };
}

/** Looks at the executions of a further page. */
export async function lookOn(
  { visibility, owner, query }: OpenSearch,
  nextPageToken: Uint8Array,
  pageSize = ROWS,
): Promise<LookedRows> {
  const page = await visibility.list(owner, { query, pageSize, nextPageToken });
  return { rows: page.executions, nextPageToken: toPageToken(page) };
}
