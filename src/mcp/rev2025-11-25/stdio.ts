import { routeAnswer } from '../../service/questions/route-answer.js';
import type { StdioConnection, StdioHandle, StdioSide } from '../generation.js';
import { answerLine, OpenConnections, openLines } from '../line-connection.js';
import { logFailure } from '../log-failure.js';
import { OpenExchanges } from '../open-exchanges.js';
import type { RowRequest } from '../run.js';

import { INITIALIZE_METHOD, type Introduction, parseIntroduction } from './methods/lifecycle.js';
import {
  type ClientStream,
  type Connection,
  type Row,
  toClient,
  toExchange,
  toStream,
} from './request/exchange.js';
import type { Served } from './request/served.js';
import { StandingStream } from './streams/standing-stream.js';
import { readMessage } from './wire/read-message.js';

export interface Stdio extends StdioSide {
  readonly close: () => Promise<void>;
}

function connect(served: Served, connection: StdioConnection): StdioHandle {
  const { rows, run, underWay, logger, memory, desk } = served;
  const open = new OpenExchanges();
  const session = crypto.randomUUID();
  const { caller } = connection;
  let introduction: Introduction | undefined;
  let standing: StandingStream | undefined;

  const answer = async ({ id, method, params }: Omit<RowRequest<Row>, 'row'>): Promise<void> => {
    if (method === INITIALIZE_METHOD) introduction = parseIntroduction(params);
    const { capabilities, clientName, protocolVersion } = introduction ?? {};
    const facts = { id: session, clientCapabilities: capabilities, clientName };
    const client = toClient(facts, protocolVersion, memory);
    const request = { id, method, params, row: rows.get(method) };
    return answerLine({ open, session, id }, lines, async (channel) =>
      run(request, toExchange({ id, caller, client, connection: shared, ...channel }, desk)),
    );
  };
  const onMessage = (received: unknown): void => {
    const message = readMessage(received);
    if (message.kind === 'answer') {
      const routing = routeAnswer(message.answer, caller, {
        ...served,
        clientName: introduction?.clientName,
      });
      underWay.track(routing).catch((error: unknown) => {
        logFailure(logger, 'answer', error);
      });
    } else if (message.kind === 'malformed') void send(message.reply);
    else if (message.kind === 'request') void answer(message);
    else open.withdraw(session, received);
  };
  const onEnd = (): void => void open.finish().then(close);
  const lines = openLines(connection, { onMessage, onEnd, logger });
  const { send } = lines;
  const shared: Connection = {
    learn: (taskId, client) => {
      const stream: ClientStream = { role: 'owner', caller, client, send, connection: shared };
      standing ??= new StandingStream(toStream(stream), served);
      standing.follow(taskId);
    },
  };
  let settle: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const close = async (): Promise<void> => {
    open.close();
    lines.close();
    standing?.close();
    void underWay.finished().then(settle);
    return closed;
  };
  return { closed, close };
}

/** Serves connections over stdio. Each connection is also a standing stream. */
export function createStdio(served: Served): Stdio {
  const connections = new OpenConnections();
  return {
    connect: async (connection) => Promise.resolve(connections.add(connect(served, connection))),
    close: async () => connections.close(),
  };
}
