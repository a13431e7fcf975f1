import type { Json, Message } from '../../wire/message.js';
import { initializeParams, REVISION_2025, toHeaders2025 } from '../../wire/revisions.js';
import type { Status } from '../audit/evidence.js';

import type { Peer, Question, Seen } from './peer.js';
import { toCallParams, toOutcome, toQuestion, toTold } from './read-wire.js';
import type { Reply, Wire, WireRequest } from './wire.js';

/** While Temporal is unavailable, the server holds an answer for a minute, since clients don't send answers again. */
const ANSWER_BOUND_MS = 75_000;

/** The settings of a client. */
export interface PeerOptions {
  readonly wire: Wire;
  readonly token: string;
  readonly signal: AbortSignal;
}

interface WireTask {
  readonly taskId: string;
  readonly status: Status;
  readonly ttl: number;
  readonly createdAt: string;
}

function toSeen(result: Readonly<Record<string, unknown>>): Seen {
  const { taskId, status, ttl, createdAt } = result as unknown as WireTask;
  return {
    view: { taskId, generation: REVISION_2025, status, ttlMs: ttl, createdAt },
    questions: [],
  };
}

function toAsked({ id, method, params }: Message): Question | undefined {
  if (method !== 'elicitation/create' || typeof id !== 'string') return undefined;
  return toQuestion(id, params?.['message']);
}

/** Returns true for the error that says that a cancelled task has no result. It is the end of the task. */
function isCancelled(reply: Reply): boolean {
  return (
    reply.kind === 'error' &&
    (reply.data as { status?: string } | undefined)?.status === 'cancelled'
  );
}

/** Creates a client of 2025-11-25, with a session. */
export function createPeer2025({ wire, token, signal }: PeerOptions): Peer {
  let sessionId: string | undefined;
  let lastId = 0;
  const post = async (
    name: string,
    body: WireRequest['body'],
    more: Partial<WireRequest> = {},
  ): Promise<Reply> =>
    wire.send({
      name,
      body,
      headers: { authorization: `Bearer ${token}`, ...toHeaders2025(body, sessionId) },
      signal,
      ...more,
    });
  const request = async (
    method: string,
    params: Json,
    more?: Partial<WireRequest>,
  ): Promise<Reply> => {
    lastId += 1;
    return post(method, { id: lastId, method, params }, more);
  };

  return {
    generation: REVISION_2025,
    async connect() {
      const reply = await request('initialize', initializeParams('chaos'));
      if (reply.kind === 'result') ({ sessionId } = reply);
      return toTold(reply, () => undefined);
    },
    async call(errand, idempotencyKey) {
      const params = {
        ...toCallParams(errand, idempotencyKey),
        ...(errand.isTask && { task: { ttl: errand.ttlMs } }),
      };
      const more = errand.isTask ? {} : { keepMs: errand.keepsStreamMs };
      return toTold(await request('tools/call', params, more), (result) => {
        const task = result['task'] as WireTask | undefined;
        return task
          ? { kind: 'task', taskId: task.taskId }
          : { kind: 'result', outcome: toOutcome(result) };
      });
    },
    get: async (taskId) => toTold(await request('tasks/get', { taskId }), toSeen),
    async answer(_taskId, { address }, word) {
      const result = { action: 'accept', content: { word } };
      return toTold(
        await post('answer', { id: address, result }, { boundMs: ANSWER_BOUND_MS }),
        () => undefined,
      );
    },
    cancel: async (taskId) => toTold(await request('tasks/cancel', { taskId }), () => undefined),
    async wait(taskId, { keepMs, onQuestion }) {
      const onMessage = (message: Message): void => {
        const question = toAsked(message);
        if (question) onQuestion(question);
      };
      const reply = await request('tasks/result', { taskId }, { keepMs, onMessage });
      if (isCancelled(reply)) return { kind: 'told', value: {} };
      return toTold(reply, toOutcome);
    },
    list: async () =>
      toTold(await request('tasks/list', {}), (result) =>
        (result['tasks'] as readonly WireTask[]).map(({ taskId }) => taskId),
      ),
  };
}
