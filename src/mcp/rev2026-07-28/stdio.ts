import { isRecord } from '../../core/value/is-record.js';
import type { StdioConnection, StdioHandle, StdioSide } from '../generation.js';
import type { HttpError } from '../http-message.js';
import { answerLine, OpenConnections, openLines } from '../line-connection.js';
import { logProtocolError } from '../log-failure.js';
import { CANCELLED_METHOD, OpenExchanges } from '../open-exchanges.js';

import { toExchange } from './request/exchange.js';
import type { Served } from './request/served.js';
import { toClient } from './wire/client-capabilities.js';
import { PROTOCOL_VERSION_META_KEY } from './wire/envelope.js';
import { JsonRpcCode } from './wire/json-rpc-error.js';
import { protocol } from './wire/protocol.js';
import {
  classify,
  type ClientMessage,
  readMessage,
  unsupportedVersion,
} from './wire/read-message.js';

export interface Stdio extends StdioSide {
  /** Ends all connections. Their tasks continue. */
  readonly close: () => Promise<void>;
}

/** Returns the revision of a message, if it is not this generation's. */
function foreignVersion(params: unknown): string | undefined {
  const meta = isRecord(params) ? params['_meta'] : undefined;
  const version = isRecord(meta) ? meta[PROTOCOL_VERSION_META_KEY] : undefined;
  return typeof version === 'string' && version !== protocol.version ? version : undefined;
}

const MISSING_ENVELOPE: Omit<HttpError, 'status'> = {
  code: JsonRpcCode.invalidParams,
  message:
    'Request is missing the required _meta envelope for protocol revision 2026-07-28 (io.modelcontextprotocol/protocolVersion, io.modelcontextprotocol/clientCapabilities)',
};

/**
 * Creates a reader of requests. Each request names its own revision, since the server must not remember earlier
 * requests (Base › Statelessness).
 */
function createReader(): (
  message: Readonly<Record<string, unknown>>,
) => Extract<ClientMessage, { kind: 'request' }> | Omit<HttpError, 'status'> | undefined {
  let isOpened = false;
  return (received) => {
    const foreign = foreignVersion(received['params']);
    if (foreign !== undefined) return unsupportedVersion(foreign);
    const outcome = classify(received);
    // A client of another revision gets the supported revisions. A client of this revision gets the name of the missing
    // part.
    if (isOpened && outcome.kind === 'legacy' && outcome.reason === 'no-claim') {
      return MISSING_ENVELOPE;
    }
    const message = readMessage(received, outcome);
    switch (message.kind) {
      case 'request':
        isOpened = true;
        return message;
      case 'refused':
        return message.error;
      case 'notification':
        return undefined;
    }
  };
}

function connect(
  { rows, run, underWay, logger }: Served,
  connection: StdioConnection,
): StdioHandle {
  const { caller } = connection;
  const open = new OpenExchanges();
  const session = crypto.randomUUID();
  const read = createReader();

  const onMessage = (received: unknown): void => {
    if (!isRecord(received) || received['method'] === undefined) return;
    const { id } = received;
    if (typeof id !== 'string' && typeof id !== 'number') {
      open.withdraw(session, received);
      return;
    }
    const request = read(received);
    if (!request) return;
    if (!('method' in request)) {
      logProtocolError(logger, request);
      const { code, message, data } = request;
      void lines.send({ id, error: { code, message, data } });
      return;
    }
    const row = rows.get(request.method);
    // A subscription replaces an earlier one with the same ID.
    if (row?.streams === 'standing') {
      open.withdraw(session, { method: CANCELLED_METHOD, params: { requestId: id } });
    }
    const client = toClient(request.params, session);
    void answerLine({ open, session, id }, lines, async (channel) =>
      run({ ...request, row }, toExchange({ id, caller, client, ...channel })),
    );
  };
  const lines = openLines(connection, {
    onMessage,
    onEnd: () => void open.finish().then(close),
    logger,
  });
  let settle: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const close = async (): Promise<void> => {
    await open.drain();
    open.close();
    lines.close();
    void underWay.finished().then(settle);
    return closed;
  };
  return { closed, close };
}

export function createStdio(served: Served): Stdio {
  const connections = new OpenConnections();
  return {
    connect: async (connection) => Promise.resolve(connections.add(connect(served, connection))),
    close: async () => connections.close(),
  };
}
