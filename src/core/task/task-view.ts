/** What has happened in a task, in words for people: the model of its page, for any renderer. */
import { toQuestionSteps } from './question-steps.js';
import type { HistoryEntry, HistoryFact, OutsideAct, TaskHistory } from './task-history.js';
import type { Period, StepMark, TaskStep } from './task-step.js';
import { toTaskTitle } from './task-title.js';
import type { Task } from './task.js';
import { toWorkSteps } from './work-steps.js';

export interface TaskView {
  readonly title: string;
  /** Oldest first. */
  readonly steps: readonly TaskStep[];
  readonly period: Period;
  /** Time from the start, and the part of it in which the task waited for people. Absent: events are missing. */
  readonly times?: { readonly allMs: number; readonly waitedMs: number } | undefined;
}

type Entry<Kind extends HistoryFact['kind']> = Extract<HistoryEntry, { readonly kind: Kind }>;
type Words = Pick<TaskStep, 'mark' | 'what' | 'more'>;

const ACTS: Readonly<Record<OutsideAct, readonly [what: string, isOfOperators: boolean]>> = {
  cancel: ['Asked to stop', false],
  signal: ['Message', false],
  reset: ['Set back to an earlier step', true],
  pause: ['Paused', true],
  unpause: ['Continued after a pause', true],
  options: ['Options changed', true],
  changeActivity: ['Options of an Activity changed', true],
};

const ENDS: Readonly<Record<Entry<'ended'>['how'], readonly [StepMark, string]>> = {
  done: ['done', 'Completed'],
  failed: ['bad', 'Failed'],
  timedOut: ['bad', 'Ran out of time'],
  cancelled: ['stopped', 'Cancelled'],
  terminated: ['bad', 'Terminated'],
  continued: ['done', 'Continued as a new run'],
};

function startWords({ how }: Entry<'started'>, { protocolVersion }: Task): Words {
  if (how === 'continued') return { mark: 'done', what: 'Continued', more: 'from an earlier run' };
  if (how === 'repeated')
    return { mark: 'done', what: 'Started again', more: 'after an earlier run' };
  return protocolVersion !== undefined
    ? { mark: 'done', what: 'Called', more: 'by you' }
    : { mark: 'done', what: 'Started', more: 'by another program' };
}

function actWords({ act, name, byOperator }: Entry<'act'>): Words {
  const [what, isOfOperators] = ACTS[act];
  const by = isOfOperators || byOperator === true ? 'by an operator' : undefined;
  return { mark: 'act', what, more: [name, by].filter(Boolean).join(' ') || undefined };
}

/** The outcome of the task says more than the event: a Workflow may return an error, or fail as cancelled. */
function endWords({ how, byServer }: Entry<'ended'>, { phase }: Task): Words {
  if (byServer) {
    return { mark: 'stopped', what: 'Cancelled', more: 'by force, since it did not stop in time' };
  }
  if (how === 'done' && phase === 'toolError') {
    return { mark: 'bad', what: 'Completed', more: 'with an error' };
  }
  const [mark, what] = ENDS[how === 'failed' && phase === 'cancelled' ? 'cancelled' : how];
  return { mark, what, more: how === 'terminated' ? 'by an operator' : undefined };
}

function toOwnStep(entry: HistoryEntry, task: Task): TaskStep | undefined {
  const { id, at, kind } = entry;
  const of = (words: Words, notes: readonly string[] = []): TaskStep => ({
    id: String(id),
    at,
    ...words,
    notes,
  });
  switch (kind) {
    case 'started':
      return of(startWords(entry, task));
    case 'act':
      return of(actWords(entry), entry.reason === undefined ? [] : [entry.reason]);
    case 'obstacle':
      return of({ mark: 'bad', what: 'The workflow was stuck:', more: entry.text });
    case 'ended':
      return of(endWords(entry, task));
    case 'begun':
    case 'tried':
    case 'over':
      return undefined;
  }
}

/** Entries of the same moment follow each other in the order of their IDs. */
function byTime(a: TaskStep, b: TaskStep): number {
  return Date.parse(a.at) - Date.parse(b.at) || Number(a.id) - Number(b.id) || 0;
}

/** The time in which at least one of the periods ran, in milliseconds. */
function lengthOf(periods: readonly Period[]): number {
  let reachedMs = -Infinity;
  let sumMs = 0;
  for (const { fromMs, untilMs } of periods.toSorted((a, b) => a.fromMs - b.fromMs)) {
    sumMs += Math.max(untilMs - Math.max(fromMs, reachedMs), 0);
    reachedMs = Math.max(reachedMs, untilMs);
  }
  return sumMs;
}

/**
 * Makes the view of a page of a task's history.
 *
 * @param about.nowMs Milliseconds since the epoch.
 */
export function toTaskView(
  history: TaskHistory,
  task: Task,
  about: { readonly toolTitle: string; readonly nowMs: number },
): TaskView {
  const { entries, pending, decisions, nextCursor, workflowArguments, isWhole } = history;
  const { nowMs, toolTitle } = about;
  const last = entries.findLast(({ kind }) => kind === 'ended');
  const closedMs = last && Date.parse(last.at);
  const hasMore = nextCursor !== undefined;
  const page = { entries, pending, hasMore, closedMs, nowMs };
  const own = entries.flatMap((entry) => toOwnStep(entry, task) ?? []);
  const fromMs = Date.parse(entries[0]?.at ?? task.createdAt);
  const untilMs = closedMs ?? (hasMore ? Date.parse(entries.at(-1)?.at ?? task.createdAt) : nowMs);
  const asked = toQuestionSteps(decisions, { untilMs, isLast: !hasMore });
  const steps = [...own, ...toWorkSteps(page), ...asked].toSorted(byTime);
  const waits = steps.flatMap(({ mark, spent }) => (mark === 'asks' && spent ? [spent] : []));
  return {
    title: toTaskTitle(task, toolTitle, workflowArguments),
    steps,
    period: { fromMs, untilMs },
    times: isWhole ? { allMs: untilMs - fromMs, waitedMs: lengthOf(waits) } : undefined,
  };
}
