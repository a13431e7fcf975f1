import { LRUCache } from 'lru-cache';

import type { ClosedExecution, ClosedPage, Owner, Tasks } from '../core/tasks.js';

/** Owners whose feed is kept. */
const MAX_OWNERS = 1_000;
/** Executions kept of one owner. */
const MAX_KEPT = 2_000;
/** So long a look at visibility serves everybody who asks, in milliseconds. */
const FRESH_MS = 1_000;
/**
 * What has closed less than this ago is not told yet, in milliseconds: lists trail the truth by up to half a second on SQL
 * stores, and events are told in the order in which they have happened.
 */
export const LAG_MS = 1_000;
/** What comes into lists later than that is found all the same, in milliseconds: so far each look goes back. */
export const OVERLAP_MS = 10_000;

/** A while of which everything is known. */
interface Kept {
  startMs: number;
  endMs: number;
  executions: readonly ClosedExecution[];
  lookedAtMs: number;
  keptSinceMs: number | undefined;
}

function keyOf({ taskId, closedAtMs }: ClosedExecution): string {
  return `${closedAtMs} ${taskId}`;
}

function merge(
  known: readonly ClosedExecution[],
  found: readonly ClosedExecution[],
): ClosedExecution[] {
  const all = new Map([...known, ...found].map((one) => [keyOf(one), one]));
  return [...all.values()].sort((a, b) => a.closedAtMs - b.closedAtMs);
}

/**
 * What of an owner's has closed, for all subscriptions and polls of that owner: they share each look at visibility, of which
 * a namespace takes few. It keeps nothing that could not be looked up again.
 */
export class ClosedFeed {
  readonly #tasks: Pick<Tasks, 'listClosed'>;
  readonly #now: () => number;
  readonly #kept = new LRUCache<Owner, Kept>({ max: MAX_OWNERS });
  /** Looks under way, by owner and where they begin. */
  readonly #looks = new Map<string, Promise<ClosedPage>>();

  constructor(tasks: Pick<Tasks, 'listClosed'>, now: () => number = Date.now) {
    this.#tasks = tasks;
    this.#now = now;
  }

  /** What has closed since an instant, up to a moment ago. */
  async read(owner: Owner, fromMs: number): Promise<ClosedPage> {
    const kept = this.#kept.get(owner);
    if (!kept || fromMs < kept.startMs || fromMs > kept.endMs) return this.#readAnew(owner, fromMs);
    if (this.#now() - kept.lookedAtMs >= FRESH_MS) await this.#refresh(owner, kept);
    return this.#toPage(kept, fromMs);
  }

  #toPage({ executions, endMs, keptSinceMs }: Kept, fromMs: number): ClosedPage {
    return {
      executions: executions.filter(({ closedAtMs }) => closedAtMs >= fromMs),
      untilMs: endMs,
      ...(keptSinceMs !== undefined && { keptSinceMs }),
    };
  }

  async #readAnew(owner: Owner, fromMs: number): Promise<ClosedPage> {
    const lookedAtMs = this.#now();
    const page = await this.#look(owner, fromMs);
    const { executions, untilMs, keptSinceMs } = page;
    // One that is behind must not take from the others what they share.
    const isUpToDate = untilMs >= lookedAtMs - LAG_MS;
    if (isUpToDate && executions.length <= MAX_KEPT) {
      this.#kept.set(owner, {
        ...{ startMs: fromMs, endMs: untilMs, executions, lookedAtMs, keptSinceMs },
      });
    }
    return page;
  }

  async #refresh(owner: Owner, kept: Kept): Promise<void> {
    const lookedAtMs = this.#now();
    const page = await this.#look(owner, Math.max(kept.startMs, kept.endMs - OVERLAP_MS));
    // Another one may have come to the end of this look before.
    if (page.untilMs < kept.endMs) return;
    const executions = merge(kept.executions, page.executions);
    const [first] = executions.slice(-MAX_KEPT);
    if (executions.length > MAX_KEPT && first) kept.startMs = first.closedAtMs + 1;
    kept.executions = executions.filter(({ closedAtMs }) => closedAtMs >= kept.startMs);
    kept.endMs = page.untilMs;
    kept.lookedAtMs = lookedAtMs;
    kept.keptSinceMs = page.keptSinceMs;
  }

  async #look(owner: Owner, fromMs: number): Promise<ClosedPage> {
    const key = JSON.stringify([owner, fromMs]);
    const underWay = this.#looks.get(key);
    if (underWay) return underWay;
    const untilMs = Math.max(fromMs, this.#now() - LAG_MS);
    const look = this.#tasks
      .listClosed(owner, { fromMs, untilMs })
      .finally(() => this.#looks.delete(key));
    this.#looks.set(key, look);
    return look;
  }
}
