import { describe, expect, it } from '@jest/globals';

import type { TaskMeta } from '../../../../src/core/contract/contract.js';
import { toTask } from '../../../../src/temporal/read/to-task.js';

const meta: TaskMeta = {
  version: 1,
  createdAt: '2026-01-05T09:00:00.000Z',
  ownerTag: 'ownertag',
  toolName: 'place_order',
  ttlMs: 60_000,
  pollIntervalMs: 2_000,
  protocolVersion: '2025-11-25',
};

const nowMs = Date.parse(meta.createdAt);

describe('toTask', () => {
  it('takes what is fixed from the meta data, and counts the creation as the last update', () => {
    expect(toTask('mcp-1', meta, { phase: 'working', cancelRequested: false, nowMs })).toEqual({
      taskId: 'mcp-1',
      toolName: 'place_order',
      questions: [],
      phase: 'working',
      cancelRequested: false,
      createdAt: meta.createdAt,
      protocolVersion: meta.protocolVersion,
      lastUpdatedAt: meta.createdAt,
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

    expect(
      toTask(
        'mcp-1',
        { ...meta, keepMs: 5_000, progressToken: 0, terminateAfterMs: 1_000 },
        { ...reading, nowMs },
      ),
    ).toEqual({
      taskId: 'mcp-1',
      toolName: 'place_order',
      questions: [],
      createdAt: meta.createdAt,
      protocolVersion: meta.protocolVersion,
      ttlMs: 60_000,
      pollIntervalMs: 2_000,
      origin: { progressToken: 0 },
      terminateAfterMs: 1_000,
      ...reading,
    });
  });

  it('promises more, and asks to look more rarely, the longer a task runs', () => {
    const task = toTask('mcp-1', meta, {
      phase: 'working',
      cancelRequested: false,
      nowMs: nowMs + 3_600_000,
    });

    expect(task).toMatchObject({ ttlMs: 60_000 + 86_400_000, pollIntervalMs: 60_000 });
  });
});
