import { afterAll, beforeAll, describe, expect } from '@jest/globals';

import { verifies } from '../../support/conformance/verify-events.js';
import {
  connectEventPeer,
  EVENT_PEERS,
  type EventPeer,
  type EventStream,
} from '../../support/event-peer.js';
import { eventually } from '../../support/eventually.js';
import type { RawMessage } from '../../support/raw-mcp.js';
import { EVENTS_MANIFEST } from '../../support/start-mcp-server.js';
import { withTestServers } from '../../support/with-test-server.js';

const servers = withTestServers(EVENTS_MANIFEST);

interface Polled {
  readonly events: readonly {
    readonly eventId: string;
    readonly data: Readonly<Record<string, unknown>>;
  }[];
  readonly cursor: string;
  readonly truncated: boolean;
}

async function poll(peer: EventPeer, params: object): Promise<Polled> {
  const { result, error } = await peer.request('events/poll', { ...params });
  if (!result) throw new Error(JSON.stringify(error));
  return result as unknown as Polled;
}

/** Polls until there is something. */
async function pollUntilEvent(peer: EventPeer, params: object): Promise<Polled> {
  let cursor: string | null = null;
  const given = (params as { cursor?: string }).cursor;
  return eventually('an event', async () => {
    const polled: Polled = await poll(peer, { ...params, cursor: cursor ?? given ?? null });
    cursor = polled.cursor;
    return polled.events.length > 0 ? polled : undefined;
  });
}

const isEvent = ({ method }: RawMessage): boolean => method === 'notifications/events/event';
async function firstEvent(stream: EventStream): Promise<Readonly<Record<string, unknown>>> {
  return (await stream.until('an event', isEvent)).params ?? {};
}

describe.each(EVENT_PEERS)('events under %s', (kind) => {
  let peer: EventPeer;
  beforeAll(async () => {
    peer = await connectEventPeer(kind, servers());
  });
  afterAll(async () => peer.close());
  const finish = async (taskId: string): Promise<void> =>
    servers().temporal.workflow.getHandle(taskId).signal('finish', 'done');

  verifies(['E-001', 'E-002', 'E-003', 'E-010', 'E-015'], 'are announced and listed', async () => {
    const capabilities = await peer.capabilities();
    const { result } = await peer.request('events/list');
    const events = result?.['events'] as { name: string; delivery: string[] }[];

    expect(capabilities['events']).toStrictEqual({});
    expect(events.map(({ name, delivery }) => [name, ...delivery])).toStrictEqual([
      ['task.finished', 'webhook', 'push', 'poll'],
      ['task.input_required', 'webhook', 'push', 'poll'],
      ['task.status_changed', 'push', 'poll'],
    ]);
  });

  verifies(
    ['E-022', 'E-030', 'E-040', 'E-041', 'E-043', 'E-141', 'E-023'],
    'tell on a stream and in a poll of the same end of a task, under one ID',
    async () => {
      const { cursor } = await poll(peer, { name: 'task.finished' });
      const taskId = await peer.start('wait_for_finish');
      const stream = await peer.stream({ name: 'task.finished', arguments: { taskId } });
      await finish(taskId);
      const pushed = await firstEvent(stream);
      const end = await stream.until('the end', ({ method }) => method === undefined);
      const polled = await pollUntilEvent(peer, { name: 'task.finished', cursor });

      expect(stream.messages[0]?.method).toBe('notifications/events/active');
      expect(pushed).toMatchObject({
        name: 'task.finished',
        data: { taskId, tool: 'wait_for_finish', status: 'completed' },
        _meta: { 'io.modelcontextprotocol/subscriptionId': stream.id },
      });
      expect(end.result?.['_meta']).toMatchObject({
        'io.modelcontextprotocol/subscriptionId': stream.id,
      });
      expect(polled.events.map(({ eventId }) => eventId)).toStrictEqual([pushed['eventId']]);
    },
  );

  verifies(['E-140', 'E-043'], 'tell once that a task has a question', async () => {
    const stream = await peer.stream({ name: 'task.input_required' });
    const { cursor } = await poll(peer, { name: 'task.input_required' });
    const taskId = await peer.start('multi_input');
    const pushed = await firstEvent(stream);
    const polled = await pollUntilEvent(peer, { name: 'task.input_required', cursor });
    const again = await poll(peer, { name: 'task.input_required', cursor: polled.cursor });
    await stream.close();

    expect(pushed).toMatchObject({ data: { taskId, tool: 'multi_input' } });
    expect(polled.events.map(({ eventId }) => eventId)).toContain(pushed['eventId']);
    expect(again.events).toStrictEqual([]);
  });

  verifies(
    ['E-032', 'E-033', 'E-034', 'E-121'],
    'go on from the cursor of the event before',
    async () => {
      const { cursor } = await poll(peer, { name: 'task.finished', cursor: null });
      const first = await peer.start('wait_for_finish');
      const second = await peer.start('wait_for_finish');
      await finish(first);
      await eventually('the first end', async () => {
        const polled = await poll(peer, { name: 'task.finished', cursor });
        return polled.events.length > 0 ? polled : undefined;
      });
      await finish(second);
      const both = await eventually('both ends', async () => {
        const polled = await poll(peer, { name: 'task.finished', cursor, maxEvents: 10 });
        return polled.events.length === 2 ? polled : undefined;
      });
      const { cursor: between } = both.events[0] as unknown as { cursor: string };
      const rest = await poll(peer, { name: 'task.finished', cursor: between });

      expect(both.events.map(({ data }) => data['taskId'])).toStrictEqual([first, second]);
      expect(rest.events.map(({ data }) => data['taskId'])).toStrictEqual([second]);
    },
  );
});
