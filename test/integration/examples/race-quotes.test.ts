import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';

import type { Supplier } from '../../../activities/quotes.js';
import { eventually } from '../../support/eventually.js';

import { openHarness, shownState, type Harness } from './workflow-harness.js';

let harness: Harness;

beforeAll(async () => {
  harness = await openHarness('examples');
});

afterAll(() => harness.close());

const start = (suppliers: Supplier[]) => harness.start('raceQuotes', { args: [{ suppliers }] });

const statusOfChild = async (name: string, parentId: string) => {
  const child = harness.client.workflow.getHandle(`quote/${name}/${parentId}`);
  return (await child.describe()).status.name;
};

describe('raceQuotes', () => {
  it('takes the first quote and has the others cancelled by the time it completes', async () => {
    const handle = await start([
      { name: 'slow', priceCents: 100, answersAfterMs: 30_000 },
      { name: 'refusing', answersAfterMs: 0 },
      { name: 'fast', priceCents: 120, answersAfterMs: 100 },
      { name: 'slower', priceCents: 90, answersAfterMs: 60_000 },
    ]);

    expect(await handle.result()).toStrictEqual({
      winner: { supplier: 'fast', priceCents: 120 },
      cancelled: ['slow', 'slower'],
    });
    expect(await statusOfChild('slow', handle.workflowId)).toBe('CANCELLED');
    expect(await statusOfChild('slower', handle.workflowId)).toBe('CANCELLED');
    expect(await statusOfChild('refusing', handle.workflowId)).toBe('FAILED');
    expect(await statusOfChild('fast', handle.workflowId)).toBe('COMPLETED');
  });

  it('says who has answered while the others are waited for', async () => {
    const handle = await start([
      { name: 'slow', priceCents: 100, answersAfterMs: 30_000 },
      { name: 'refusing', answersAfterMs: 0 },
      { name: 'fast', priceCents: 1_250, answersAfterMs: 1_000 },
    ]);

    await eventually('the refusal is shown', async () => {
      const { statusMessage } = await shownState(handle);
      return statusMessage === '1 of 3 are in: refusing refuses to quote';
    });
    await handle.result();

    // Who was cancelled is not among them.
    expect((await shownState(handle)).statusMessage).toBe(
      '2 of 3 are in: refusing refuses to quote, fast asks 12.50',
    );
  });

  it('fails with every reason when nobody quotes', async () => {
    const handle = await start([
      { name: 'Ann', answersAfterMs: 0 },
      { name: 'Bob', answersAfterMs: 0 },
    ]);

    const error: unknown = await handle.result().catch((reason: unknown) => reason);

    expect(error).toHaveProperty('cause', expect.any(ApplicationFailure));
    expect(error).toHaveProperty('cause.type', 'NoQuote');
    expect(error).toHaveProperty(
      'cause.message',
      'No supplier quoted: Ann refuses to quote; Bob refuses to quote',
    );
  });

  it('cancels all children when it is cancelled itself', async () => {
    const handle = await start([
      { name: 'slow', priceCents: 100, answersAfterMs: 30_000 },
      { name: 'slower', priceCents: 90, answersAfterMs: 60_000 },
    ]);
    await eventually('both children have started', async () => {
      const { raw } = await handle.describe();
      const children = raw.pendingChildren ?? [];
      return children.length === 2 && children.every(({ runId }) => runId);
    });

    await handle.cancel();

    await expect(handle.result()).rejects.toHaveProperty('cause', expect.any(CancelledFailure));
    expect(await statusOfChild('slow', handle.workflowId)).toBe('CANCELLED');
    expect(await statusOfChild('slower', handle.workflowId)).toBe('CANCELLED');
  });
});
