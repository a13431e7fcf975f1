import type { Evidence } from './evidence.js';

/** Once all is well again, every task ends and every client gets to its end; and everything has an end that it knows. */
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

/** What nobody knows of, nobody answers: it waits for its answers with good reason. */
function isAnswered(token: string, { journal }: Pick<Evidence, 'journal'>): boolean {
  return journal.creates.some((one) => one.token === token && one.taskId !== undefined);
}

/** Every answer to a request is one that its client can make something of. */
export function findOddities({ journal }: Evidence): string[] {
  return journal.oddities.map(({ token, what }) => `${token}: ${what}`);
}
