import { describe, expect, it } from '@jest/globals';

import { HOST_TIMES } from '../../../../../src/service/calls/answer/host-limits.js';
import { waitPatiently } from '../../../../../src/service/calls/answer/patient-wait.js';
import { RepeatedReads } from '../../../../../src/service/calls/call/repeated-reads.js';
import type { JoinedCall } from '../../../../../src/service/calls/call/repeats.js';
import { toExchange } from '../../../../support/open-calls.js';

const budgets = {
  byHost: new Map<string, number>(),
  times: HOST_TIMES,
  reads: new RepeatedReads(),
};

describe('the next read of a call that joins running work', () => {
  it.each<[JoinedCall, number]>([
    // The first handle of an unknown host names the same time.
    ['answered', 55_000],
    ['missed', 4_000],
    ['unknown', 45_000],
  ])('lasts, after one that was %s, up to %d ms', async (joined, expected) => {
    const waits: number[] = [];
    const wait = async (budgetMs: number): Promise<string> => {
      waits.push(budgetMs);
      return Promise.resolve('still running');
    };
    const patience = { progressToken: undefined, budgets, joined };
    const { nextMs } = await waitPatiently({ id: joined, wait }, toExchange(), patience);

    expect(nextMs).toBe(expected);
    expect(waits[0]).toBeLessThanOrEqual(4_000);
  });
});
