/** Steps of a task's work: calls of Activities, children, timers, operations and Updates. */
import { toDurationWords } from '../value/number-words.js';

import type { HistoryEntry, PendingWork, WorkEnd, WorkKind } from './task-history.js';
import type { StepMark, TaskStep } from './task-step.js';

type Begun = Extract<HistoryEntry, { readonly kind: 'begun' }>;
type Tried = Extract<HistoryEntry, { readonly kind: 'tried' }>;
type Over = Extract<HistoryEntry, { readonly kind: 'over' }>;

/** One piece of work, as far as the page has its events. */
interface Work {
  readonly begun?: Begun | undefined;
  readonly tried?: Tried | undefined;
  readonly over?: Over | undefined;
  readonly pending?: PendingWork | undefined;
}

/** The page on which the work is shown. */
export interface WorkPage {
  readonly entries: readonly HistoryEntry[];
  readonly pending: readonly PendingWork[];
  /** True if later events are on another page. */
  readonly hasMore: boolean;
  /** End of the run; `undefined` while it is open. Milliseconds since the epoch. */
  readonly closedMs: number | undefined;
  readonly nowMs: number;
}

const KIND_WORDS: Readonly<Record<WorkKind, string | undefined>> = {
  activity: undefined,
  child: '(child workflow)',
  operation: '(operation)',
  timer: undefined,
  update: undefined,
};

const ENDS: Readonly<Record<WorkEnd, readonly [StepMark, string | undefined]>> = {
  done: ['done', undefined],
  failed: ['bad', 'failed'],
  timedOut: ['bad', 'ran out of time'],
  cancelled: ['stopped', 'was stopped'],
  terminated: ['stopped', 'was ended by force'],
};

function groupWork({ entries, pending }: WorkPage): readonly Work[] {
  const works = new Map<number, Work>();
  const add = (of: number, part: Work): void => {
    works.set(of, { ...works.get(of), ...part });
  };
  for (const entry of entries) {
    if (entry.kind === 'begun') add(entry.id, { begun: entry });
    if (entry.kind === 'tried') add(entry.of, { tried: entry });
    if (entry.kind === 'over') add(entry.of, { over: entry });
  }
  const elsewhere = pending.filter(({ of }) => of === undefined || !works.has(of));
  for (const work of pending) {
    if (work.of !== undefined && works.has(work.of)) add(work.of, { pending: work });
  }
  return [...works.values(), ...elsewhere.map((work) => ({ pending: work }))];
}

/** The name, and the words after it. */
function toWords({ begun, pending, over }: Work): readonly [string, string | undefined] {
  const work = begun?.work ?? pending?.work;
  if (work === undefined) return ['A step that began earlier', undefined];
  const { summary, lastsMs = 0 } = begun ?? {};
  const name = begun?.name ?? pending?.name ?? '';
  if (work === 'timer') {
    const lasts = toDurationWords(lastsMs);
    if (summary !== undefined) return [summary, `(${lasts})`];
    return over ? ['Waited', lasts] : ['Waits', `${lasts} at most`];
  }
  if (work === 'update') return ['Update', name];
  if (summary !== undefined) return [summary, `(${name})`];
  return [name, KIND_WORDS[work]];
}

function noteFailures({ tried, over, pending }: Work): readonly string[] {
  const attempt = pending?.attempt ?? tried?.attempt ?? 1;
  const before = pending ? pending.failure : tried?.failure;
  const last = over?.failure;
  return [
    ...(before === undefined ? [] : [`Attempt ${Math.max(attempt - 1, 1)} failed: ${before}`]),
    ...(last === undefined ? [] : [attempt > 1 ? `Attempt ${attempt} failed: ${last}` : last]),
  ];
}

function noteNow({ pending }: Work, nowMs: number): readonly string[] {
  if (!pending) return [];
  const { isPaused, nextAttemptAt } = pending;
  if (isPaused) return ['An operator has paused it.'];
  const restMs = nextAttemptAt === undefined ? 0 : Date.parse(nextAttemptAt) - nowMs;
  return restMs >= 1_000 ? [`Next try in ${toDurationWords(restMs)}.`] : [];
}

/** How the work stands: its mark, the words for it, and its end in milliseconds since the epoch, if known. */
function standingOf(
  { begun, over, pending }: Work,
  { hasMore, closedMs, nowMs }: WorkPage,
): { readonly mark: StepMark; readonly words?: string | undefined; readonly untilMs?: number } {
  if (over) {
    const [mark, words] = ENDS[over.how];
    return { mark, words, untilMs: Date.parse(over.at) };
  }
  if (pending) return { mark: 'now', untilMs: nowMs };
  if (hasMore) return { mark: 'done', words: 'ends among later events' };
  if (closedMs === undefined) return { mark: 'now', untilMs: nowMs };
  const isTimer = begun?.work === 'timer';
  return { mark: 'stopped', words: isTimer ? undefined : 'was not finished', untilMs: closedMs };
}

/** A timer that was stopped is a time limit that was kept: it says nothing. */
function isKeptLimit({ begun, over }: Work, { closedMs, hasMore }: WorkPage): boolean {
  if (begun?.work !== 'timer' || begun.summary !== undefined) return false;
  return over ? over.how === 'cancelled' : closedMs !== undefined && !hasMore;
}

function toStep(work: Work, page: WorkPage): TaskStep {
  const { begun, tried, over, pending } = work;
  const { mark, words, untilMs } = standingOf(work, page);
  const [what, more] = toWords(work);
  const at = begun?.at ?? pending?.since ?? over?.at ?? new Date(page.nowMs).toISOString();
  const fromMs = begun ? Date.parse(begun.at) : undefined;
  const attempt = pending?.attempt ?? tried?.attempt ?? 1;
  const isKnown = fromMs !== undefined && untilMs !== undefined;
  return {
    id: `${begun?.id ?? over?.id ?? `now-${pending?.name ?? ''}`}`,
    at,
    mark,
    what,
    more: [more, words].filter(Boolean).join(' ') || undefined,
    attempt: attempt > 1 ? attempt : undefined,
    isOpen: mark === 'now' ? true : undefined,
    notes: [...noteFailures(work), ...noteNow(work, page.nowMs)],
    spent: isKnown ? { fromMs, untilMs: Math.max(fromMs, untilMs) } : undefined,
  };
}

/** Makes a step of each piece of work on a page. */
export function toWorkSteps(page: WorkPage): readonly TaskStep[] {
  return groupWork(page)
    .filter((work) => work.begun ?? work.over ?? work.pending)
    .filter((work) => !isKeptLimit(work, page))
    .map((work) => toStep(work, page));
}
