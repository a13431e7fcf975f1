import { isRecord } from '../../../src/core/value/is-record.js';
import type { Json } from '../../wire/message.js';
import { REVISION_2026, toEnvelope, toHeaders2026 } from '../../wire/revisions.js';

import { FINAL, type Peer, toRequest, untilTold, type Wait, YES } from './peer.js';
import type { Envelope, Wire } from './wire.js';

const LISTEN_METHOD = 'subscriptions/listen';
const ENVELOPE = toEnvelope('bench');

/** Adds this revision's headers and `_meta` to messages. */
export const rev2026Envelope: Envelope = {
  params: (params) => ({ ...params, _meta: ENVELOPE }),
  headers: toHeaders2026,
};

/** Makes a client of 2026-07-28 that supports tasks and answers forms. */
export function connectRev2026(wire: Wire, product?: string): Peer {
  const request = toRequest(wire);

  const untilStatus = async (taskId: string, statuses: readonly string[]): Promise<Json> => {
    const { message } = await untilTold(
      wire,
      ({ method, params }) =>
        method === 'notifications/tasks' &&
        params?.['taskId'] === taskId &&
        statuses.includes(String(params['status'])),
    );
    return message.params ?? {};
  };
  const watch = async (taskId: string): Promise<Wait> => {
    const ended = untilStatus(taskId, FINAL).then(() => performance.now());
    const params = { notifications: { taskIds: [taskId] } };
    const exchange = await wire.open(LISTEN_METHOD, params);
    void ended.then(exchange.leave);
    // Without this, a wait for a refused subscription would never end.
    const refused = new Promise<never>((_resolve, reject) => {
      void exchange.response.then((answer) => {
        if (answer?.error) reject(new Error(`${LISTEN_METHOD}: ${JSON.stringify(answer.error)}`));
      });
    });
    return { endedAtMs: Promise.race([ended, refused]) };
  };
  return {
    name: product ?? `${wire.transport}, ${REVISION_2026}`,
    wire,
    request,
    create: async (name, args = {}) =>
      String((await request('tools/call', { name, arguments: args }))['taskId']),
    get: async (taskId) => request('tasks/get', { taskId }),
    cancel: async (taskId) => request('tasks/cancel', { taskId }),
    // The notification of the end contains the result.
    waitFor: watch,
    watch,
    untilAsked: async (taskId) => {
      const asked = untilStatus(taskId, ['input_required']);
      const wait = await watch(taskId);
      const { inputRequests } = await asked;
      const [key = ''] = isRecord(inputRequests) ? Object.keys(inputRequests) : [];
      const answer = { taskId, inputResponses: { [key]: YES } };
      return {
        ...wait,
        answer: async () => {
          await request('tasks/update', answer);
        },
      };
    },
    close: wire.close,
  };
}
