import type { Logger } from '../../core/logger.js';
import { LIST_LAG_MS, LIST_OVERLAP_MS } from '../../core/task/list-lag.js';
import type { ClosedQuery } from '../../core/task/tasks.js';
import { sleep } from '../link/sleep.js';

import { ClosedWindow, type ClosedRow } from './closed-window.js';
import type { OwnedRows } from './owned-rows.js';
import { toClosedAtMs, type VisibilityPages } from './visibility-pages.js';

/** So often a look is taken while anybody waits, in milliseconds. */
const LOOK_EVERY_MS = 1_000;
/** So long one serves everybody who asks, in milliseconds: timers may come early. */
const FRESH_MS = 950;
/** So far back the first look goes, in milliseconds, and the first one after nobody has asked for longer than that. */
const FIRST_MS = 60_000;
/** Executions that are kept, of everybody together: some 2 MB. */
const MAX_ROWS = 10_000;
/** Of one look. What is beyond is left to who asks for it. */
const MAX_PAGES = 10;
/** The same of one look back: those who wait for what has just closed are not to wait long for it. */
const MAX_PAGES_BACK = 2;
/** So much further than is asked for a look back goes, in milliseconds: others will ask for about as much. */
const FURTHER_MS = 60_000;
const MAX_PAUSE_MS = 30_000;

/** What sharing takes. */
export interface SharedClosedOptions {
  readonly rows: OwnedRows;
  readonly pages: Pick<VisibilityPages, 'read' | 'pageSize'>;
  readonly logger: Logger;
  /** Default: the clock. */
  readonly now?: () => number;
}

/** What of a stretch of time is whose. */
export interface SharedRows {
  readonly rows: readonly ClosedRow[];
  /** Up to here nothing is missing that was listed yet. */
  readonly untilMs: number;
}

/**
 * What has closed lately in a namespace, of everybody: one look a second at visibility serves all owners, however many ask
 * or wait. Without anybody no look is taken. It keeps nothing that could not be looked up again.
 */
export class SharedClosed {
  readonly #options: SharedClosedOptions;
  readonly #now: () => number;
  readonly #listeners = new Map<string, Set<() => void>>();
  #window: ClosedWindow | undefined;
  /** What the window was found by. */
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
   * What whoever goes by some keys has of a stretch of time, as far as it is known by now.
   *
   * @param worthCalls So many visibility calls it may take to look back as far as is asked for.
   * @returns `undefined` where that would take more: whoever asks has to look by themselves.
   * @throws {TaskError} When Temporal cannot be asked now.
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
   * Tells whenever something comes to light that has one of these keys.
   *
   * @returns What ends it.
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
      // What takes long, or fails, is asked for less often.
      const tookMs = performance.now() - startedAtMs;
      const pauseMs = Math.max(LOOK_EVERY_MS, 2 * tookMs) * 2 ** Math.min(failures, 5);
      await sleep(Math.min(pauseMs, MAX_PAUSE_MS) - Math.min(tookMs, LOOK_EVERY_MS));
    }
    this.#isGoing = false;
  }

  /** Has the window reach up to now, unless it does already. Who asks meanwhile shares what comes of it. */
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
    // The clock was put back.
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
   * Has the window begin earlier, where that costs no more than it is worth.
   *
   * @returns Whether it begins earlier now.
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

  /** One look at a time. */
  async #alone(look: () => Promise<void>): Promise<void> {
    const looking = this.#last.then(look);
    this.#last = looking.catch(() => undefined);
    await looking;
  }

  /** @returns What there is, and from when on it is all that there is. */
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
    // Of the millisecond in which the last page ended, some may be missing.
    const oldestMs = Math.min(...rows.map(({ closedAtMs }) => closedAtMs), untilMs - 1);
    const coveredMs = isAll ? fromMs : oldestMs + 1;
    return { rows: rows.filter(({ closedAtMs }) => closedAtMs >= coveredMs), fromMs: coveredMs };
  }

  #tell(rows: readonly ClosedRow[]): void {
    const keys = new Set(rows.flatMap((row) => row.keys));
    for (const key of keys) for (const onClosed of this.#listeners.get(key) ?? []) onClosed();
  }
}
