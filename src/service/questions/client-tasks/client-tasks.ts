/**
 * An optional part for clients that answer a question by a task of their own. Without it, a stream does not ask
 * clients for tasks and ignores tasks of other clients.
 */
import type { ClientTask } from '../../../core/contract.js';
import { type InputRequest, InputMethod } from '../../../core/question/input-request.js';
import type { OpenInputRequest } from '../../../core/question/open-input-request.js';
import type { Task } from '../../../core/task/task.js';

/** The client's declared capabilities for its own tasks. Small, because session IDs carry them. */
export interface ClientTaskSupport {
  /** The client may answer an elicitation by its own task. */
  readonly elicitationTask: boolean;
  /** The client may answer a sampling request by its own task. */
  readonly samplingTask: boolean;
  readonly cancelTask: boolean;
}

export interface ClientTaskRequest {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

/** The operations of a stream on a client's tasks. */
export interface ClientTasks {
  /** Returns true if the client may answer the request by its own task. */
  readonly canHold: (request: InputRequest) => boolean;
  /**
   * The member `task` of a question, which asks the client to answer by its own task. `undefined` if the client must
   * not, or if the Workflow would not keep the task's ID.
   */
  readonly ask: (request: OpenInputRequest, task: Task) => { readonly ttl: number } | undefined;
  /** The request for the result of the client's task. The client replies when the task has ended. */
  readonly fetch: (clientTask: ClientTask) => ClientTaskRequest;
  /** The request that cancels the client's task. `undefined` if the client cannot cancel it. */
  readonly cancel: (clientTask: ClientTask) => ClientTaskRequest | undefined;
}

/**
 * Time to live for the client's task: the rest of our task's, or all of it again after a plain call has outlived it.
 */
function remainingTtlMs({ createdAt, ttlMs }: Task): number {
  const remainingMs = Date.parse(createdAt) + ttlMs - Date.now();
  return remainingMs > 0 ? remainingMs : ttlMs;
}

/** Makes the operations for a client with these capabilities. */
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
