import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, describe, expect, it } from '@jest/globals';

import type { Gate, Refusal, Verdict } from '../../../../../src/core/person/gate.js';
import { createHttpApp } from '../../../../../src/transport/http/create-http-app.js';
import { createEchoGeneration, type EchoAnswer } from '../../../../support/echo-generation.js';

const REFUSED: Refusal = {
  status: 401,
  headers: { 'WWW-Authenticate': 'Bearer' },
  body: { error: 'invalid_token' },
};

const REFUSAL: Verdict = { kind: 'refused', refusal: REFUSED };

let server: Server | undefined;

afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
  if (server?.listening) await once(server, 'close');
});

function admit(untilMs: number, owner = 'ada'): Verdict {
  return {
    kind: 'admitted',
    grant: { caller: { owner }, scopes: new Set(), untilMs },
  };
}

/** A gate that gives one verdict after the other, and then the last one for good. */
function createGate(
  last: Verdict,
  ...verdicts: readonly Verdict[]
): Gate & { readonly asked: () => number } {
  let asked = 0;
  return {
    asked: () => asked,
    authenticate: async () => {
      asked += 1;
      return Promise.resolve(verdicts[asked - 1] ?? last);
    },
    authorize: () => undefined,
  };
}

/** Sends a request that is answered when the test says so, or with a stream that never ends. */
async function serve(gate: Gate, { streams }: { readonly streams: boolean }) {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const answer: EchoAnswer = async ({ signal }) => {
    signal.addEventListener('abort', end);
    if (streams)
      return Promise.resolve(
        new Response(new ReadableStream(), { headers: { 'x-stream': 'yes' } }),
      );
    return new Promise(() => undefined);
  };
  const app = createHttpApp({ generations: [createEchoGeneration('2099-01-01', answer)], gate });
  server = createServer(app as RequestListener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { ended, response: fetch(`http://127.0.0.1:${port}/mcp`) };
}

describe('a request that is open', () => {
  it('is refused when its token ends before it is answered', async () => {
    const gate = createGate(REFUSAL, admit(Date.now() + 300));
    const { ended, response } = await serve(gate, { streams: false });
    const { status, headers } = await response;
    await ended;

    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });

  it('goes on when its token is found to last longer', async () => {
    const began = Date.now();
    const gate = createGate(REFUSAL, admit(began + 100), admit(began + 400));
    const { ended } = await serve(gate, { streams: true });
    await ended;

    // A timer may fire a millisecond before the clock shows its time.
    expect(Date.now() - began).toBeGreaterThanOrEqual(399);
    expect(gate.asked()).toBe(3);
  });

  it('ends when its token is somebody else’s', async () => {
    const gate = createGate(admit(Infinity, 'ada of another'), admit(Date.now() + 100));
    const { ended, response } = await serve(gate, { streams: true });
    await ended;

    expect(await (await response).text()).toBe('');
    expect(gate.asked()).toBe(2);
  });
});
