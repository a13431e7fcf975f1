import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CancelledFailure } from '@temporalio/common';

import { eventually } from '../../support/eventually.js';

import { openHarness, scheduledActivities, shownState, type Harness } from './workflow-harness.js';

let harness: Harness;

beforeAll(async () => {
  harness = await openHarness('examples');
});

afterAll(() => harness.close());

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

  it('shows growing progress, in the state of its task, until it is cancelled', async () => {
    const handle = await harness.start('generateReport', {
      args: [{ title: 'Long', pages: 2_000, pageMs: 5 }],
    });
    const shown = async () => (await shownState(handle)).progress;

    const first = await eventually('there is progress', shown);
    const later = await eventually('the progress grows', async () => {
      const now = await shown();
      return now && now.progress > first.progress ? now : undefined;
    });

    expect(later.total).toBe(2_000);
    expect(later.message).toBe(`Rendered page ${later.progress} of 2000`);

    await handle.cancel();
    await expect(handle.result()).rejects.toHaveProperty('cause', expect.any(CancelledFailure));
  });

  it('needs no more than twenty Activities to render it, however long it is', async () => {
    const handle = await harness.start('generateReport', {
      args: [{ title: 'Uneven', pages: 45, pageMs: 0 }],
    });

    await handle.result();

    const activities = await scheduledActivities(handle);
    expect(activities.filter((type) => type === 'renderChapter')).toHaveLength(15);
    expect(activities.at(-1)).toBe('publishReport');
  });

  it('resumes after the last page that a heartbeat told of', async () => {
    const handle = await harness.start('generateReport', {
      args: [{ title: 'Crashing', pages: 60, pageMs: 1, failsOnceAtPage: 6 }],
    });

    // The second chapter's pages are 4 to 6.
    expect(await handle.result()).toMatchObject({ pages: 60, resumedAtPage: 6 });
  });
});
