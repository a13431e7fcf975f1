import { describe, expect, it } from '@jest/globals';

import type { TaskMeta } from '../../../src/core/contract.js';
import { toTask } from '../../../src/temporal/to-task.js';

const meta: TaskMeta = {
  v: 1,
  at: '2026-01-05T09:00:00.000Z',
  o: 'ownertag',
  tool: 'place_order',
  ttl: 60_000,
  poll: 2_000,
  proto: '2025-11-25',
};

describe('toTask', () => {
  it('takes what is fixed from the meta data, and counts the creation as the last update', () => {
    expect(toTask('mcp-1', meta, { phase: 'working', cancelRequested: false })).toStrictEqual({
      taskId: 'mcp-1',
      toolName: 'place_order',
      phase: 'working',
      cancelRequested: false,
      createdAt: meta.at,
      lastUpdatedAt: meta.at,
      ttlMs: 60_000,
      pollIntervalMs: 2_000,
    });
  });

  it('adds what was read', () => {
    const reading = {
      phase: 'cancelled',
      cancelRequested: true,
      statusMessage: 'Cancelled.',
      progress: { progress: 1 },
      lastUpdatedAt: '2026-01-05T09:00:07.000Z',
      outcome: { kind: 'cancelled' },
    } as const;

    expect(toTask('mcp-1', { ...meta, token: 0, grace: 1_000 }, reading)).toStrictEqual({
      taskId: 'mcp-1',
      toolName: 'place_order',
      createdAt: meta.at,
      ttlMs: 60_000,
      pollIntervalMs: 2_000,
      progressToken: 0,
      terminateAfterMs: 1_000,
      ...reading,
    });
  });

  it('has no members that are undefined', () => {
    const task = toTask('mcp-1', meta, {
      phase: 'working',
      cancelRequested: false,
      statusMessage: undefined,
      progress: undefined,
      lastUpdatedAt: undefined,
    });

    expect(Object.values(task)).not.toContain(undefined);
  });
});
