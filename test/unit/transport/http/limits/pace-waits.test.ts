import { once } from 'node:events';

import { describe, expect, it } from '@jest/globals';

import { isRecord } from '../../../../../src/core/value/is-record.js';
import { FairTurns } from '../../../../../src/transport/http/limits/fair-turns.js';
import { WAIT_TURNS } from '../../../../../src/transport/http/limits/pace-waits.js';
import { eventually } from '../../../../support/eventually.js';
import { createTestGate, withApps } from '../../../../support/serve-app.js';

const serve = withApps();
const WAITS = 500;
const message = (method: string): object => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params: { taskId: 'x', notifications: {} },
});

/** Serves waits that stand open until the end, whose turns a slow machine neither ends nor makes fewer. */
async function serveWaits(method: string): Promise<{
  readonly begun: string[];
  readonly ask: (token: string, method: string) => Promise<unknown>;
  readonly finish: AbortController;
  readonly burst: Promise<unknown>;
}> {
  const gate = createTestGate();
  const finish = new AbortController();
  const begun: string[] = [];
  const { send } = await serve({
    gate,
    turns: new FairTurns({ timePass: () => () => 0 }),
    waitTurns: new FairTurns({
      ...WAIT_TURNS,
      longestMs: 600_000,
      timePass: () => () => 0,
    }),
    answer: async (_request, { body, caller: { owner } }) => {
      const asked = isRecord(body) ? String(body['method']) : '';
      begun.push(`${owner} ${asked}`);
      if (asked === method && !finish.signal.aborted) await once(finish.signal, 'abort');
      return Response.json({});
    },
  });
  const ask = async (token: string, asked: string): Promise<unknown> =>
    send({ headers: { authorization: `Bearer ${token}` }, body: message(asked) });
  const burst = Promise.all(Array.from({ length: WAITS }, async () => ask('good-ada', method)));
  await eventually('all of them are there', () => gate.seen.length === WAITS);
  return { begun, ask, finish, burst };
}

describe('waits that come all at once', () => {
  it.each(['tasks/result', 'subscriptions/listen', 'events/stream'])(
    'let a look at a task go ahead, be it of the same owner: %s',
    async (method) => {
      const { begun, ask, finish, burst } = await serveWaits(method);
      await ask('good-eve', 'tasks/get');
      await ask('good-ada', 'tasks/get');
      const opened = new Array<string>(WAIT_TURNS.ofOneOwner).fill(`good-ada ${method}`);

      expect(begun).toStrictEqual([...opened, 'good-eve tasks/get', 'good-ada tasks/get']);
      finish.abort();
      await burst;

      expect(begun.filter((one) => one === `good-ada ${method}`)).toHaveLength(WAITS);
    },
  );

  it("let another owner's wait open between them", async () => {
    const { begun, ask, finish, burst } = await serveWaits('tasks/result');
    const other = ask('good-eve', 'tasks/result');
    await eventually('it is open', () => begun.includes('good-eve tasks/result'));

    expect(begun).toHaveLength(WAIT_TURNS.ofOneOwner + 1);
    finish.abort();
    await Promise.all([burst, other]);
  });
});
