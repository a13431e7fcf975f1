import { setTimeout as pause } from 'node:timers/promises';

import { startCountingServer } from '../counting-server.js';
import { connectHttp2025, connectHttp2026 } from '../peers/connect.js';
import type { Peer } from '../peers/peer.js';
import { finish } from '../raw-temporal.js';
import type { BenchContext, Scenario } from '../scenario.js';
import { judge, type Row } from '../table.js';

/** A well-formed task ID of an unknown owner. */
const FOREIGN_TASK = `mcp-${'a'.repeat(20)}-${'a'.repeat(26)}`;
const POLLERS = 100;
/** Time after which late requests have been counted, in milliseconds. */
const SETTLE_MS = 300;
const ARGUMENTS = { filename: 'a.txt' };

type Count = (
  what: string,
  target: number | undefined,
  act: () => Promise<unknown>,
) => Promise<void>;

/** Example: "Describe… ×2, Signal…", in the order of first calls. */
function summarize(requests: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of requests) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count > 1 ? `${name} ×${count}` : name)).join(', ');
}

async function createFinished(peer: Peer, context: BenchContext): Promise<string> {
  const taskId = await peer.create('wait_for_finish');
  await finish(context.environment, taskId);
  await context.environment.temporal.workflow.getHandle(taskId).result();
  return taskId;
}

/** Counts the operations of both generations. */
async function countOf(peer: Peer, count: Count, context: BenchContext): Promise<void> {
  const open = await peer.create('never_polled');
  const finished = await createFinished(peer, context);
  await count('create', 1, async () => peer.create('never_polled'));
  await count('get, open', 1, async () => peer.get(open));
  await count(`get, open, ${POLLERS} at once`, undefined, async () =>
    Promise.all(Array.from({ length: POLLERS }, async () => peer.get(open))),
  );
  await count('get, finished, first', 2, async () => peer.get(finished));
  await count('get, finished, again', 1, async () => peer.get(finished));
  await count('get, foreign', 0, async () => peer.get(FOREIGN_TASK).catch(() => undefined));
  const question = await peer.untilAsked(await peer.create('confirm_delete', ARGUMENTS));
  await count('answer, until the task has ended', undefined, async () =>
    Promise.all([question.endedAtMs, question.answer()]),
  );
  await count('a wait of a second, and its end', undefined, async () => {
    const taskId = await peer.create('wait_for_finish');
    const { endedAtMs } = await peer.waitFor(taskId);
    await pause(1_000);
    await finish(context.environment, taskId);
    return endedAtMs;
  });
  await count('cancel', undefined, async () => peer.cancel(open));
}

/** Counts the requests to Temporal that one request to the server makes. */
export const requests: Scenario = {
  name: 'requests',
  run: async (context) => {
    const server = await startCountingServer(context);
    const peers = [await connectHttp2025(server.url), connectHttp2026(server.url)];
    const rows: Row[] = [];
    for (const peer of peers) {
      context.atEnd(peer.close);
      const count: Count = async (what, target, act) => {
        await pause(SETTLE_MS);
        server.requests.length = 0;
        await act();
        await pause(SETTLE_MS);
        const { length } = server.requests;
        rows.push({
          name: `${peer.name}: ${what}`,
          cells: [length, summarize(server.requests)],
          ...(target !== undefined && {
            judgements: [judge(length, { of: 'requests', kind: 'exactly', bound: target })],
          }),
        });
      };
      await countOf(peer, count, context);
      const isOld = peer === peers[0];
      if (isOld) await count('list', undefined, async () => peer.request('tasks/list', {}));
    }
    return [{ title: 'Requests to Temporal', columns: ['requests', 'methods'], rows }];
  },
};
