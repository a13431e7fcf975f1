import { EventEmitter } from 'node:events';

import { describe, expect, it } from '@jest/globals';
import type { Response } from 'express';

import type { PrincipalLimits } from '../../../../../src/core/person/limits.js';
import { RequestLimiter } from '../../../../../src/transport/http/limits/request-limiter.js';

const createResponse = (closed = false): Response =>
  Object.assign(new EventEmitter(), { closed }) as unknown as Response;

function createLimiter(limits: PrincipalLimits) {
  const limiter = new RequestLimiter(limits);
  return (owner: string, response = createResponse()): string | undefined =>
    limiter.count(owner, response)?.message;
}

describe('RequestLimiter', () => {
  it('counts the requests of each owner, and says when to come back', () => {
    const limiter = new RequestLimiter({ requestsPerMinute: 2 });
    const count = (owner: string) => limiter.count(owner, createResponse());

    expect([count('ada'), count('ada')]).toStrictEqual([undefined, undefined]);
    expect(count('ada')).toStrictEqual({
      message: expect.stringMatching(
        /^You may send 2 requests a minute\. Try again in (60|5\d) s\.$/,
      ) as unknown,
      retryAfterS: expect.any(Number) as unknown,
    });
    expect(count('eve')).toBeUndefined();
  });

  it('lets so many be open, and more when one has closed', () => {
    const count = createLimiter({ openRequests: 2 });
    const first = createResponse();

    expect([count('ada', first), count('ada')]).toStrictEqual([undefined, undefined]);
    expect(count('ada')).toBe('You may have 2 open requests. Try again when one has ended.');
    expect(count('eve')).toBeUndefined();
    first.emit('close');

    expect(count('ada')).toBeUndefined();
  });

  it('keeps nothing open of a client that has gone', () => {
    const count = createLimiter({ openRequests: 1 });

    expect(count('ada', createResponse(true))).toBeUndefined();
    expect(count('ada')).toBeUndefined();
  });

  it('limits nothing that is not limited', () => {
    const count = createLimiter({ requestsPerMinute: false });

    for (let sent = 0; sent < 100; sent += 1) expect(count('ada')).toBeUndefined();
  });
});
