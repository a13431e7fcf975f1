import { isRecord } from '../../../src/core/value/is-record.js';
import type { Message } from '../../wire/message.js';
import {
  initializeParams,
  RELATED_TASK,
  REVISION_2025,
  SESSION_HEADER,
  toHeaders2025,
} from '../../wire/revisions.js';

import { FINAL, type Peer, toRequest, untilTold, type Wait, YES } from './peer.js';
import type { Envelope, Wire } from './wire.js';

/** Adds this revision's headers to messages, with the session ID once the server has given it. */
export function createRev2025Envelope(): Envelope {
  let session: string | undefined;
  return {
    params: (params) => params,
    headers: (message) => toHeaders2025(message, session),
    onHeaders: (headers) => {
      const given = headers[SESSION_HEADER];
      if (typeof given === 'string') session = given;
    },
  };
}

function isAbout({ params }: Message, taskId: string): boolean {
  const meta = params?.['_meta'];
  const related = isRecord(meta) ? meta[RELATED_TASK] : undefined;
  return isRecord(related) && related['taskId'] === taskId;
}

/** Connects a client of 2025-11-25 that answers forms. */
export async function connectRev2025(wire: Wire, product?: string): Promise<Peer> {
  const request = toRequest(wire);
  await request('initialize', initializeParams('bench'));
  await wire.send({ method: 'notifications/initialized' });
  let standing: Promise<void> | undefined;

  const waitFor = async (taskId: string): Promise<Wait> => {
    const { response } = await wire.open('tasks/result', { taskId });
    return { endedAtMs: response.then(() => performance.now()) };
  };
  return {
    name: product ?? `${wire.transport}, ${REVISION_2025}`,
    wire,
    request,
    create: async (name, args = {}) => {
      const result = await request('tools/call', { name, arguments: args, task: {} });
      return (result['task'] as { taskId: string }).taskId;
    },
    get: async (taskId) => request('tasks/get', { taskId }),
    cancel: async (taskId) => request('tasks/cancel', { taskId }),
    waitFor,
    watch: async (taskId) => {
      await (standing ??= wire.stand());
      const told = untilTold(
        wire,
        ({ method, params }) =>
          method === 'notifications/tasks/status' &&
          params?.['taskId'] === taskId &&
          FINAL.includes(String(params['status'])),
      );
      return { endedAtMs: told.then(({ atMs }) => atMs) };
    },
    untilAsked: async (taskId) => {
      const asked = untilTold(
        wire,
        (message) => message.method === 'elicitation/create' && isAbout(message, taskId),
      );
      const wait = await waitFor(taskId);
      const { id = null } = (await asked).message;
      return { ...wait, answer: async () => wire.send({ id, result: YES }) };
    },
    close: wire.close,
  };
}
