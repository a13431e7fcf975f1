/** A task as its owner sees it. */
import type { TaskProgress } from '../../core/contract/contract.js';
import { mayAnswer } from '../../core/question/approvers.js';
import { withoutQuestionNote } from '../../core/question/question-note.js';
import { isClosed, type TaskPhase } from '../../core/task/task-status.js';
import type { Task } from '../../core/task/task.js';
import { h, type Html } from '../html/html.js';
import type { InboxPaths } from '../html/inbox-paths.js';
import { outsideLink, showOutcome } from '../html/outcome-view.js';
import { showMoment, showSince, toAgeWords } from '../html/time-view.js';

import { toQuestionLine } from './question-view.js';

/** Data of a task page besides the task. */
export interface TaskViewOptions {
  readonly paths: InboxPaths;
  readonly toolTitle: string;
  /** The task's page in Temporal's Web UI. `undefined`: unknown. */
  readonly temporalUrl: string | undefined;
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

function fact(name: string, value: Html): Html {
  return [h('dt', {}, name), h('dd', {}, value)];
}

/** Shows the data of a task that change while it runs. */
export function showStatus(
  task: Task,
  { toolTitle, temporalUrl }: Pick<TaskViewOptions, 'toolTitle' | 'temporalUrl'>,
): Html {
  const { progress, createdAt, lastUpdatedAt, phase, toolName, taskId } = task;
  const statusMessage = withoutQuestionNote(task.statusMessage, task.questions);
  return h(
    'section',
    { 'aria-label': 'Status' },
    h('p', {}, showBadge(task)),
    statusMessage !== undefined && h('p', { class: 'message', dir: 'auto' }, statusMessage),
    progress && !isClosed(task.phase) && showProgress(progress),
    task.questions
      .filter((question) => !mayAnswer(question, 'owner'))
      .map((question) =>
        h('p', { dir: 'auto' }, `Somebody else has to answer: ${toQuestionLine(question)}`),
      ),
    h(
      'dl',
      {},
      fact('Tool', toolTitle === toolName ? toolName : `${toolTitle} (${toolName})`),
      fact('Started', showMoment(createdAt)),
      fact(isClosed(phase) ? 'Ended' : 'Last change', showMoment(lastUpdatedAt)),
      fact('Task', h('code', { class: 'id' }, taskId)),
      temporalUrl !== undefined &&
        fact('Workflow', outsideLink(temporalUrl, 'Open in Temporal’s Web UI')),
    ),
  );
}

/** Shows the end of a task, or the button to cancel it. */
export function showEnd(task: Task, { paths }: Pick<TaskViewOptions, 'paths'>): Html {
  const { outcome, cancelRequested, taskId } = task;
  return [
    outcome && [h('h2', { id: 'result' }, 'Result'), showOutcome(outcome)],
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
  ];
}
