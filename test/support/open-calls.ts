import type { Protocol } from '../../src/core/protocol.js';
import { NOT_ASKABLE } from '../../src/core/question/askable.js';
import type { TaskPhase, TaskStatus } from '../../src/core/task/task-status.js';
import type { Task } from '../../src/core/task/task.js';
import type { CallContext, CallRequest } from '../../src/service/calls/tool.js';

/** The owner of every call of {@link toCallContext}. */
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

/** Parts of a call's context that a test may set. */
export interface CallContextOptions {
  /** Default: questions travel in replies. */
  readonly ask?: NonNullable<CallContext['client']['ask']>;
  readonly show?: (task: Task) => void;
  /** Default: a signal that never fires. */
  readonly signal?: AbortSignal;
  /** The client leaves by withdrawing the call. Default: true. */
  readonly isWithdrawn?: boolean;
}

/** The context of a call. By default its client takes form questions only. */
export function toCallContext({
  ask,
  show,
  signal = new AbortController().signal,
  isWithdrawn = true,
}: CallContextOptions = {}): CallContext {
  return {
    caller: { owner: CALLER },
    protocol: TEST_PROTOCOL,
    client: {
      session: undefined,
      askable: { ...NOT_ASKABLE, form: true },
      usesTasks: false,
      ...(ask && { ask }),
      show: async (task) => {
        show?.(task);
        return Promise.resolve();
      },
    },
    signal,
    isWithdrawn: () => isWithdrawn,
  };
}
