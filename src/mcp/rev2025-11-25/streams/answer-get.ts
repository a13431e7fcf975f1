import type { Caller } from '../../../core/person/caller.js';
import { EventStream } from '../../event-stream.js';
import { refuse } from '../../http-response.js';
import type { OpenExchanges } from '../../open-exchanges.js';
import type { TasksBinding } from '../request/binding.js';
import { type ClientStream, toClient } from '../request/exchange.js';
import { openSession } from '../session/session.js';
import { hasTasks } from '../wire/capabilities.js';
import {
  findStreamProblem,
  findVersionProblem,
  PROTOCOL_VERSION_HEADER,
  refuseMethod,
  refuseSession,
  SESSION_HEADER,
} from '../wire/http-response.js';

import { StandingStream } from './standing-stream.js';

/**
 * Opens the stream of a GET, with news about its session's tasks. The session is required, since it has the client's
 * capabilities to answer questions.
 */
export async function answerGet(
  { headers }: Request,
  { caller, gone }: { readonly caller: Caller; readonly gone: AbortSignal },
  { binding, open }: { readonly binding: TasksBinding; readonly open: OpenExchanges },
): Promise<Response> {
  const sessionId = headers.get(SESSION_HEADER);
  if (sessionId === null) return refuseMethod();
  const session = await openSession(binding.sessions, caller.owner, sessionId);
  if (!session) return refuseSession();
  const problem = findStreamProblem(headers) ?? findVersionProblem(headers);
  if (problem) return refuse(problem, binding.logger);
  const stream = new EventStream();
  const { signal, end } = open.begin(gone);
  open.stand(signal, end);
  const { askAgainAfterMs, knownTasks, taskSessions } = binding;
  const protocolVersion = headers.get(PROTOCOL_VERSION_HEADER) ?? undefined;
  const client = toClient(session, protocolVersion, taskSessions);
  const send: ClientStream['send'] = async (message) => stream.send(message);
  const connection = { askAgainAfterMs, learn: () => undefined };
  const standing = new StandingStream({ role: 'owner', caller, client, send, connection }, binding);
  const close = (): void => {
    standing.close();
    stream.close();
  };
  signal.addEventListener('abort', close);
  if (signal.aborted) close();
  // Clients of revisions without tasks know no tasks.
  if (hasTasks(protocolVersion)) {
    const follow = (taskId: string): void => {
      standing.follow(taskId);
    };
    knownTasks.forEach(session.id, follow, signal);
  }
  return stream.response;
}
