import { NOT_ASKABLE } from '../../../core/question/askable.js';
import type {
  Client,
  Exchange as AnyExchange,
  OutgoingMessage,
} from '../../../core/request/exchange.js';
import type { QuestionDesk } from '../../../service/questions/question-desk.js';
import type { Row as AnyRow } from '../../row.js';
import type { SessionMemory } from '../session/session-memory.js';
import { hasTasks } from '../wire/capabilities.js';
import type { ClientCapabilities } from '../wire/client-capabilities.js';
import { protocol } from '../wire/protocol.js';
import { toWireQuestion } from '../wire/to-wire-question.js';

/** The state that all streams of a client share. */
export interface Connection {
  /** Time after which an unanswered question may have been lost, in milliseconds. Absent: questions cannot be lost. */
  readonly askAgainAfterMs?: number | undefined;
  /** Called when the client learns of a task, because it has created or read the task. */
  readonly learn: (taskId: string, client: Client) => void;
}

export interface Exchange extends AnyExchange {
  readonly connection: Connection;
}

/** A stream to a client, with or without a request. */
export type ClientStream = Pick<Exchange, 'role' | 'caller' | 'client' | 'send' | 'connection'>;

export type Row = AnyRow<Exchange>;

/** The facts of a session. Over stdio, most are unknown before the client introduces itself. */
interface SessionFacts {
  readonly id: string;
  readonly clientCapabilities?: ClientCapabilities | undefined;
  readonly clientName?: string | undefined;
}

export function toClient(
  session: SessionFacts | undefined,
  protocolVersion: string | undefined,
  memory: SessionMemory,
): Client {
  const withTasks = hasTasks(protocolVersion);
  const capabilities = session?.clientCapabilities;
  const declared = capabilities ?? NOT_ASKABLE;
  return {
    session: session?.id,
    name: session?.clientName,
    protocolVersion,
    askable: declared,
    declared,
    ownTasks: withTasks ? capabilities : undefined,
    usesTasks: withTasks && session !== undefined && memory.usesTasks(session.id),
  };
}

/** The client of a request whose answer is one JSON body, so that it cannot be asked. */
export function toSilent(client: Client): Client {
  return { ...client, askable: NOT_ASKABLE, ownTasks: undefined };
}

/** A stream on which questions fit the revision of its client. */
export function toStream<Facts extends Pick<ClientStream, 'client' | 'send'>>(facts: Facts): Facts {
  const { client, send } = facts;
  return {
    ...facts,
    send: async (message: OutgoingMessage) => send(toWireQuestion(message, client.protocolVersion)),
  };
}

export function toExchange(
  facts: Omit<Exchange, 'role' | 'protocol' | 'ask' | 'show'>,
  desk: QuestionDesk,
): Exchange {
  const stream = toStream(facts);
  const { caller, send, connection, inputOver } = stream;
  const { owner } = caller;
  const { askAgainAfterMs } = connection;
  return {
    ...stream,
    role: 'owner',
    protocol,
    ask: async (request, signal) =>
      desk.beforeStart.ask(request, { send }, { owner, signal, inputOver, askAgainAfterMs }),
    show: async () => Promise.resolve(),
  };
}
