import { NOT_ASKABLE } from '../../src/core/question/askable.js';
import type { Client, Exchange } from '../../src/core/request/exchange.js';
import type { Protocol } from '../../src/core/task/protocol.js';
import type { TaskPhase, TaskStatus } from '../../src/core/task/task-status.js';
import type { CallRequest } from '../../src/service/calls/call/tool.js';

/** The owner of every call of {@link toExchange}. */
export const CALLER = 'ada';

const STATUS: Readonly<Record<TaskPhase, TaskStatus>> = {
  working: 'working',
  inputRequired: 'input_required',
  succeeded: 'completed',
  toolError: 'failed',
  protocolError: 'failed',
  cancelled: 'cancelled',
};

/** A revision for tests, in which a task is `cancelled` once a client has requested its cancellation. */
export const TEST_PROTOCOL: Protocol = {
  version: 'test',
  toStatus: ({ phase, cancelRequested }) => (cancelRequested ? 'cancelled' : STATUS[phase]),
};

/** A call of a tool without arguments, by a client of a revision without tasks. */
export function toCallRequest(more: Partial<CallRequest> = {}): CallRequest {
  return {
    name: 'tool',
    input: {},
    progressToken: undefined,
    idempotencyKey: undefined,
    stance: 'knowsNone',
    ...more,
  };
}

/** A client that takes form questions only. */
export const FORMS_ONLY: Client = {
  session: undefined,
  protocolVersion: 'test',
  askable: { ...NOT_ASKABLE, form: true },
  declared: { ...NOT_ASKABLE, form: true },
  usesTasks: false,
};

/** The exchange of a request over stdio, by {@link FORMS_ONLY}. By default, questions travel in replies. */
export function toExchange(more: Partial<Exchange> = {}): Exchange {
  return {
    role: 'owner',
    caller: { owner: CALLER },
    client: FORMS_ONLY,
    protocol: TEST_PROTOCOL,
    id: 1,
    signal: new AbortController().signal,
    send: async () => Promise.resolve(),
    show: async () => Promise.resolve(),
    waits: () => undefined,
    stand: () => undefined,
    ...more,
  };
}
