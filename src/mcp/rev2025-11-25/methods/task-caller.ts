import type { Caller, Identity, ServerProgram } from '../../../core/person/caller.js';
import { type Askable, NOT_ASKABLE } from '../../../core/question/askable.js';
import {
  type ClientTasks,
  createClientTasks,
} from '../../../service/questions/client-tasks/client-tasks.js';
import type { TaskSessions } from '../streams/task-sessions.js';
import { hasTasks } from '../wire/capabilities.js';
import type { ClientCapabilities } from '../wire/client-capabilities.js';

/** Who makes a request, with what only this generation has to know of it. */
export interface TaskCaller extends Caller {
  /** Whether its protocol revision has tasks: without them, `params.task` is ignored. */
  readonly withTasks: boolean;
  /** Absent where it cannot answer by tasks of its own. */
  readonly clientTasks: ClientTasks | undefined;
  /** What the client can be asked on some stream, if not on this one. */
  readonly declared: Askable;
}

/** What a request, its connection and its session say of a caller. */
export interface CallerFacts {
  readonly identity: Identity;
  /** Absent where the client has none. */
  readonly session: string | undefined;
  readonly protocolVersion: string | undefined;
  /** What the client has declared. Absent: nothing is known of it. */
  readonly capabilities: ClientCapabilities | undefined;
  /** Whether the answer is all that can go to the client on this stream. Default: false. */
  readonly isSingleReply?: boolean;
  readonly clientName: string | undefined;
  readonly clientVersion: string | undefined;
  readonly program?: ServerProgram | undefined;
}

/** Resolves who makes a request: once, where it comes in. */
export function toCaller(
  {
    identity,
    session,
    protocolVersion,
    capabilities,
    isSingleReply = false,
    clientName,
    clientVersion,
    program,
  }: CallerFacts,
  taskSessions: TaskSessions,
): TaskCaller {
  const withTasks = hasTasks(protocolVersion);
  const declared = capabilities ?? NOT_ASKABLE;
  const makesTasks = capabilities?.elicitationTask === true || capabilities?.samplingTask === true;
  return {
    ...identity,
    session,
    askable: isSingleReply ? NOT_ASKABLE : declared,
    declared,
    clientName,
    clientVersion,
    ...(program && { program }),
    usesTasks: withTasks && session !== undefined && taskSessions.has(session),
    withTasks,
    clientTasks:
      withTasks && makesTasks && !isSingleReply ? createClientTasks(capabilities) : undefined,
  };
}
