import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';

import { describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';

import { keepCaller } from '../../../../src/transport/http/identify-request.js';
import { parseBodies } from '../../../../src/transport/http/limits/limit-bodies.js';
import { createTestGate, withApps } from '../../../support/serve-app.js';

const serve = withApps();

/** Of many members, which take longest to parse. */
function largeBody(levels = 0): string {
  const members = Array.from({ length: 10_000 }, (_, index) => `"k${index}":1`).join();
  return `{"jsonrpc":"2.0","id":1,"method":"a","params":${'{"a":'.repeat(levels)}{${members}}${'}'.repeat(levels)}}`;
}

describe('large bodies', () => {
  it('are parsed by turns, so that many of one owner leave room for another’s', async () => {
    const handlers = parseBodies(undefined);
    const order: string[] = [];
    const parse = async (owner: string, body: string): Promise<void> => {
      const headers = { 'content-type': 'application/json', 'content-length': `${body.length}` };
      const request = Object.assign(Readable.from([Buffer.from(body)]), { headers });
      const response = Object.assign(new EventEmitter(), { locals: {}, closed: false });
      keepCaller(response as unknown as Response, { owner });
      for (const handle of handlers) {
        await new Promise<void>((resolve, reject) => {
          void handle(request as unknown as Request, response as unknown as Response, (error) => {
            if (error === undefined) resolve();
            else reject(error as Error);
          });
        });
      }
      expect((request as unknown as Request).body).toHaveProperty('method', 'a');
      order.push(owner);
    };
    const body = largeBody();

    await Promise.all([
      ...Array.from({ length: 14 }, async () => parse('mallory', body)),
      parse('ada', body),
    ]);

    expect(order).toHaveLength(15);
    expect(order.indexOf('ada')).toBeLessThanOrEqual(3);
  });

  it.each([
    ['names', `{${Array.from({ length: 300_000 }, (_, at) => `"k${at}":1`).join()}}`],
    ['empty objects', `[${'{},'.repeat(300_000)}{}]`],
  ])('are refused unparsed for too many %s', async (_what, params) => {
    // No JSON: who parses it says so.
    const body = `{"jsonrpc":"2.0","id":1,"method":"a","params":${params}`;
    const { url } = await serve({ gate: createTestGate() });
    const headers = { 'content-type': 'application/json', authorization: 'Bearer good-ada' };

    const response = await fetch(url, { method: 'POST', headers, body });

    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      error: { code: -32600, message: expect.stringContaining('more than 250000 names') },
    });
  });

  it.each([
    ['too deep', largeBody(100), -32600],
    ['no JSON', `${largeBody()}}`, -32700],
  ])('are refused as small ones are: %s', async (_what, body, code) => {
    const { url } = await serve({ gate: createTestGate() });
    const headers = { 'content-type': 'application/json', authorization: 'Bearer good-ada' };

    const response = await fetch(url, { method: 'POST', headers, body });

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code } });
  });
});
