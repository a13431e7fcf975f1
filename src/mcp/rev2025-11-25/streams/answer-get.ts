import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';

import type { HttpExchange } from '../../generation.js';
import type { HttpService } from '../http-service.js';
import { PROTOCOL_VERSION_HEADER } from '../methods/observe-connection.js';
import { openSession } from '../methods/session.js';
import { toCaller } from '../methods/task-caller.js';
import { refuseMethod, refuseSession, SESSION_HEADER } from '../wire/http-response.js';

import { StandingStream } from './standing-stream.js';
import type { TaskClientStream } from './task-stream.js';
import { tellToolChanges } from './tell-tool-changes.js';

/**
 * The stream that a client may open for what concerns the tasks of its session. It is bound to one, since only that says
 * what the client can be asked; without one there is none.
 */
export async function answerGet(
  request: Request,
  { identity, gone }: HttpExchange,
  { binding, open }: HttpService,
): Promise<Response> {
  const { headers } = request;
  const sessionId = headers.get(SESSION_HEADER);
  if (sessionId === null) return refuseMethod();
  const session = await openSession(binding.sessions, identity.owner, sessionId);
  if (!session) return refuseSession();
  const transport = new WebStandardStreamableHTTPServerTransport({});
  await transport.start();
  const response = await transport.handleRequest(request);
  if (!response.ok) return response;
  const { signal, end } = open.stand(gone);
  signal.addEventListener('abort', () => void transport.close());
  if (signal.aborted) await transport.close();
  const caller = toCaller(
    {
      identity,
      session: session.id,
      protocolVersion: headers.get(PROTOCOL_VERSION_HEADER) ?? undefined,
      capabilities: session.clientCapabilities,
      clientName: session.clientName,
      clientVersion: session.clientVersion,
    },
    binding.taskSessions,
  );
  const send: TaskClientStream['send'] = async (message) =>
    transport.send({ jsonrpc: '2.0', ...message });
  const untell = tellToolChanges(binding, { callerOf: () => caller, send });
  signal.addEventListener('abort', untell);
  if (signal.aborted) untell();
  const { askAgainAfterMs } = binding;
  const standing = new StandingStream(
    { ...caller, session: session.id, toldStatuses: new Map(), askAgainAfterMs, send },
    { binding, caller },
  );
  standing
    .watch(signal)
    .catch((error: unknown) => {
      binding.logger?.error({ err: error }, 'A standing stream has failed');
      end();
    })
    .finally(() => {
      standing.close();
    });
  return response;
}
