import type { Task } from '../../../core/task/task.js';
import type { Departure } from '../../../service/calls/tool.js';
import type { TaskClientStream } from '../streams/task-stream.js';

import type { Connection } from './connection.js';
import type { TaskCaller } from './task-caller.js';

/** One request, apart from its params. */
export interface RequestContext {
  readonly caller: TaskCaller;
  readonly requestId: string | number;
  /** Fires when the client withdraws the request or goes away. */
  readonly signal: AbortSignal;
  /** How the client has left the request, once the signal has fired. */
  readonly departure: () => Departure;
  /** The stream on which the answer will go out, and messages before it. */
  readonly stream: TaskClientStream;
  /** The client gets to know a task. */
  readonly onTaskKnown: (task: Task) => void;
}

/** A method: takes `params` as they came, and throws what `toJsonRpcError` turns into an answer. */
export type Method<Result> = (params: unknown, context: RequestContext) => Promise<Result>;

/** Clients without a session cannot be asked, and share what has been reported of a task. */
const NO_SESSION = 'none';

/** What a request is answered with, on a stream of its own or on that of its connection. */
export function toRequestContext(
  caller: TaskCaller,
  {
    toldStatuses = new Map(),
    askAgainAfterMs,
    onTaskKnown,
  }: Pick<Connection, 'toldStatuses' | 'askAgainAfterMs' | 'onTaskKnown'>,
  {
    requestId,
    signal,
    departure,
    send,
  }: Pick<RequestContext, 'requestId' | 'signal' | 'departure'> & Pick<TaskClientStream, 'send'>,
): RequestContext {
  const { session = NO_SESSION, askable, clientTasks } = caller;
  return {
    caller,
    requestId,
    signal,
    departure,
    stream: { session, askable, clientTasks, toldStatuses, askAgainAfterMs, send },
    onTaskKnown: (task) => onTaskKnown?.(task, caller),
  };
}
