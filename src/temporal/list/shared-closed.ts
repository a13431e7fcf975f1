import type { Logger } from '../../core/logger.js';
import { LIST_LAG_MS, LIST_OVERLAP_MS } from '../../core/task/list-lag.js';
import type { ClosedQuery } from '../../core/task/tasks.js';
import { sleep } from '../link/sleep.js';

import { ClosedWindow, type ClosedRow } from './closed-window.js';
import type { OwnedRows } from './owned-rows.js';
import { toClosedAtMs, type VisibilityPages } from './visibility-pages.js';

/** Interval between reads while an owner waits, in milliseconds. */
const LOOK_EVERY_MS = 1_000;
/** Lifetime of a shared read, in milliseconds. Below the interval, since timers may come early. */
const FRESH_MS = 950;
/** Period of the first read, in milliseconds, also after a longer pause. */
const FIRST_MS = 60_000;
/** Maximum number of kept executions of all owners: some 2 MB. */
const MAX_ROWS = 10_000;
/** Maximum number of pages of one read. Owners search separately for the rest. */
const MAX_PAGES = 10;
/** Maximum number of pages of one look back. It delays owners who wait for recent ends. */
const MAX_PAGES_BACK = 2;
/** Additional period of a look back, in milliseconds, since other owners will soon need about the same period. */
const FURTHER_MS = 60_000;
const MAX_PAUSE_MS = 30_000;

/** The parts of a shared read. */
export interface SharedClosedOptions {
  readonly rows: OwnedRows;
  readonly pages: Pick<VisibilityPages, 'read' | 'pageSize'>;
  readonly logger: Logger;
  /** Default: the clock. */
  readonly now?: () => number;
}

/** The rows of some keys in a period. */
export interface SharedRows {
  readonly rows: readonly ClosedRow[];
  /** The rows are complete up to this instant, as far as visibility listed them. */
  readonly untilMs: number;
}

/**
 * Recently closed executions of a namespace. One read per second serves all owners, only while an owner waits. Its rows
 * are a cache only.
 */
export class SharedClosed {
  readonly #options: SharedClosedOptions;
  readonly #now: () => number;
  readonly #listeners = new Map<string, Set<() => void>>();
  #window: ClosedWindow | undefined;
  /** The filter of the window's rows. */
  #filter: string | undefined;
  #lookedAtMs = -Infinity;
  #refreshing: Promise<void> | undefined;
  #lookingBack: Promise<void> | undefined;
  #last: Promise<void> = Promise.resolve();
  #isGoing = false;

