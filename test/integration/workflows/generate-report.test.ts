import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defaultPayloadConverter, type WorkflowHandle } from '@temporalio/client';
import { CancelledFailure } from '@temporalio/common';

import type { ReportHeartbeat } from '../../../activities/reports.js';
import { eventually } from '../../support/eventually.js';

import { openHarness, type Harness } from './harness.js';

let harness: Harness;

beforeAll(async () => {
  harness = await openHarness('examples');
});

afterAll(() => harness.close());

/** The progress that describe shows, once it shows any. */
async function describedProgress(
  handle: WorkflowHandle,
): Promise<ReportHeartbeat['mcp.progress'] | undefined> {
  const { raw } = await handle.describe();
  const payload = raw.pendingActivities?.[0]?.heartbeatDetails?.payloads?.[0];
  if (!payload) return undefined;
  return defaultPayloadConverter.fromPayload<ReportHeartbeat>(payload)['mcp.progress'];
}

describe('generateReport', () => {
  it('renders all pages', async () => {
    const handle = await harness.start('generateReport', {
      args: [{ title: 'Sales 2025', pages: 3, pageMs: 10 }],
    });

    expect(await handle.result()).toStrictEqual({
      title: 'Sales 2025',
      pages: 3,
      url: 'https://reports.example/Sales%202025.pdf',
      resumedAtPage: 1,
    });
  });

  it('shows growing progress to whoever describes it, until it is cancelled', async () => {
    const handle = await harness.start('generateReport', {
      args: [{ title: 'Endless', pages: 10_000, pageMs: 20 }],
    });

    const first = await eventually('there is progress', () => describedProgress(handle));
    const later = await eventually('the progress grows', async () => {
      const now = await describedProgress(handle);
      return now && now.progress > first.progress ? now : undefined;
    });

    expect(later.total).toBe(10_000);
    expect(later.message).toBe(`Rendered page ${later.progress} of 10000`);

    await handle.cancel();
    await expect(handle.result()).rejects.toHaveProperty('cause', expect.any(CancelledFailure));
  });

  it('resumes after the last page that a heartbeat told of', async () => {
    const handle = await harness.start('generateReport', {
      args: [{ title: 'Crashing', pages: 4, pageMs: 10, failsOnceAtPage: 3 }],
    });

    expect(await handle.result()).toMatchObject({ pages: 4, resumedAtPage: 3 });
  });
});
