import { describe, expect } from '@jest/globals';

import { EventCursors } from '../../../../src/service/events/event-cursors.js';
import { type EventMessage, pushEvents } from '../../../../src/service/events/push-events.js';
import type { EventReading, EventType } from '../../../../src/service/events/types/event-type.js';
import { verifies } from '../../../support/conformance/verify-events.js';
import { testSealer } from '../../../support/test-sealer.js';

const occurrence = {
  eventId: 'evt_1',
  name: 'task.finished',
  timestamp: '2026-01-05T09:59:00.000Z',
  data: {},
};

describe('pushEvents', () => {
  verifies(
    ['E-045', 'E-041'],
    'tells of a look that has failed, stays, and goes on where it was',
    async () => {
      const read: EventReading = {
        occurrences: [{ occurrence, position: { at: 2 } }],
        position: { at: 2 },
        hasMore: false,
        truncated: false,
        isOver: true,
      };
      const positions: unknown[] = [];
      const type: EventType = {
        name: 'task.finished',
        description: '',
        deliveries: ['push'],
        isOfOneTask: false,
        news: 'closed',
        inputSchema: {},
        payloadSchema: {},
        start: async () => Promise.resolve({ at: 1 }),
        read: async (_scope, position) => {
          positions.push(position);
          if (positions.length === 1) throw new Error('Temporal at 10.0.0.7 is away');
          return Promise.resolve(read);
        },
      };
      const sent: EventMessage[] = [];
      await pushEvents(
        {
          type,
          scope: { owner: 'me', arguments: {} },
          position: { at: 1 },
          truncated: false,
          maxAgeMs: undefined,
        },
        {
          signal: new AbortController().signal,
          send: async (message) => {
            sent.push(message);
            return Promise.resolve();
          },
          toError: () => ({ code: -32603, message: 'Not now' }),
        },
        {
          cursors: new EventCursors(testSealer),
          news: { subscribe: () => () => undefined, patienceMs: () => 1 },
        },
      );

      expect(sent.map(({ method }) => method.split('/').at(-1))).toStrictEqual([
        'active',
        'error',
        'event',
      ]);
      expect(sent[1]?.params).toStrictEqual({ error: { code: -32603, message: 'Not now' } });
      expect(positions).toStrictEqual([{ at: 1 }, { at: 1 }]);
    },
  );
});
