import { afterEach, describe, expect, it } from '@jest/globals';
import type { Express } from 'express';

import {
  createHttpApp,
  type HttpAppOptions,
} from '../../../../src/transport/http/create-http-app.js';
import {
  type HttpServerHandle,
  startHttpServer,
} from '../../../../src/transport/http/start-http-server.js';
import { createEchoGeneration } from '../../../support/echo-generation.js';

let server: HttpServerHandle | undefined;

async function serve(options: HttpAppOptions): Promise<string> {
  const app: Express = createHttpApp(options);
  server = await startHttpServer(app, { port: 0 });
  return server.url;
}

async function post(url: string, message: object): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
  });
  return {
    status: response.status,
    echo: response.headers.get('x-echo'),
    ...((await response.json()) as object),
  };
}

afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe('createHttpApp with generations that it has never heard of', () => {
  it('hands each request to the first one that serves it, and what none serves to the last', async () => {
    const third = createEchoGeneration('2099-01-01');
    const second = createEchoGeneration('2098-01-01');
    const url = await serve({ generations: [third, second] });

    expect(await post(url, { params: { revision: '2099-01-01' }, method: 'a' })).toStrictEqual({
      status: 203,
      echo: '2099-01-01',
      by: '2099-01-01',
      owner: 'local',
    });
    expect(await post(url, { params: { revision: '2098-01-01' }, method: 'b' })).toMatchObject({
      by: '2098-01-01',
    });
    expect(await post(url, { method: 'c' })).toMatchObject({ by: '2098-01-01' });
    expect(third.heard).toStrictEqual(['a']);
    expect(second.heard).toStrictEqual(['b', 'c']);
  });

  it('resolves who asks once a request', async () => {
    let resolved = 0;
    const url = await serve({
      generations: [createEchoGeneration('2099-01-01')],
      identify: () => {
        resolved += 1;
        return { owner: 'ada' };
      },
    });

    expect(await post(url, { method: 'a' })).toMatchObject({ owner: 'ada' });
    expect(resolved).toBe(1);
  });
});
