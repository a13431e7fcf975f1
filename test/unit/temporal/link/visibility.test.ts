import { execFileSync } from 'node:child_process';

import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Client } from '@temporalio/client';

import { isTaskError } from '../../../../src/core/errors.js';
import { TemporalCalls } from '../../../../src/temporal/link/temporal-calls.js';
import { Visibility } from '../../../../src/temporal/link/visibility.js';

const QUERY = { query: 'WorkflowType = "w"', pageSize: 10 };

/** A visibility whose calls are counted. */
function createVisibility(callsPerSecond?: number) {
  let count = 0;
  const answer = async (): Promise<object> => {
    count += 1;
    return Promise.resolve({ executions: [], count: 7, nextPageToken: new Uint8Array() });
  };
  const client = {
    options: { namespace: 'default' },
    withDeadline: async <T>(_deadline: number, call: () => Promise<T>): Promise<T> => call(),
    workflowService: { listWorkflowExecutions: answer, countWorkflowExecutions: answer },
  };
  const calls = new TemporalCalls(client as unknown as Client, 1_000);
  return { count: () => count, visibility: new Visibility(calls, { callsPerSecond }) };
}

afterEach(() => {
  jest.useRealTimers();
});

describe('Visibility', () => {
  it('makes 4 calls a second, lists and counts of all owners together', async () => {
    jest.useFakeTimers();
    const { count, visibility } = createVisibility();
    const answers = Promise.all([
      visibility.list('ada', QUERY),
      visibility.list('eve', QUERY),
      visibility.list('', QUERY),
      visibility.count('bob', QUERY.query),
      visibility.count('ada', QUERY.query),
    ]);

    await jest.advanceTimersByTimeAsync(240);
    expect(count()).toBe(4);
    await jest.advanceTimersByTimeAsync(20);
    expect(count()).toBe(5);
    expect((await answers).at(-1)).toBe(7);
  });

  it('says that it is busy where a call would wait for more than 10 s, and to nobody else', async () => {
    jest.useFakeTimers();
    const { visibility } = createVisibility(50);
    const flood = Array.from({ length: 600 }, async () =>
      visibility.list('ada', QUERY).catch((error: unknown) => error),
    );
    const other = visibility.list('eve', QUERY);
    await jest.advanceTimersByTimeAsync(15_000);
    const refused = (await Promise.all(flood)).filter(isTaskError);

    // 50 at once, and 500 in the 10 s.
    expect(refused).toHaveLength(50);
    expect(refused[0]).toMatchObject({
      code: 'busy',
      message: 'You have requested too many lists of tasks at once. Try again in 11 seconds.',
      retryAfterMs: 11_000,
    });
    await expect(other).resolves.toHaveProperty('executions');
  });

  it('is asked in one place', () => {
    const found = execFileSync('grep', [
      '-rlE',
      '\\.(list|count)WorkflowExecutions\\(|workflow\\.(list|count)\\(',
      'src',
    ]);

    expect(found.toString()).toBe('src/temporal/link/visibility.ts\n');
  });
});
