/** A task as its owner sees it. */
import type { TaskProgress } from '../../core/contract/contract.js';
import type { Caller } from '../../core/person/caller.js';
import type { ShownPrincipal } from '../../core/person/shown-principal.js';
import { withoutQuestionNote } from '../../core/question/question-note.js';
import type { TaskHistory } from '../../core/task/task-history.js';
import { isClosed, type TaskPhase } from '../../core/task/task-status.js';
import type { TaskView } from '../../core/task/task-view.js';
import type { Task } from '../../core/task/task.js';
import type { TaskOutcome } from '../../core/tool/tool-result.js';
import { toDigits } from '../../core/value/number-words.js';
import { showFacts } from '../components/facts.js';
import { showArguments } from '../components/fields.js';
import { showOutcome } from '../components/outcome.js';
import { outsideLink } from '../components/text.js';
import { showTimeline } from '../components/timeline.js';
import { h, type Html } from '../html/html.js';
import type { InboxPaths } from '../html/inbox-paths.js';
import { isCaller, toShortName } from '../html/person-name.js';
import { showMoment, showSince, toAgeWords } from '../html/time-view.js';

import type { InboxContext } from './inbox-context.js';
import { showWaitsFor } from './waits-for.js';

/** Data of a task page besides the task. */
export interface TaskViewOptions {
  readonly paths: InboxPaths;
  readonly approversOf: InboxContext['approversOf'];
  readonly caller: Caller;
  readonly toolTitle: string;
  /** The task's page in Temporal's Web UI. `undefined`: unknown. */
  readonly temporalUrl: string | undefined;
}

/** A page of a task's history, and its view. */
export interface PageOfHistory {
  readonly view: TaskView;
  readonly history: TaskHistory;
  /** The page begins with the first event. */
  readonly isFirst: boolean;
}

/** Words and style of each phase. */
const BADGES: Readonly<Record<TaskPhase, readonly [string, string]>> = {
  working: ['Working', 'open'],
  inputRequired: ['Waiting for an answer', 'asks'],
  succeeded: ['Completed', 'good'],
  toolError: ['Failed', 'bad'],
  protocolError: ['Failed', 'bad'],
  cancelled: ['Cancelled', 'over'],
};

/** Shows the state of a task in words. */
export function showBadge({ phase, cancelRequested }: Task): Html {
  const isStopping = cancelRequested && !isClosed(phase);
  const [text, tone] = isStopping ? ['Being cancelled', 'over'] : BADGES[phase];
  return h('span', { class: `badge ${tone}` }, text);
}

/** Shows when a task began, and how long it took. */
export function showDuration({ createdAt, lastUpdatedAt, outcome }: Task): Html {
  const tookMs = Date.parse(lastUpdatedAt) - Date.parse(createdAt);
  return [
    'Started ',
    showSince(createdAt),
    ' ago',
    outcome && tookMs >= 0 && `, took ${toAgeWords(tookMs)}`,
  ];
}

export function showProgress({ progress: done, total, message }: TaskProgress): Html {
  const isKnown = total !== undefined && total > 0;
  const text = isKnown ? `${done} of ${total}` : String(done);
  return h(
    'div',
    { class: 'progress' },
    // Without a total, the element would look as if the progress were unknown.
    isKnown &&
      h('progress', { max: total, value: Math.min(done, total), 'aria-label': 'Progress' }),
    h('span', { dir: 'auto' }, message === undefined ? text : `${text}: ${message}`),
  );
}

/** Returns true if the progress or a step that is under way says the same as a status message. */
function isSaidBelow(
  statusMessage: string,
  { progress }: Task,
  view: TaskView | undefined,
): boolean {
  const ofProgress = progress && [
    progress.message,
    String(progress.progress),
    `${progress.progress} of ${progress.total}`,
  ];
  const ofSteps = view?.steps.filter(({ isOpen }) => isOpen).map(({ what }) => `${what}: `) ?? [];
  const isOfStep = ofSteps.some((start) => statusMessage.startsWith(start));
  return ofProgress?.includes(statusMessage) === true || isOfStep;
}

/** Says how long a task took, and how much of that it waited for people. */
function showTimes({ times }: TaskView, task: Task): Html {
  if (!times) return undefined;
  const { allMs, waitedMs } = times;
  const all = `${task.outcome ? 'Took' : 'Runs for'} ${toAgeWords(allMs)}`;
  if (waitedMs === 0) return h('p', { class: 'facts' }, `${all}.`);
  const worked = toAgeWords(allMs - waitedMs);
  const words = `${all}: ${toAgeWords(waitedMs)} waiting for people, ${worked} at work.`;
  return h('p', { class: 'facts' }, words);
}

