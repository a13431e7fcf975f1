/**
 * A plug-in for clients that answer a question by a task of their own. Without it, a stream ignores tasks of other
 * clients, and asks for none.
 */
import type { ClientTask } from '../../../core/contract.js';
import { type InputRequest, InputMethod } from '../../../core/question/input-request.js';
import type { OpenInputRequest } from '../../../core/question/open-input-request.js';
import type { Task } from '../../../core/task/task.js';

/** The client's declared capabilities for tasks of its own. Small, because session IDs carry them. */
export interface ClientTaskSupport {
  /** It may answer an elicitation by a task of its own. */
  readonly elicitationTask: boolean;
  /** It may answer a sampling request by a task of its own. */
  readonly samplingTask: boolean;
  readonly cancelTask: boolean;
}

export interface ClientTaskRequest {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

/** A client's tasks, as a stream needs them. */
export interface ClientTasks {
  /** Returns true if the client may answer by a task of its own. */
  readonly canHold: (request: InputRequest) => boolean;
  /**
   * The member `task` of a question, which asks the client for a task of its own. `undefined` if the client must not,
   * or if the Workflow would not keep its ID.
   */
  readonly ask: (request: OpenInputRequest, task: Task) => { readonly ttl: number } | undefined;
  /** Asks for the result, and is answered when there is one. */
  readonly fetch: (clientTask: ClientTask) => ClientTaskRequest;
  /** Ends the client's task. `undefined` where it cannot be ended. */
  readonly cancel: (clientTask: ClientTask) => ClientTaskRequest | undefined;
}

/** No longer than our own task can use the answer. A plain call outlasts its time to live, and begins another. */
function remainingTtlMs({ createdAt, ttlMs }: Task): number {
  const remainingMs = Date.parse(createdAt) + ttlMs - Date.now();
  return remainingMs > 0 ? remainingMs : ttlMs;
}

/** The tasks of a client that has declared this. */
export function createClientTasks(support: ClientTaskSupport): ClientTasks {
  const canHold = ({ method }: InputRequest): boolean =>
    method === InputMethod.sample ? support.samplingTask : support.elicitationTask;
  return {
    canHold,
    ask: (request, task) =>
      request.takesClientTask === true && canHold(request)
        ? { ttl: remainingTtlMs(task) }
        : undefined,
    fetch: ({ taskId }) => ({ method: 'tasks/result', params: { taskId } }),
    cancel: ({ taskId }) =>
      support.cancelTask ? { method: 'tasks/cancel', params: { taskId } } : undefined,
  };
}
