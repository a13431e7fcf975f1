import { describe, expect, it } from '@jest/globals';

import {
  type Story,
  toActions,
  toActionsByHand,
} from '../../../../capacity/model/actions-of-task.js';

const story: Story = {
  title: 'an hour with a question',
  lifetimeSeconds: 3_600,
  profile: { activities: 2, timers: 1, memoUpdates: 3, questions: 1, heartbeats: 4 },
  isCancelled: false,
};

describe('toActions', () => {
  it('adds up the start, Activities, timers, memo updates, answers and heartbeats', () => {
    expect(toActions(story)).toBe(1 + 2 + 1 + (3 + 2) + 1 + 4);
  });

  it('adds a Signal and a companion where it is cancelled', () => {
    expect(toActions({ ...story, isCancelled: true })).toBe(toActions(story) + 3);
  });

  it('does not depend on how long somebody looks', () => {
    expect(toActions({ ...story, lifetimeSeconds: 86_400 })).toBe(toActions(story));
  });
});

describe('toActionsByHand', () => {
  it('adds a Query for each look, and none for what its answer shows', () => {
    expect(toActionsByHand(story, 5)).toBe(1 + 2 + 1 + 1 + 720);
    expect(toActionsByHand(story, 60)).toBe(1 + 2 + 1 + 1 + 60);
  });
});
