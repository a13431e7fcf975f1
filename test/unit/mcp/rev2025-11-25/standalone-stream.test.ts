import { describe, expect, it } from '@jest/globals';

import type { OutgoingMessage } from '../../../../src/mcp/rev2025-11-25/courier.js';
import { serveStandaloneStream } from '../../../../src/mcp/rev2025-11-25/standalone-stream.js';
import { eventually } from '../../../support/eventually.js';
import type { FakeTasks } from '../../../support/fake-tasks.js';
import { testSealer as sealer } from '../../../support/test-sealer.js';

import { openStream, openTask, OWNER, PLAIN, TASK_ID } from './asking.js';

interface Served {
  readonly sent: OutgoingMessage[];
  /** Ends the stream, and resolves when nothing watches for it any more. */
  readonly end: () => Promise<void>;
}

function serve(tasks: FakeTasks, { owner = OWNER, clientCapabilities = PLAIN } = {}): Served {
  const sent: OutgoingMessage[] = [];
  const gone = new AbortController();
  const served = serveStandaloneStream(
    {
      session: { id: 'one', owner, clientCapabilities },
      send: async (message) => {
        sent.push(message);
        return Promise.resolve();
      },
    },
    { tasks, sealer, signal: gone.signal },
  );
  const end = async (): Promise<void> => {
    gone.abort();
    await served;
  };
  return { sent, end };
}

async function untilSent({ sent }: Served, count: number): Promise<readonly OutgoingMessage[]> {
  return eventually(`${count} messages`, async () =>
    Promise.resolve(sent.length >= count ? sent : undefined),
  );
}

describe('the stream of GET', () => {
  it('carries the questions of the owner’s tasks, and then their status', async () => {
    const tasks = await openTask();
    const stream = serve(tasks);
    await untilSent(stream, 1);
    tasks.settle(TASK_ID, { kind: 'cancelled' });
    await untilSent(stream, 2);
    await stream.end();

    expect(stream.sent).toMatchObject([
      { id: expect.any(String), method: 'elicitation/create' },
      { method: 'notifications/tasks/status', params: { taskId: TASK_ID, status: 'cancelled' } },
    ]);
  });

  it('carries nothing of another owner’s tasks', async () => {
    const tasks = await openTask();
    const theirs = serve(tasks, { owner: 'eve' });
    const mine = serve(tasks);
    await untilSent(mine, 1);
    await Promise.all([mine.end(), theirs.end()]);

    expect(theirs.sent).toStrictEqual([]);
  });

  it('does not refuse what its client cannot be asked', async () => {
    const tasks = await openTask();
    const mute = serve(tasks, { clientCapabilities: { ...PLAIN, form: false } });
    const able = serve(tasks);
    await untilSent(able, 1);
    await Promise.all([mute.end(), able.end()]);

    expect(mute.sent).toStrictEqual([]);
    expect(tasks.answered).toStrictEqual([]);
  });

  it('leaves its questions to other streams when it ends', async () => {
    const tasks = await openTask();
    const stream = serve(tasks);
    await untilSent(stream, 1);
    await stream.end();
    const next = openStream(tasks);
    await next.deliver();

    expect(next.sent).toMatchObject([{ method: 'elicitation/create' }]);
  });
});
