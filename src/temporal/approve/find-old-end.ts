/**
 * Finds the oldest of many executions. Visibility lists the newest first, in no other order, but it counts: a few counts
 * find a time before which few executions began.
 */

/** Executions that began before a moment. */
export interface Earlier {
  /** Milliseconds since the epoch. */
  readonly beforeMs: number;
  readonly count: number;
}

export interface OldEndSearch {
  /** Executions that began before the newest ones. */
  readonly all: Earlier;
  /** How many of the newest ones began within a millisecond, on average. */
  readonly perMs: number;
  /** Number of executions that are wanted at most. */
  readonly atMost: number;
  /** Maximum number of counts. */
  readonly counts: number;
  readonly count: (beforeMs: number) => Promise<number>;
  readonly nowMs: number;
}

export interface OldEnd {
  /** List what began before this time, in milliseconds since the epoch. */
  readonly beforeMs: number;
  /** All of these fit, so they are the oldest. Otherwise, a list has the newest of them. */
  readonly areOldest: boolean;
}

/** The share of `atMost` that a guess aims at, and the share with which the search is content. */
const AIM = 0.75;
const ENOUGH = 0.3;
/** A guess goes this many times further back in time than the range that is known, if nothing else is known. */
const STEP = 64;
/** Ages that differ by this factor are compared on a logarithmic scale. */
const WIDE = 16;

/** The time between two moments at a share of the way, by their ages. */
function between(nowMs: number, few: Earlier, many: Earlier, share: number): number {
  const [oldMs, newMs] = [nowMs - few.beforeMs, Math.max(nowMs - many.beforeMs, 1)];
  if (oldMs / newMs < WIDE) return few.beforeMs + (many.beforeMs - few.beforeMs) * share;
  return nowMs - oldMs * (newMs / oldMs) ** share;
}

/** Guesses a time from what began between two moments, or before one. */
function guess(
  { atMost, perMs, nowMs }: OldEndSearch,
  few: Earlier | undefined,
  many: Earlier,
): number {
  const aim = atMost * AIM;
  if (!few) return many.beforeMs - Math.max((many.count - aim) / perMs, 1);
  const share = (aim - few.count) / (many.count - few.count);
  return between(nowMs, few, many, Math.min(Math.max(share, 0.05), 0.95));
}

/** Finds a time before which at most `atMost` executions began, and not much fewer. */
export async function findOldEnd(search: OldEndSearch): Promise<OldEnd> {
  const { atMost, counts, count } = search;
  let many = search.all;
  let few: Earlier | undefined;
  let { perMs } = search;
  for (let left = counts; left > 0; left -= 1) {
    const beforeMs = Math.floor(guess({ ...search, perMs }, few, many));
    if (beforeMs >= many.beforeMs || (few && beforeMs <= few.beforeMs)) break;
    const found: Earlier = { beforeMs, count: await count(beforeMs) };
    if (found.count > atMost) {
      // If most of them began long ago, the next guess goes much further back.
      perMs =
        found.count > many.count / 2
          ? found.count / ((search.all.beforeMs - beforeMs) * STEP)
          : (many.count - found.count) / (many.beforeMs - beforeMs);
      many = found;
    } else {
      few = found;
      if (found.count >= Math.min(atMost, search.all.count) * ENOUGH) break;
    }
  }
  return few && few.count > 0
    ? { beforeMs: few.beforeMs, areOldest: true }
    : { beforeMs: many.beforeMs, areOldest: many.count <= atMost };
}
