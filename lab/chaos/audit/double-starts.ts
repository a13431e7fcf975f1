import type { Evidence } from './evidence.js';
import { groupBy } from './group-by.js';

/**
 * Finds calls that started more than one execution. A call with an idempotency key may be repeated, and may start one
 * execution only, even if no client learns of it.
 */
export function findDoubleStarts({ executions }: Evidence): string[] {
  return [...groupBy(executions, ({ token }) => token)]
    .filter(([, same]) => same.length > 1)
    .map(
      ([token, same]) =>
        `${token} was started ${same.length} times: ${same.map((one) => one.workflowId).join(', ')}`,
    );
}
