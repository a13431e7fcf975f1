import type { Caller } from '../../../core/person/caller.js';
import { EventStream } from '../../event-stream.js';
import { type HttpHeaders, type HttpReply, refuse } from '../../http-message.js';
import type { OpenExchanges } from '../../open-exchanges.js';
import { type ClientStream, toClient, toStream } from '../request/exchange.js';
import type { Rev2025 } from '../request/served.js';
import { hasTasks } from '../wire/capabilities.js';
import {
  findStreamProblem,
  findVersionProblem,
  PROTOCOL_VERSION_HEADER,
  refuseMethod,
  refuseSession,
  SESSION_HEADER,
} from '../wire/http-refusals.js';

import { StandingStream } from './standing-stream.js';

/**
 * Opens the stream of a GET, with news about its session's tasks. The session is required, since it has the client's
 * capabilities to answer questions.
 */
export async function answerGet(
  headers: HttpHeaders,
  { caller, gone }: { readonly caller: Caller; readonly gone: AbortSignal },
  rev: Rev2025,
  open: OpenExchanges,
): Promise<HttpReply> {
  const { memory, logger, askAgainAfterMs } = rev;
  const sessionId = headers.get(SESSION_HEADER);
  if (sessionId === null) return refuseMethod();
  const session = await memory.open(caller.owner, sessionId);
  if (!session) return refuseSession();
  const problem =
    findStreamProblem(headers) ?? findVersionProblem(headers, session.protocolVersion);
  if (problem) return refuse(problem, logger);
  const stream = new EventStream();
  const { signal, end } = open.begin(gone);
  open.stand(signal, end);
  const named = headers.get(PROTOCOL_VERSION_HEADER) ?? undefined;
  const protocolVersion = session.protocolVersion ?? named;
  const client = toClient(session, protocolVersion, memory);
  const send: ClientStream['send'] = async (message) => stream.send(message);
  const connection = { askAgainAfterMs, learn: () => undefined };
  const standing = new StandingStream(
    toStream({ role: 'owner', caller, client, send, connection }),
    rev,
  );
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
    memory.followTasks(session.id, follow, signal);
  }
  return stream.reply;
}