/** Shows the state of a task, which changes while it runs. */
function showStatus(
  task: Task,
  view: TaskView | undefined,
  options: Pick<TaskViewOptions, 'paths' | 'approversOf'>,
): Html {
  const { progress, outcome } = task;
  const statusMessage = withoutQuestionNote(task.statusMessage, task.questions);
  // The result of an ended task says the same.
  const isShown =
    statusMessage !== undefined && !outcome && !isSaidBelow(statusMessage, task, view);
  return h(
    'section',
    { 'aria-label': 'Status' },
    h(
      'div',
      { role: 'status' },
      h('p', {}, showBadge(task)),
      isShown && h('p', { class: 'message', dir: 'auto' }, statusMessage),
      progress && !outcome && showProgress(progress),
    ),
    view && showTimes(view, task),
    showWaitsFor(task, options),
  );
}

function showAbout(task: Task, { toolTitle, temporalUrl }: TaskViewOptions): Html {
  const { toolName, createdAt, lastUpdatedAt, outcome, taskId } = task;
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'about' },
    h('h2', { id: 'about' }, 'Task'),
    showFacts(h, [
      ['Tool', toolTitle === toolName ? toolName : `${toolTitle} (${toolName})`],
      ['Started', showMoment(createdAt)],
      [outcome ? 'Ended' : 'Last change', showMoment(lastUpdatedAt)],
      ['Task', h('code', { class: 'id' }, taskId)],
      [
        'Workflow',
        temporalUrl !== undefined && outsideLink(h, temporalUrl, 'Open in Temporal’s Web UI'),
      ],
    ]),
  );
}

function showResult(outcome: TaskOutcome, { taskId }: Task, { paths }: TaskViewOptions): Html {
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'result' },
    h('h2', { id: 'result' }, 'Result'),
    showOutcome(h, outcome),
    outcome.kind === 'result' &&
      h('p', {}, h('a', { href: paths.result(taskId), download: true }, 'Download as JSON')),
  );
}

function showEvents(
  { view, history, isFirst }: PageOfHistory,
  { taskId }: Task,
  { paths, caller }: TaskViewOptions,
): Html {
  const { here, all } = history.events;
  const { nextCursor, earlierCursor } = history;
  const toName = (person: ShownPrincipal): string =>
    isCaller(person, caller) ? 'you' : toShortName(person);
  const link = (cursor: string | undefined, text: string): Html =>
    cursor !== undefined && h('a', { href: paths.task(taskId, cursor) }, text);
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'happened' },
    h('h2', { id: 'happened' }, 'What happened'),
    view.steps.length > 0
      ? showTimeline(h, view, toName)
      : h('p', { class: 'nothing' }, 'These events say nothing to people.'),
    h('p', { class: 'hint', 'data-zone': true }, 'Times are in UTC.'),
    (here < all || !isFirst) &&
      h(
        'nav',
        { class: 'pages', 'aria-label': 'Events' },
        h('span', { class: 'hint' }, `${toDigits(here)} of ${toDigits(all)} events are shown.`),
        !isFirst && h('a', { href: paths.task(taskId) }, 'First events'),
        link(nextCursor, 'Next events'),
      ),
    link(earlierCursor, 'Show the run before'),
  );
}

/** Shows a task: its state, the forms of its questions, its end, and what has happened. */
export function showTaskBody(
  task: Task,
  past: PageOfHistory | undefined,
  options: TaskViewOptions & { readonly forms: Html },
): Html {
  const { outcome, cancelRequested, taskId } = task;
  const workflowArguments = past?.history.workflowArguments;
  const { paths, forms } = options;
  return [
    showStatus(task, past?.view, options),
    forms,
    h(
      'div',
      { class: 'two' },
      h(
        'div',
        {},
        outcome && showResult(outcome, task, options),
        past
          ? showEvents(past, task, options)
          : h('p', { class: 'hint' }, 'What happened cannot be read at the moment.'),
      ),
      h(
        'div',
        {},
        workflowArguments && h('section', { class: 'card' }, showArguments(h, workflowArguments)),
        showAbout(task, options),
        !outcome &&
          !cancelRequested &&
          h(
            'p',
            {},
            h(
              'a',
              { id: 'cancel', class: 'button danger', href: paths.cancel(taskId) },
              'Cancel this task…',
            ),
          ),
      ),
    ),
  ];
}
