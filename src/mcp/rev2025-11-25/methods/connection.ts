import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';

import type { Task } from '../../../core/task/task.js';
import type { ToldStatuses } from '../streams/task-stream.js';

import type { TaskCaller } from './task-caller.js';

/** What the SDK knows of a request. */
export type RequestExtra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** What a server is told of the connection that its requests come on. Whoever makes the connection knows. */
export interface Connection {
  /** Resolves who makes a request. Called once for each. */
  readonly callerOf: (extra: RequestExtra) => TaskCaller | Promise<TaskCaller>;
  /** Called when a client gets to know a task: because it has created it as one, or has read it. */
  readonly onTaskKnown?: (task: Task, caller: TaskCaller) => void;
  /** Shared by all streams of a connection that has one channel only. Absent: each request has a stream of its own. */
  readonly toldStatuses?: ToldStatuses;
  /** After how long without an answer one may have been lost, in milliseconds. Absent where none can be. */
  readonly askAgainAfterMs?: number;
}
