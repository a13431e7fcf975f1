import { LRUCache } from 'lru-cache';

import { routeAnswer } from '../../service/questions/route-answer.js';
import type { StdioConnection, StdioHandle, StdioSide } from '../generation.js';
import { OpenConnections, openLines, sendAnswer } from '../line-connection.js';
import { logFailure } from '../log-failure.js';
import { OpenExchanges } from '../open-exchanges.js';
import type { Rows } from '../row.js';

import type { TasksBinding } from './binding.js';
import { createDispatcher } from './dispatcher.js';
import { INITIALIZE_METHOD, type Introduction, parseIntroduction } from './methods/lifecycle.js';
import type { ClientEnds, Row } from './methods/request-context.js';
import { type TaskClient, toTaskClient } from './methods/task-client.js';
import { StandingStream } from './streams/standing-stream.js';
import { isMessage } from './wire/check-message.js';
import { classifyMessage } from './wire/read-message.js';
import { recognize } from './wire/recognize.js';

export interface Stdio extends StdioSide {
  readonly close: () => Promise<void>;
}

/** Maximum number of tasks whose last status is remembered, so that a connection gets each status once. */
const MAX_TOLD_STATUSES = 1_000;

function createClientOf(
  session: string,
  { taskSessions }: TasksBinding,
): (introduction: Introduction | undefined) => TaskClient {
  return (introduction) =>
    toTaskClient(
      {
        session,
        protocolVersion: introduction?.protocolVersion,
        capabilities: introduction?.capabilities,
        clientName: introduction?.clientName,
      },
      taskSessions,
    );
}

function connect(rows: Rows<Row>, binding: TasksBinding, connection: StdioConnection): StdioHandle {
  const { underWay, logger, observer } = binding;
  const open = new OpenExchanges();
  const dispatcher = createDispatcher(binding, open);
  const session = crypto.randomUUID();
  const { caller } = connection;
  const clientOf = createClientOf(session, binding);
  let introduction: Introduction | undefined;
  let standing: StandingStream | undefined;

  const onMessage = (received: unknown): void => {
    const message = classifyMessage(received);
    if (message.kind === 'answer') {
      const routing = routeAnswer(message.answer, caller, binding);
      underWay.track(routing).catch((error: unknown) => {
        logFailure(logger, 'answer', error);
      });
    } else if (message.kind === 'request') {
      if (message.method === INITIALIZE_METHOD) {
        introduction = parseIntroduction(message.params);
        observer?.sessionBegan?.(session, introduction.protocolVersion);
      }
      const { protocolVersion } = introduction ?? {};
      const whole = { ...ends, client: clientOf(introduction), protocolVersion };
      const row = rows.get(message.method);
      void sendAnswer(dispatcher.begin(row, message, whole), lines);
    } else open.withdraw(session, received);
  };
  const lines = openLines(connection, { isMessage, onMessage, onEnd: () => void close() });
  const { send } = lines;
  const toldStatuses = new LRUCache<string, string>({ max: MAX_TOLD_STATUSES });
  const ends: Omit<ClientEnds, 'client'> = {
    caller,
    session,
    gone: new AbortController().signal,
    send,
    toldStatuses,
    onTaskKnown: ({ taskId }, client) => {
      standing ??= new StandingStream(
        { ...client, session, toldStatuses, send },
        { binding, caller },
      );
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
    observer?.sessionEnded?.(session);
    void underWay.finished().then(settle);
    return closed;
  };
  return { closed, close };
}

/** Serves connections over stdio. Each connection is also a standing stream. */
export function createStdio(rows: Rows<Row>, binding: TasksBinding): Stdio {
  const connections = new OpenConnections();
  return {
    recognize,
    connect: async (connection) =>
      Promise.resolve(connections.add(connect(rows, binding, connection))),
    close: async () => connections.close(),
  };
}
