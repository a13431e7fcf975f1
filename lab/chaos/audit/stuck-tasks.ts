import type { Evidence } from './evidence.js';

/** Finds clients that did not finish, and open executions of known tasks. */
export function findStuckTasks({ journal, executions }: Evidence): string[] {
  return [
    ...journal.unfinished.map(
      ({ token, taskId = 'no task', doing }) =>
        `The client of ${token} (${taskId}) is still at: ${doing}`,
    ),
    ...executions
      .filter(({ ending }) => ending === 'open')
      .filter(({ token }) => isAnswered(token, { journal }))
      .map(({ workflowId, token }) => `${workflowId} of ${token} is open`),
  ];
}

/** Returns true if a client knows the task. The questions of an unknown task stay open, so its execution may, too. */
function isAnswered(token: string, { journal }: Pick<Evidence, 'journal'>): boolean {
  return journal.creates.some((one) => one.token === token && one.taskId !== undefined);
}

/** Finds answers that clients did not expect. */
export function findOddities({ journal }: Evidence): string[] {
  return journal.oddities.map(({ token, what }) => `${token}: ${what}`);
}
