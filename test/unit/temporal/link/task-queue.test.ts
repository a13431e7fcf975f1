import { describe, expect, it } from '@jest/globals';

import {
  describeMissingPinned,
  pollingSince,
  type TaskQueue,
} from '../../../../src/temporal/link/task-queue.js';

const V1 = { deploymentName: 'shop', buildId: '1.0' };
const V2 = { deploymentName: 'shop', buildId: '2.0' };
const QUEUE: TaskQueue = {
  name: 'orders',
  polls: [
    { version: V1, lastAtMs: 1_000 },
    { version: V2, lastAtMs: 9_000 },
    { version: undefined, lastAtMs: 4_999 },
  ],
  pollers: 3,
  versions: [V1, V2],
  hasUnversioned: true,
  current: V2,
};

describe('a Task Queue in which a task waits', () => {
  it('has no Workers that have not polled since', () => {
    const live = pollingSince(QUEUE, 5_000);

    expect(live).toMatchObject({ pollers: 1, versions: [V2], hasUnversioned: false, current: V2 });
    expect(pollingSince(QUEUE, 4_999)).toMatchObject({ pollers: 2, hasUnversioned: true });
  });

  it('names the version of a stopped Worker at once, although the service remembers it', () => {
    expect(describeMissingPinned(QUEUE, V1, '--workflow-id a')).toBeUndefined();
    expect(describeMissingPinned(pollingSince(QUEUE, 5_000), V1, '--workflow-id a')).toContain(
      'No worker polls for version 1.0 of deployment shop',
    );
  });
});
