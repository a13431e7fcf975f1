/** Whom a task waits for, as its owner sees it. */
import { mayAnswer } from '../../core/question/approvers.js';
import type { Task } from '../../core/task/task.js';
import { h, type Html } from '../html/html.js';
import { showSince, showUntil } from '../html/time-view.js';

import type { InboxContext } from './inbox-context.js';
import { toQuestionLine } from './question-view.js';

/** Shows each question that only other people may answer, with who may, since when, and the link to send them. */
export function showWaitsFor(
  { taskId, toolName, lastUpdatedAt, questions }: Task,
  { paths, approversOf }: Pick<InboxContext, 'paths' | 'approversOf'>,
): Html {
  const who = approversOf(toolName) ?? 'somebody else';
  return questions
    .filter((question) => !mayAnswer(question, 'owner'))
    .map((question) => {
      const href = paths.question(taskId, question.key);
      return h(
        'p',
        { dir: 'auto' },
        `Waits for ${who}, since `,
        showSince(question.askedAt ?? lastUpdatedAt),
        question.answerBy !== undefined && [', ', showUntil(question.answerBy, Date.now())],
        `: ${toQuestionLine(question)} `,
        h('a', { href }, 'Link to send'),
      );
    });
}
