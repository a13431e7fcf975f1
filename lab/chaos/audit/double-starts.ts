import type { Evidence } from './evidence.js';
import { groupBy } from './group-by.js';

/**
 * A call starts one execution at most, however often it was repeated under its idempotency key, and whether anybody came
 * to know of it or not.
 */
export function findDoubleStarts({ executions }: Evidence): string[] {
  return [...groupBy(executions, ({ token }) => token)]
    .filter(([, same]) => same.length > 1)
    .map(
      ([token, same]) =>
        `${token} was started ${same.length} times: ${same.map((one) => one.workflowId).join(', ')}`,
    );
}
