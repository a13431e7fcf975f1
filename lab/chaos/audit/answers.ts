import type { Answer, Evidence, Execution } from './evidence.js';
import { groupBy } from './group-by.js';

type ByTask<Item> = ReadonlyMap<string, readonly Item[]>;

/** Finds questions that reached the client of another task. */
export function findMisdirectedQuestions({ journal, executions }: Evidence): string[] {
  const tokens = new Map(executions.map(({ workflowId, token }) => [workflowId, token]));
  return journal.answers
    .filter(({ taskId, askedBy }) => tokens.has(taskId) && tokens.get(taskId) !== askedBy)
    .map(({ taskId, askedBy }) => `A question of ${askedBy} came to the client of ${taskId}`);
}

/**
 * Finds acknowledged answers that are missing in the history. Only the first answer to a question counts, so a later
 * one may be missing. Executions that were ended from outside are left out.
 */
export function findLostAnswers({ journal, executions }: Evidence): string[] {
  const byId = new Map(executions.map((one) => [one.workflowId, one]));
  const byQuestion = groupBy(journal.answers, ({ taskId, question }) => `${taskId} ${question}`);
  return [...byQuestion.values()].flatMap((answers) => {
    const execution = byId.get(answers[0]?.taskId ?? '');
    if (!execution || isCutShort(execution)) return [];
    const taken = answers.filter(({ word }) => execution.signalledWords.includes(word));
    return answers
      .filter((one) => one.isAcknowledged && !taken.includes(one))
      .filter(({ endedMs }) => !taken.some(({ startedMs }) => startedMs < endedMs))
      .map(({ word, taskId }) => `${word} was acknowledged, and is not in ${taskId}`);
  });
}

/** Returns true if the execution was ended from outside, perhaps between a question and its answer. */
function isCutShort({ ending, isCancelRequested }: Execution): boolean {
  return isCancelRequested || ending === 'terminated' || ending === 'timedOut';
}

/** Finds answers in results that no client gave to that question. */
export function findWrongAnswers({ journal, executions }: Evidence): string[] {
  const byTask: ByTask<Answer> = groupBy(journal.answers, ({ taskId }) => taskId);
  return executions.flatMap(({ workflowId, resultWords }) => {
    const given = byTask.get(workflowId) ?? [];
    return resultWords.flatMap((word, question) => {
      if (given.some((one) => one.word === word && one.question === question)) return [];
      const other = journal.answers.find((one) => one.word === word);
      return [
        other
          ? `Question ${question} of ${workflowId} got ${word}, the answer to question ${other.question} of ${other.taskId}`
          : `Question ${question} of ${workflowId} got ${word}, which no client gave`,
      ];
    });
  });
}

/** Temporal and its Workers say the time in their own steps, up to this difference, in milliseconds. */
const SAME_TIME_MS = 2_000;

/** Finds questions that were declined before their time was over. */
export function findEarlyDeclines({ executions }: Evidence): string[] {
  return executions.flatMap(({ workflowId, decline }) => {
    const earlyMs = decline ? decline.dueMs - decline.atMs : 0;
    if (earlyMs <= SAME_TIME_MS) return [];
    return [`The question of ${workflowId} was declined ${earlyMs} ms before its time`];
  });
}

/** Finds answers that were used for two questions. */
export function findDoubledAnswers({ executions }: Evidence): string[] {
  const taken = executions.flatMap(({ workflowId, resultWords }) =>
    resultWords.map((word) => ({ workflowId, word })),
  );
  return [...groupBy(taken, ({ word }) => word)]
    .filter(([, same]) => same.length > 1)
    .map(
      ([word, same]) => `${word} was taken ${same.length} times, by ${same[0]?.workflowId ?? ''}`,
    );
}
