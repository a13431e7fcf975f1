/** A subscription with a long history continues as new, and keeps all its pending work. */
import { readFile } from 'node:fs/promises';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { WorkflowHandle } from '@temporalio/client';
import { Worker } from '@temporalio/worker';

import { RESERVE_SIGNAL, SUBSCRIPTION_MEMO_KEY } from '../../../src/core/event/event-delivery.js';
import { eventually } from '../../support/eventually.js';
import { writeHistory } from '../../support/replay/history-files.js';
import { bundleTestWorkflows } from '../../support/run-test-worker.js';
import {
  type ScriptedEvents,
  type ScriptedSubscription,
  startScriptedEvents,
} from '../../support/scripted-events.js';

type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;

let events: ScriptedEvents;
beforeAll(async () => {
  events = await startScriptedEvents();
});
afterAll(async () => events.close());

async function runIdOf(handle: WorkflowHandle): Promise<string> {
  return (await handle.describe()).runId;
}

/**
 * Makes the history longer than 4 MiB, so that Temporal suggests to continue as new.
 * The Signals change nothing else.
 */
async function fill(handle: WorkflowHandle): Promise<void> {
  for (let count = 0; count < 3; count += 1) {
    await handle.signal(RESERVE_SIGNAL, { op: 'large', padding: 'x'.repeat(1_500_000) });
  }
  // Temporal suggests it only in the Workflow Task after these Signals.
  await eventually('an end of what they bring about', async () =>
    (await handle.describe()).raw.pendingWorkflowTask ? undefined : true,
  );
  await handle.signal(RESERVE_SIGNAL, { op: 'small' });
}

/** The memo at the start of a run. */
function memoAtStart({ events }: History): unknown {
  const { memo } = events?.[0]?.workflowExecutionStartedEventAttributes ?? {};
  const { data } = memo?.fields?.[SUBSCRIPTION_MEMO_KEY] ?? {};
  return data && JSON.parse(Buffer.from(data).toString());
}

async function untilContinued({ handle }: ScriptedSubscription, runId: string): Promise<void> {
  await eventually('another run', async () =>
    (await runIdOf(handle)) === runId ? undefined : true,
  );
}

describe('a subscription with a long history', () => {
  it('goes on in a new run with what was not delivered, and loses nothing', async () => {
    const subscribed = await events.subscribe();
    const { receiver, handle, happen, told, untilStatus, refresh } = subscribed;
    const runId = await runIdOf(handle);
    let answerFirst: (status: number) => void = () => undefined;
    const held = new Promise<number>((resolve) => {
      answerFirst = resolve;
    });
    // One event is being posted, one waits 10 minutes for its next attempt, and more than five follow them.
    const [slow, failing] = happen(12);
    let isBack = false;
    receiver.answer = async ({ body }) => {
      if (body['eventId'] === slow) return { status: await held };
      if (body['eventId'] !== failing || isBack) return { status: 204 };
      return { status: 503, headers: { 'retry-after': '600' } };
    };
    await receiver.untilEvents(12);
    await fill(handle);
    answerFirst(204);
    isBack = true;
    await untilContinued(subscribed, runId);
    const meanwhile = happen(3);
    await eventually('the events of both runs', async () => {
      const isThere = meanwhile.every((id) => told().has(id)) && told().get(failing ?? '') === 2;
      return Promise.resolve(isThere || undefined);
    });
    await untilStatus(({ lastError }) => lastError === null);
    const refreshed = await refresh();
    const challenges = receiver.posts.filter(({ body }) => body['type'] === 'verification');
    const bodies = receiver.events().filter(({ body }) => body['eventId'] === failing);

    expect(told().size).toBe(15);
    // The POST whose answer was held may have timed out. Then it is tried again.
    const again = [...told()].filter(([id, count]) => count > 1 && id !== slow);
    expect(again).toStrictEqual([[failing, 2]]);
    // Both runs send the same body for an event.
    expect(new Set(bodies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    // The subscription is the same, and was verified only once.
    expect(refreshed).toMatchObject({ id: subscribed.result.id, deliveryStatus: { active: true } });
    expect(challenges).toHaveLength(1);
    expect(receiver.events().every(({ isSigned }) => isSigned)).toBe(true);
  });

  it('stays suspended in the new run, and is resumed with all that waits', async () => {
    const subscribed = await events.subscribe();
    const { receiver, handle, happen, untilStatus, refresh } = subscribed;
    const runId = await runIdOf(handle);
    receiver.answer = () => ({ status: 410 });
    happen(100);
    await untilStatus(({ active, verified }) => verified === true && active === false);
    const waiting = happen(3);
    await fill(handle);
    await untilContinued(subscribed, runId);
    const before = receiver.events().length;
    receiver.answer = () => ({ status: 204 });
    const refreshed = await refresh();
    const after = (await receiver.untilEvents(before + 3)).slice(before);

    expect(refreshed).toMatchObject({ deliveryStatus: { active: false, lastError: 'http_4xx' } });
    expect(new Set(after.map(({ body }) => body['eventId']))).toStrictEqual(new Set(waiting));
  });

  it('has runs that replay, the first and the last', async () => {
    const subscribed = await events.subscribe();
    const { receiver, handle, happen } = subscribed;
    const runId = await runIdOf(handle);
    receiver.answer = () => ({ status: receiver.events().length === 1 ? 503 : 204 });
    happen(7);
    await receiver.untilEvents(8);
    await fill(handle);
    await untilContinued(subscribed, runId);
    happen(1);
    await receiver.untilEvents(9);
    const first = await events.client.workflow.getHandle(handle.workflowId, runId).fetchHistory();
    const last = await handle.fetchHistory();
    const code = await readFile(await bundleTestWorkflows('system'), 'utf8');
    const workflowBundle = { code };
    const replay = async (history: History): Promise<void> =>
      Worker.runReplayHistory({ workflowBundle }, history, handle.workflowId);
    // Set once per release, to record this history with the others.
    const release = process.env['RECORD_HISTORIES'];
    if (release) writeHistory(`deliverEvents-continued-${release}.json`, last);

    expect(first.events?.at(-1)?.workflowExecutionContinuedAsNewEventAttributes).toBeTruthy();
    expect(memoAtStart(last)).toMatchObject({ verified: true, active: true });
    await expect(replay(first)).resolves.toBeUndefined();
    await expect(replay(last)).resolves.toBeUndefined();
  });
});
