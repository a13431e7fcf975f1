import { describe, expect, it } from '@jest/globals';

import { TimeoutType } from '../../../../src/temporal/link/proto-enums.js';
import { findMend } from '../../../../src/temporal/read/lasting-failure.js';

const of = (type: string, message: string, cause?: object) => ({
  attempt: 2,
  failure: { message, applicationFailureInfo: { type }, cause: cause ?? null },
});
const silent = { timeoutFailureInfo: { timeoutType: TimeoutType.TIMEOUT_TYPE_HEARTBEAT } };

describe('findMend', () => {
  it.each([
    ['NotFoundError', 'Activity function pay is not registered on this Worker', 'register'],
    ['ActivityNotRegisteredError', 'unable to find activityType=pay', 'register'],
    ['RuntimeError', 'Failed decoding arguments', 'make the arguments'],
    ['PayloadsTooLarge', '[TMPRL1103] Attempted to upload payloads', 'return less'],
  ])('says what mends %s', (type, message, mend) => {
    expect(findMend(of(type, message))).toContain(mend);
    expect(findMend(of('ApplicationError', 'Odd', of(type, message).failure))).toContain(mend);
  });

  it('leaves a failure of the function to its next attempt', () => {
    expect(findMend(of('NoFunds', 'The card was refused'))).toBeUndefined();
  });

  it.each([
    ['the third attempt', { attempt: 3 }, true],
    ['the second one', { attempt: 2 }, false],
    [
      'one that has sent a heartbeat',
      { attempt: 3, lastHeartbeatTime: { seconds: 9, nanos: 0 } },
      false,
    ],
  ])('counts silence on %s', (_what, activity, isLasting) => {
    expect(findMend({ ...activity, failure: silent } as never) !== undefined).toBe(isLasting);
  });
});
