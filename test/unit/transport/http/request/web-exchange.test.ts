import { setImmediate } from 'node:timers/promises';

import { describe, expect, it } from '@jest/globals';
import type { Request as ExpressRequest } from 'express';

import { toWebRequest } from '../../../../../src/transport/http/request/web-exchange.js';
import { collectGarbage } from '../../../../support/used-heap.js';

const received = {
  method: 'GET',
  originalUrl: '/mcp',
  rawHeaders: [],
} as unknown as ExpressRequest;

describe('the signal of a request', () => {
  it('fires with the exchange after the request has been collected as garbage', async () => {
    const exchanges = Array.from({ length: 20 }, () => new AbortController());
    let fired = 0;
    for (const { signal } of exchanges) {
      toWebRequest(received, signal).signal.addEventListener('abort', () => (fired += 1));
    }
    await setImmediate();
    collectGarbage();
    for (const exchange of exchanges) exchange.abort();

    expect(fired).toBe(exchanges.length);
  });
});
