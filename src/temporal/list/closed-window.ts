import type { ClosedExecution } from '../../core/task/tasks.js';

/** A closed execution, with its owners. */
export interface ClosedRow extends ClosedExecution {
  readonly runId: string;
  readonly workflowType: string;
  /** Keys of its owners. Empty: the execution belongs to no owner. */
  readonly keys: readonly string[];
}

const byEnd = (a: ClosedRow, b: ClosedRow): number => a.closedAtMs - b.closedAtMs;

/**
 * Closed executions of all owners in a period. The window is complete as far as visibility listed them. Above its
 * capacity, it drops the oldest part.
 */
export class ClosedWindow {
  readonly #maxRows: number;
  readonly #rows = new Map<string, ClosedRow>();
  readonly #byKey = new Map<string, ClosedRow[]>();
  #startMs: number;
  #endMs: number;

  /** Takes both ends in milliseconds since the epoch. The period does not include `endMs`. */
  constructor(startMs: number, endMs: number, maxRows: number) {
    this.#startMs = startMs;
    this.#endMs = endMs;
    this.#maxRows = maxRows;
  }

  get startMs(): number {
    return this.#startMs;
  }

  get endMs(): number {
    return this.#endMs;
  }

  get size(): number {
    return this.#rows.size;
  }

  /**
   * Adds the rows of a period that overlaps or touches the window.
   *
   * @returns The new rows.
   */
  add(rows: readonly ClosedRow[], startMs: number, endMs: number): readonly ClosedRow[] {
    const fresh = rows.filter((row) => !this.#rows.has(row.runId));
    for (const row of fresh) {
      this.#rows.set(row.runId, row);
      for (const key of row.keys) {
        const ofKey = this.#byKey.get(key);
        if (ofKey) ofKey.push(row);
        else this.#byKey.set(key, [row]);
      }
    }
    for (const key of new Set(fresh.flatMap(({ keys }) => keys))) this.#byKey.get(key)?.sort(byEnd);
    this.#startMs = Math.min(this.#startMs, startMs);
    this.#endMs = Math.max(this.#endMs, endMs);
    this.#trim();
    return fresh;
  }

  /** Returns the rows with any of these keys between two instants, oldest first. */
  take(keys: readonly string[], fromMs: number, untilMs: number): ClosedRow[] {
    const found = keys.flatMap((key) => this.#byKey.get(key) ?? []);
    const within = found.filter(({ closedAtMs }) => closedAtMs >= fromMs && closedAtMs < untilMs);
    return keys.length === 1 ? within : [...new Set(within)].sort(byEnd);
  }

  #trim(): void {
    const tooMany = this.#rows.size - this.#maxRows;
    if (tooMany <= 0) return;
    const oldestFirst = [...this.#rows.values()].sort(byEnd);
    // Drops a few more rows, so that the next addition has room.
    const last =
      oldestFirst[Math.min(tooMany + Math.ceil(this.#maxRows / 10), this.#rows.size) - 1];
    if (last) this.#startMs = last.closedAtMs + 1;
    const gone = oldestFirst.filter(({ closedAtMs }) => closedAtMs < this.#startMs);
    for (const { runId } of gone) this.#rows.delete(runId);
    for (const key of new Set(gone.flatMap(({ keys }) => keys))) {
      const left = this.#byKey.get(key)?.filter(({ closedAtMs }) => closedAtMs >= this.#startMs);
      if (left?.length) this.#byKey.set(key, left);
      else this.#byKey.delete(key);
    }
  }
}
