import type { Message } from '../../wire/message.js';
import { REVISION_2026, toEnvelope, toHeaders2026 } from '../../wire/revisions.js';
import type { Status } from '../audit/evidence.js';

import type { PeerOptions } from './peer-2025.js';
import type { Outcome, Peer, Question, Seen } from './peer.js';
import { toCallParams, toOutcome, toQuestion, toTold } from './read-wire.js';
import type { Reply, WireRequest } from './wire.js';

const META = toEnvelope('chaos');
const TERMINAL: readonly string[] = ['completed', 'failed', 'cancelled'];

interface WireTask {
  readonly taskId: string;
  readonly status: Status;
  readonly ttlMs: number;
  readonly createdAt: string;
  readonly inputRequests?: Readonly<
    Record<string, { readonly params: { readonly message?: unknown } }>
  >;
  readonly result?: Readonly<Record<string, unknown>>;
}

function toQuestions({ inputRequests = {} }: WireTask): Question[] {
  return Object.entries(inputRequests).flatMap(
    ([key, { params }]) => toQuestion(key, params.message) ?? [],
  );
}

function toSeen(result: Readonly<Record<string, unknown>>): Seen {
  const task = result as unknown as WireTask;
  const { taskId, status, ttlMs, createdAt } = task;
  const outcome: Outcome = task.result ? toOutcome(task.result) : {};
  return {
    view: { taskId, generation: REVISION_2026, status, ttlMs, createdAt },
    questions: toQuestions(task),
    ...(TERMINAL.includes(status) && { outcome }),
  };
}

/** Creates a client of 2026-07-28, which has no sessions. */
export function createPeer2026({ wire, token, signal }: PeerOptions): Peer {
  let lastId = 0;
  const request = async (
    method: string,
    params: Readonly<Record<string, unknown>>,
    more: Partial<WireRequest> = {},
  ): Promise<Reply> => {
    lastId += 1;
    const meta = { ...META, ...(params['_meta'] as object | undefined) };
    const body = { id: lastId, method, params: { ...params, _meta: meta } };
    return wire.send({
      name: method,
      body,
      signal,
      headers: { authorization: `Bearer ${token}`, ...toHeaders2026(body) },
      ...more,
    });
  };

  return {
    generation: REVISION_2026,
    connect: async () => Promise.resolve({ kind: 'told', value: undefined }),
    async call(errand, idempotencyKey) {
      const more = errand.isTask ? {} : { keepMs: errand.keepsStreamMs };
      const reply = await request('tools/call', toCallParams(errand, idempotencyKey), more);
      return toTold(reply, (result) =>
        result['resultType'] === 'task'
          ? { kind: 'task', taskId: String(result['taskId']) }
          : { kind: 'result', outcome: toOutcome(result) },
      );
    },
    get: async (taskId) => toTold(await request('tasks/get', { taskId }), toSeen),
    async answer(taskId, { address }, word) {
      const inputResponses = { [address]: { action: 'accept', content: { word } } };
      return toTold(await request('tasks/update', { taskId, inputResponses }), () => undefined);
    },
    cancel: async (taskId) => toTold(await request('tasks/cancel', { taskId }), () => undefined),
    async wait(taskId, { keepMs, onQuestion }) {
      const over = new AbortController();
      const onMessage = ({ method, params }: Message): void => {
        if (method !== 'notifications/tasks' || params?.['taskId'] !== taskId) return;
        const { view, questions } = toSeen(params);
        for (const question of questions) onQuestion(question);
        if (TERMINAL.includes(view.status)) over.abort();
      };
      const options = { keepMs, onMessage, signal: AbortSignal.any([signal, over.signal]) };
      const notifications = { taskIds: [taskId] };
      const reply = await request('subscriptions/listen', { notifications }, options);
      return over.signal.aborted
        ? { kind: 'told', value: undefined }
        : toTold(reply, () => undefined);
    },
    list: () => undefined,
  };
}
