import { describe, expect, it } from '@jest/globals';
import type { Client } from '@temporalio/client';

import { TemporalCalls } from '../../../../src/temporal/link/temporal-calls.js';
import { Visibility } from '../../../../src/temporal/link/visibility.js';
import { ClosedTasks } from '../../../../src/temporal/watch/closed-tasks.js';

interface Row {
  readonly execution: { readonly workflowId: string };
  readonly closeTime?: { readonly seconds: number };
}

function toRow(workflowId: string, closedAtSeconds: number): Row {
  return { execution: { workflowId }, closeTime: { seconds: closedAtSeconds } };
}

/** A visibility with these pages, one search after another. */
function searching(...pages: readonly (readonly Row[])[]) {
  const queries: string[] = [];
  const rest = [...pages];
  const client = {
    options: { namespace: 'default' },
    withDeadline: async <T>(_deadline: number, call: () => Promise<T>): Promise<T> => call(),
    workflowService: {
      listWorkflowExecutions: async ({ query }: { readonly query: string }) => {
        queries.push(query);
        const executions = rest.shift() ?? [];
        const hasMore = executions.length === 2;
        return Promise.resolve({ executions, nextPageToken: new Uint8Array(hasMore ? 1 : 0) });
      },
    },
  };
  return {
    queries,
    closed: new ClosedTasks(new Visibility(new TemporalCalls(client as unknown as Client, 1_000))),
  };
}

const sinceIn = (query = ''): number => Date.parse(/CloseTime > '([^']+)'/.exec(query)?.[1] ?? '');

describe('a search for closed tasks', () => {
  it('begins a minute ago', async () => {
    const { queries, closed } = searching([toRow('mcp-a', 1)]);
    await closed.find();

    expect(Date.now() - sinceIn(queries[0])).toBeGreaterThanOrEqual(60_000);
  });

  it('goes on where the last one ended, by the clock of Temporal, with some overlap', async () => {
    const nowSeconds = Math.floor(Date.now() / 1_000) + 500;
    const { queries, closed } = searching([toRow('mcp-a', nowSeconds)], []);
    await closed.find();
    await closed.find();
    await closed.find();

    expect(sinceIn(queries[1])).toBe((nowSeconds - 5) * 1_000);
    expect(queries[2]).toBe(queries[1]);
  });

  it('reads five pages at most', async () => {
    const pages = Array.from({ length: 9 }, (_, index) => [
      toRow(`mcp-${index}`, 1),
      toRow(`mcp-${index}-b`, 1),
    ]);
    const { queries, closed } = searching(...pages);

    expect(await closed.find()).toHaveLength(10);
    expect(new Set(queries).size).toBe(1);
  });
});
