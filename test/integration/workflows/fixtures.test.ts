import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { WorkflowHandle } from '@temporalio/client';
import { ActivityFailure, CancelledFailure, ChildWorkflowFailure } from '@temporalio/common';

import { finishSignal } from '../../../fixtures/workflows/index.js';
import { eventually } from '../../support/eventually.js';

import { openHarness, type Harness } from './harness.js';

let harness: Harness;

beforeAll(async () => {
  harness = await openHarness('fixtures');
});

afterAll(() => harness.close());

const start = (workflowType: string, ...args: unknown[]) => harness.start(workflowType, { args });
const errorOf = (handle: WorkflowHandle): Promise<unknown> =>
  handle.result().catch((reason: unknown) => reason);

/** Other suites rely on how each of these ends; this one says so where it changes. */
describe('fixture workflows', () => {
  it.each([
    ['greet', [{ name: 'Ada' }], { content: [{ type: 'text', text: 'Hello, Ada!' }] }],
    ['quickJob', [], { content: [{ type: 'text', text: 'Done' }] }],
    [
      'slowCompute',
      [{ seconds: 0.05, label: 'pi' }],
      { label: 'pi', seconds: 0.05, summary: 'Computed pi in 0.05 s' },
    ],
    ['continueAsNewTimes', [{ times: 2 }], { runs: 3 }],
    ['returnUndefined', [], undefined],
    ['returnBytes', [], new Uint8Array([0, 1, 254, 255])],
    ['returnOddContent', [], { content: ['Introduction', { chapter: 1 }, 2], chapters: 3 }],
    ['returnScalar', [], 42],
    ['returnArray', [], [1, 'two', { three: 3 }]],
    ['returnLargeString', [{ bytes: 5 }], 'xxxxx'],
    ['joinPositional', ['a', 'b', 3], { first: 'a', second: 'b', count: 3 }],
    ['heartbeatForLong', [{ steps: 2, stepMs: 10 }], 2],
  ])('%s completes', async (workflowType, args, result) => {
    const handle = await start(workflowType, ...args);

    expect(await handle.result()).toStrictEqual(result);
  });

  it.each([
    ['failingJob', [], { type: 'JobFailed', nonRetryable: true }],
    [
      'protocolErrorJob',
      [],
      { type: 'mcp.JsonRpcError', details: [expect.objectContaining({ code: -32603 })] },
    ],
  ])('%s fails with an ApplicationFailure', async (workflowType, args, failure) => {
    const handle = await start(workflowType, ...args);

    expect(await errorOf(handle)).toHaveProperty('cause', expect.objectContaining(failure));
  });

  it.each([
    { workflowType: 'failInChild', failure: ChildWorkflowFailure, type: 'JobFailed' },
    { workflowType: 'failInActivity', failure: ActivityFailure, type: 'AlwaysFails' },
  ])('$workflowType fails with the cause inside', async ({ workflowType, failure, type }) => {
    const error = await errorOf(await start(workflowType, { maxAttempts: 2 }));

    expect(error).toHaveProperty('cause', expect.any(failure));
    expect(error).toHaveProperty('cause.cause.type', type);
  });

  it('failUntilAttempt succeeds on a later run of the chain', async () => {
    const handle = await harness.start('failUntilAttempt', {
      args: [{ attempt: 2 }],
      maximumAttempts: 5,
    });

    expect(await handle.result()).toStrictEqual({ attempt: 2 });
  });

  it('waitForFinish completes with what the Signal carries', async () => {
    const handle = await start('waitForFinish');

    await handle.signal(finishSignal, { answer: 42 });

    expect(await handle.result()).toStrictEqual({ answer: 42 });
  });

  it('ignoreCancellation stays open when cancelled, and completes on the Signal', async () => {
    const handle = await start('ignoreCancellation');
    await handle.cancel();
    await handle.signal(finishSignal, 'late');

    expect(await handle.result()).toBe('late');
  });

  it('swallowCancellation completes when cancelled', async () => {
    const handle = await start('swallowCancellation');
    await handle.cancel();

    expect(await handle.result()).toStrictEqual({ swallowed: true });
  });

  it.each([
    ['cleanUpOnCancellation', [{ cleanUpMs: 50 }]],
    ['waitForever', []],
    ['slowCompute', [{ seconds: 60, label: 'pi' }]],
    ['heartbeatForLong', [{ steps: 10_000, stepMs: 10 }]],
  ])('%s is cancelled when cancelled', async (workflowType, args) => {
    const handle = await start(workflowType, ...args);
    await handle.cancel();

    expect(await errorOf(handle)).toHaveProperty('cause', expect.any(CancelledFailure));
  });

  it('retryForLong shows its last failure and its next attempt', async () => {
    const handle = await start('retryForLong', { retryMs: 60_000 });

    const activity = await eventually('the Activity has failed', async () => {
      const { raw } = await handle.describe();
      return raw.pendingActivities?.find(({ lastFailure }) => lastFailure);
    });

    expect(activity.lastFailure?.message).toBe('Attempt 1 was refused');
    expect(activity.scheduledTime).toBeDefined();
  });

  it('throwPlainError stays open with a failing Workflow Task', async () => {
    const handle = await start('throwPlainError');

    const attempt = await eventually('the Workflow Task is tried again', async () => {
      const { raw, status } = await handle.describe();
      expect(status.name).toBe('RUNNING');
      const tries = raw.pendingWorkflowTask?.attempt ?? 0;
      return tries > 1 ? tries : undefined;
    });

    expect(attempt).toBeGreaterThan(1);
  });
});
