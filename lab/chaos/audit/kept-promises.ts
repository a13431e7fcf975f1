import type { Evidence } from './evidence.js';
import { groupBy } from './group-by.js';

/** Finds tasks whose `ttl` or creation time changed, or whose `ttl` differs from the requested one. */
export function findChangedTerms({ journal }: Evidence): string[] {
  const wanted = new Map(journal.creates.map((one) => [one.taskId, one.wantedTtlMs]));
  return [...groupBy(journal.views, ({ taskId }) => taskId)].flatMap(([taskId, views]) => {
    const ttls = new Set([...views.map(({ ttlMs }) => ttlMs), wanted.get(taskId)]);
    ttls.delete(undefined);
    const moments = new Set(views.map(({ createdAt }) => createdAt));
    return [
      ...(ttls.size > 1 ? [`${taskId} had the ttl ${[...ttls].join(', then ')}`] : []),
      ...(moments.size > 1 ? [`${taskId} was created at ${[...moments].join(', then ')}`] : []),
    ];
  });
}

/** Finds tasks that were shown to another owner. */
export function findTrespasses({ journal, executions }: Evidence): string[] {
  const owners = new Map(
    executions.map(({ workflowId, token }) => [workflowId, token.split('.')[0]]),
  );
  return [
    ...journal.trespasses
      .filter(({ isShown }) => isShown)
      .map(({ taskId, by }) => `${by} was shown ${taskId}`),
    ...journal.listings.flatMap(({ owner, taskIds }) =>
      taskIds
        .filter((taskId) => owners.get(taskId) !== owner)
        .map(
          (taskId) => `The list of ${owner} names ${taskId}, of ${owners.get(taskId) ?? 'nobody'}`,
        ),
    ),
  ];
}

/** Finds results of other calls, and incomplete or missing results. */
export function findForeignResults({ journal, executions }: Evidence): string[] {
  const byToken = new Map(executions.map((one) => [one.token, one]));
  return journal.results.flatMap(({ token, resultToken, words = [] }) => {
    const execution = byToken.get(token);
    if (resultToken === undefined) {
      // In 2025-11-25, a cancelled task has no result, even if its execution completed with one.
      return execution?.ending === 'completed' && !execution.isCancelRequested
        ? [`${token} got no result, although its execution has one`]
        : [];
    }
    if (resultToken !== token) return [`${token} got the result of ${resultToken}`];
    const expected = execution?.resultWords.join() ?? '';
    return words.join() === expected ? [] : [`${token} got "${words.join()}", not "${expected}"`];
  });
}
