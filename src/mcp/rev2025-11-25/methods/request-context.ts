import type { Caller } from '../../../core/person/caller.js';
import type { Task } from '../../../core/task/task.js';
import type { RequestEnds, RequestFacts } from '../../dispatcher.js';
import type { Row as AnyRow } from '../../row.js';
import type { TaskClientStream, ToldStatuses } from '../streams/task-stream.js';

import type { TaskClient } from './task-client.js';

export interface ClientEnds extends RequestEnds, Pick<TaskClientStream, 'send'> {
  readonly caller: Caller;
  readonly client: TaskClient;
  /** Called when the client learns of a task, because it has created or read the task. */
  readonly onTaskKnown?: (task: Task, client: TaskClient) => void;
  /** Shared by all streams of a connection with a single channel. Absent: each request has its own stream. */
  readonly toldStatuses?: ToldStatuses;
  /** Time after which an unanswered question may have been lost, in milliseconds. Absent: questions cannot be lost. */
  readonly askAgainAfterMs?: number;
}

export interface RequestContext extends RequestFacts {
  readonly caller: Caller;
  readonly client: TaskClient;
  /** The stream for the answer and for messages before it. */
  readonly stream: TaskClientStream;
  /** Sends any notification before the answer. */
  readonly notify: TaskClientStream['send'];
  readonly onTaskKnown: (task: Task) => void;
}

export type Row = AnyRow<RequestContext>;

/** A client without a session cannot be asked. All such clients share the reported progress of a task. */
const NO_SESSION = 'none';

export function toRequestContext(
  { caller, client, send, toldStatuses = new Map(), askAgainAfterMs, onTaskKnown }: ClientEnds,
  facts: RequestFacts,
): RequestContext {
  const { session = NO_SESSION, askable, clientTasks } = client;
  return {
    ...facts,
    caller,
    client,
    stream: { session, askable, clientTasks, toldStatuses, askAgainAfterMs, send },
    notify: send,
    onTaskKnown: (task) => onTaskKnown?.(task, client),
  };
}
