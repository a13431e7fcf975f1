import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { LRUCache } from 'lru-cache';

import { routeAnswer } from '../../service/questions/route-answer.js';
import { filterMessages } from '../filter-messages.js';
import type { ServerIdentity, StdioConnection, StdioHandle, StdioSide } from '../generation.js';
import { logFailure } from '../log-failure.js';

import type { TasksBinding } from './binding.js';
import { createServer } from './create-server.js';
import { ObservedClient } from './methods/observe-connection.js';
import { type TaskCaller, toCaller } from './methods/task-caller.js';
import { StandingStream } from './streams/standing-stream.js';
import type { TaskClientStream } from './streams/task-stream.js';
import { tellToolChanges } from './streams/tell-tool-changes.js';
import { isMessage } from './wire/check-message.js';
import { recognize } from './wire/recognize.js';

/** This generation over stdio. */
export interface Stdio extends StdioSide {
  /** Ends what is open. */
  readonly close: () => Promise<void>;
}

/** Tasks whose last status is remembered, so that it is not told twice on one connection. */
const MAX_TOLD_STATUSES = 1_000;

async function connect(
  identity: ServerIdentity,
  binding: TasksBinding,
  { input, output, identity: principal, program }: StdioConnection,
): Promise<StdioHandle> {
  const { underWay } = binding;
  const client = new ObservedClient();
  const session = crypto.randomUUID();
  const messages = filterMessages({ input, output }, isMessage);
  const transport = new StdioServerTransport(messages, output);
  client.attach(transport, (answer) => {
    underWay.track(routeAnswer(answer, principal, binding)).catch((error: unknown) => {
      logFailure(binding.logger, 'answer', error);
    });
  });
  const toldStatuses = new LRUCache<string, string>({ max: MAX_TOLD_STATUSES });
  const callerOf = (): TaskCaller =>
    toCaller(
      {
        identity: principal,
        session,
        protocolVersion: client.protocolVersion,
        capabilities: client.capabilities,
        clientName: client.name,
        clientVersion: client.version,
        program,
      },
      binding.taskSessions,
    );
  const send: TaskClientStream['send'] = async (message) =>
    transport.send({ jsonrpc: '2.0', ...message });
  let standing: StandingStream | undefined;
  const openStanding = (caller: TaskCaller): StandingStream =>
    new StandingStream({ ...caller, session, toldStatuses, send }, { binding, caller });
  const untell = tellToolChanges(binding, {
    callerOf: () => (client.protocolVersion === undefined ? undefined : callerOf()),
    send,
  });
  const mcp = createServer(identity, binding, {
    connection: {
      callerOf,
      toldStatuses,
      onTaskKnown: ({ taskId }, caller) => {
        standing ??= openStanding(caller);
        standing.follow(taskId);
      },
    },
  });
  const closed = new Promise<void>((resolve) => {
    mcp.server.onclose = () => {
      standing?.close();
      untell();
      resolve(underWay.finished());
    };
  });
  await mcp.connect(transport);
  const close = async (): Promise<void> => mcp.close().then(async () => closed);
  // The SDK's transport does not notice that its input has ended.
  messages.once('end', () => void close());
  return { closed, close };
}

/** Serves connections over stdio, each of which is a standing stream as well. */
export function createStdio(identity: ServerIdentity, binding: TasksBinding): Stdio {
  const open = new Set<StdioHandle>();
  return {
    recognize,
    connect: async (connection) => {
      const handle = await connect(identity, binding, connection);
      open.add(handle);
      void handle.closed.then(() => open.delete(handle));
      return handle;
    },
    close: async () => {
      await Promise.all([...open].map(async ({ close }) => close()));
    },
  };
}
