import { once } from 'node:events';

import { describe, expect, it } from '@jest/globals';

import { FairTurns } from '../../../../../src/transport/http/limits/fair-turns.js';
import { eventually } from '../../../../support/eventually.js';
import { createTestGate, withApps } from '../../../../support/serve-app.js';

const serve = withApps();
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const BURST = 100;

describe('requests of several owners', () => {
  it('begin by turns: what one has sent before holds up nobody else', async () => {
    const gate = createTestGate();
    const finish = new AbortController();
    const begun: string[] = [];
    const { send } = await serve({
      gate,
      // A slow machine is to end no turn, and to allow as many.
      turns: new FairTurns({ longestMs: 600_000, timePass: () => () => 0 }),
      answer: async (_request, { caller: { owner } }) => {
        begun.push(owner);
        if (owner === 'good-ada' && !finish.signal.aborted) await once(finish.signal, 'abort');
        return Response.json({});
      },
    });
    const ask = async (token: string): Promise<unknown> =>
      send({ headers: { authorization: `Bearer ${token}` }, body: LIST });
    const burst = Promise.all(Array.from({ length: BURST }, async () => ask('good-ada')));
    await eventually('all of them are there', () => gate.seen.length === BURST);
    await ask('good-eve');

    expect(begun).toStrictEqual([...new Array<string>(16).fill('good-ada'), 'good-eve']);
    finish.abort();
    await burst;

    expect(begun.filter((owner) => owner === 'good-ada')).toHaveLength(BURST);
  });

  it('begin at once where everybody is one', async () => {
    const finish = new AbortController();
    let begun = 0;
    const { send } = await serve({
      answer: async () => {
        begun += 1;
        if (begun === 100) finish.abort();
        if (!finish.signal.aborted) await once(finish.signal, 'abort');
        return Response.json({});
      },
    });

    await expect(
      Promise.all(Array.from({ length: 100 }, async () => send({ body: LIST }))),
    ).resolves.toHaveLength(100);
  });
});
