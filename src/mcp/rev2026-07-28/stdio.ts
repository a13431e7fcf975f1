import { isSpecType } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';

import type { Tasks } from '../../core/task/tasks.js';
import { toWithdrawal } from '../../service/calls/answer/withdrawal.js';
import { hasChangedFor } from '../../service/calls/tool-changes.js';
import { filterMessages } from '../filter-messages.js';
import type { StdioConnection, StdioHandle, StdioSide } from '../generation.js';
import { logProtocolError } from '../log-failure.js';

import type { ConnectionInfo } from './binding-options.js';
import { createServer, type ServerOptions, toServerInfo } from './create-server.js';
import { withRequestChecks } from './methods/check-requests.js';
import { withTaskSubscriptions } from './streams/listen-transport.js';
import { recognize } from './wire/recognize.js';

/** What connections serve. */
export interface StdioOptions extends ServerOptions {
  readonly tasks: Tasks;
}

/** The connections that are being served. */
export interface StdioConnections extends StdioSide {
  /** Ends them all. Their tasks go on. */
  readonly close: () => Promise<void>;
}

function connect(
  options: StdioOptions,
  { input, output, identity, program }: StdioConnection,
): StdioHandle {
  const { tasks, logger, underWay } = options;
  const messages = filterMessages({ input, output }, isSpecType.JSONRPCMessage);
  const transport = withTaskSubscriptions(
    withRequestChecks(new StdioServerTransport(messages, output)),
    { tasks, logger, identity, serverInfo: toServerInfo(options.identity) },
  );
  const info: ConnectionInfo = {
    identity,
    program,
    // A notification withdraws a request; the end of a whole connection says nothing of requests.
    toDeparture: (isConnected, reason) => (isConnected ? toWithdrawal(reason) : 'disconnected'),
  };
  const onerror = (error: Error): void => {
    logProtocolError(logger, error);
  };
  let served: ReturnType<typeof createServer> | undefined;
  const create = (): NonNullable<typeof served> => (served = createServer(options, info));
  const connection = serveStdio(create, { transport, legacy: 'reject', onerror });
  // The SDK passes it on to whoever has subscribed.
  const untell = options.toolChanges?.subscribe((change) => {
    if (!served?.isConnected() || !hasChangedFor(change, identity)) return;
    served.server.sendToolListChanged().catch(onerror);
  });
  const closed = new Promise<void>((resolve) => {
    const { onclose } = transport;
    transport.onclose = () => {
      untell?.();
      onclose?.();
      resolve(underWay.finished());
    };
  });
  const close = async (): Promise<void> => {
    await connection.close();
    await closed;
  };
  return { closed, close };
}

/** This generation over standard input and output. */
export function createStdioConnections(options: StdioOptions): StdioConnections {
  const open = new Set<StdioHandle>();
  return {
    recognize,
    async connect(connection) {
      const handle = connect(options, connection);
      open.add(handle);
      void handle.closed.then(() => open.delete(handle));
      return Promise.resolve(handle);
    },
    async close() {
      await Promise.all(Array.from(open, async (handle) => handle.close()));
    },
  };
}