  constructor(options: SharedClosedOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /**
   * Returns the known rows of some keys in a period.
   *
   * @param worthCalls Maximum number of visibility calls to look back.
   * @returns `undefined` if it would take more: the owner has to search separately.
   * @throws {TaskError} If Temporal does not answer now.
   */
  async read(
    keys: readonly string[],
    { fromMs, untilMs }: ClosedQuery,
    worthCalls: number,
  ): Promise<SharedRows | undefined> {
    const filter = this.#options.rows.filter();
    if (filter === undefined) return { rows: [], untilMs };
    await this.#refresh(filter);
    while (fromMs < (this.#window?.startMs ?? fromMs)) {
      if (!(await this.#lookBack(fromMs, worthCalls))) return undefined;
    }
    const window = this.#window;
    if (!window) return undefined;
    const endMs = Math.min(untilMs, window.endMs);
    return { rows: window.take(keys, fromMs, endMs), untilMs: Math.max(fromMs, endMs) };
  }

  /**
   * Calls back whenever a row with one of these keys appears.
   *
   * @returns A function that ends the watch.
   */
  watch(keys: readonly string[], onClosed: () => void): () => void {
    for (const key of keys) {
      const listeners = this.#listeners.get(key) ?? new Set();
      this.#listeners.set(key, listeners.add(onClosed));
    }
    if (!this.#isGoing) void this.#go();
    return () => {
      for (const key of keys) {
        const listeners = this.#listeners.get(key);
        listeners?.delete(onClosed);
        if (listeners?.size === 0) this.#listeners.delete(key);
      }
    };
  }

  async #go(): Promise<void> {
    this.#isGoing = true;
    let failures = 0;
    while (this.#listeners.size > 0) {
      const startedAtMs = performance.now();
      try {
        const filter = this.#options.rows.filter();
        if (filter !== undefined) await this.#refresh(filter);
        failures = 0;
      } catch (err) {
        failures += 1;
        if (failures === 1) {
          this.#options.logger.warn({ err }, 'What has closed is not known for now');
        }
      }
      // Slow and failing reads become less frequent.
      const tookMs = performance.now() - startedAtMs;
      const pauseMs = Math.max(LOOK_EVERY_MS, 2 * tookMs) * 2 ** Math.min(failures, 5);
      await sleep(Math.min(pauseMs, MAX_PAUSE_MS) - Math.min(tookMs, LOOK_EVERY_MS));
    }
    this.#isGoing = false;
  }

  /** Extends the window up to now, if necessary. Concurrent callers share the read. */
  async #refresh(filter: string): Promise<void> {
    const isKnown = filter === this.#filter;
    if (isKnown && this.#now() - this.#lookedAtMs < FRESH_MS) return;
    this.#refreshing ??= this.#alone(async () => this.#lookAhead(filter)).finally(() => {
      this.#refreshing = undefined;
    });
    await this.#refreshing;
  }

  async #lookAhead(filter: string): Promise<void> {
    const lookedAtMs = this.#now();
    const endMs = lookedAtMs - LIST_LAG_MS;
    const known = filter === this.#filter ? this.#window : undefined;
    const isNear = known && endMs - known.endMs <= FIRST_MS;
    const fromMs = isNear
      ? Math.max(known.startMs, known.endMs - LIST_OVERLAP_MS)
      : endMs - FIRST_MS;
    // The clock was set back.
    if (fromMs >= endMs) return;
    const found = await this.#find(filter, { fromMs, untilMs: endMs }, MAX_PAGES);
    const isConnected = isNear && found.fromMs <= known.endMs;
    const window = isConnected ? known : new ClosedWindow(found.fromMs, endMs, MAX_ROWS);
    const fresh = window.add(found.rows, found.fromMs, endMs);
    this.#window = window;
    this.#filter = filter;
    this.#lookedAtMs = lookedAtMs;
    this.#tell(fresh);
  }

  /**
   * Extends the window into the past, if that costs at most `worthCalls`.
   *
   * @returns False if it was not extended.
   */
  async #lookBack(fromMs: number, worthCalls: number): Promise<boolean> {
    const [window, filter] = [this.#window, this.#filter];
    if (!window || filter === undefined) return false;
    const { startMs, size } = window;
    const expected = (size / Math.max(window.endMs - startMs, 1)) * (startMs - fromMs);
    const pages = Math.ceil(expected / this.#options.pages.pageSize);
    if (pages > worthCalls || size + expected > MAX_ROWS) return false;
    this.#lookingBack ??= this.#alone(async () => {
      const query = { fromMs: fromMs - FURTHER_MS, untilMs: window.startMs };
      const found = await this.#find(filter, query, Math.min(Math.max(pages, 1), MAX_PAGES_BACK));
      window.add(found.rows, found.fromMs, query.untilMs);
    }).finally(() => {
      this.#lookingBack = undefined;
    });
    await this.#lookingBack;
    return this.#window !== window || window.startMs < startMs;
  }

  /** Runs one read at a time. */
  async #alone(look: () => Promise<void>): Promise<void> {
    const looking = this.#last.then(look);
    this.#last = looking.catch(() => undefined);
    await looking;
  }

  /** @returns The rows, and the instant from which they are complete. */
  async #find(
    filter: string,
    { fromMs, untilMs }: ClosedQuery,
    maxPages: number,
  ): Promise<{ readonly rows: readonly ClosedRow[]; readonly fromMs: number }> {
    const [from, until] = [fromMs, untilMs].map((ms) => new Date(ms).toISOString());
    const rows: ClosedRow[] = [];
    const { isAll } = await this.#options.pages.read({
      query: `${filter} AND ExecutionStatus != 'Running' AND ExecutionStatus != 'ContinuedAsNew' AND CloseTime >= '${from ?? ''}' AND CloseTime < '${until ?? ''}'`,
      maxPages,
      onRow: (row) => {
        const { workflowId: taskId, runId } = row.execution ?? {};
        const closedAtMs = toClosedAtMs(row);
        if (!taskId || !runId || closedAtMs === undefined) return;
        const workflowType = row.type?.name ?? '';
        const keys = this.#options.rows.keysOf(row);
        rows.push({ taskId, runId, workflowType, keys, closedAtMs });
      },
    });
    // Rows of the last page's oldest millisecond may be incomplete.
    const oldestMs = Math.min(...rows.map(({ closedAtMs }) => closedAtMs), untilMs - 1);
    const coveredMs = isAll ? fromMs : oldestMs + 1;
    return { rows: rows.filter(({ closedAtMs }) => closedAtMs >= coveredMs), fromMs: coveredMs };
  }

  #tell(rows: readonly ClosedRow[]): void {
    const keys = new Set(rows.flatMap((row) => row.keys));
    for (const key of keys) for (const onClosed of this.#listeners.get(key) ?? []) onClosed();
  }
}
