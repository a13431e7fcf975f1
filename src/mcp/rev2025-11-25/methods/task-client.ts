import type { ClientFacts } from '../../../core/person/caller.js';
import { type Askable, NOT_ASKABLE } from '../../../core/question/askable.js';
import type { ClientTaskSupport } from '../../../service/questions/client-tasks.js';
import type { TaskSessions } from '../streams/task-sessions.js';
import { hasTasks } from '../wire/capabilities.js';
import type { ClientCapabilities } from '../wire/client-capabilities.js';

export interface TaskClient extends ClientFacts {
  /** The protocol revision has tasks. Without them, `params.task` is ignored. */
  readonly withTasks: boolean;
  /** Absent if the client does not answer with its own tasks. */
  readonly clientTasks: ClientTaskSupport | undefined;
  /** The client's capabilities to answer questions on any stream. */
  readonly declared: Askable;
}

export interface ConnectionFacts {
  /** Absent if the client has no session. */
  readonly session: string | undefined;
  readonly protocolVersion: string | undefined;
  /** The declared capabilities. Absent: the client is unknown. */
  readonly capabilities: ClientCapabilities | undefined;
  /** The stream can carry only the answer, so the client cannot be asked on it. Default: false. */
  readonly isSingleReply?: boolean;
  readonly clientName: string | undefined;
}

export function toTaskClient(
  { session, protocolVersion, capabilities, isSingleReply = false, clientName }: ConnectionFacts,
  taskSessions: TaskSessions,
): TaskClient {
  const withTasks = hasTasks(protocolVersion);
  const declared = capabilities ?? NOT_ASKABLE;
  return {
    session,
    askable: isSingleReply ? NOT_ASKABLE : declared,
    declared,
    clientName,
    usesTasks: withTasks && session !== undefined && taskSessions.has(session),
    withTasks,
    clientTasks: withTasks && !isSingleReply ? capabilities : undefined,
  };
}
