import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  isInitializeRequest,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type MessageExtraInfo,
  type RequestId,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';

import type { Caller, Identify } from '../../../core/person/caller.js';
import { LOCAL_OWNER } from '../../../core/person/owner.js';
import { type Answer, readAnswer, routeAnswer } from '../../../service/questions/route-answer.js';
import { logFailure } from '../../log-failure.js';
import type { TasksBinding } from '../binding.js';
import { negotiate } from '../methods/lifecycle.js';
import { type TaskClient, toTaskClient } from '../methods/task-client.js';
import { tellToolChanges } from '../streams/tell-tool-changes.js';
import { hasTasks } from '../wire/capabilities.js';
import {
  type ClientCapabilities,
  NO_CAPABILITIES,
  parseClientCapabilities,
} from '../wire/client-capabilities.js';
import { PROTOCOL_VERSION_HEADER } from '../wire/http-response.js';

/** The SDK's facts about a request. */
export type RequestExtra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** The SDK's low-level server, by the only type name that is not marked as deprecated. */
export type LowLevelServer = McpServer['server'];

type OnAnswer = (answer: Answer, extra: MessageExtraInfo | undefined) => void;

/** The client's introduction at initialization. */
class ObservedClient {
  #negotiated: string | undefined;
  #capabilities = NO_CAPABILITIES;
  #initializeId: RequestId | undefined;
  #name: string | undefined;
  #version: string | undefined;

  /** The negotiated revision; `undefined` before `initialize`. */
  get protocolVersion(): string | undefined {
    return this.#negotiated;
  }

  get capabilities(): ClientCapabilities {
    return this.#capabilities;
  }

  /** The client's name; `undefined` before `initialize`. */
  get name(): string | undefined {
    return this.#name;
  }

  /** The client's version; `undefined` before `initialize`. */
  get version(): string | undefined {
    return this.#version;
  }

  /**
   * Wraps a transport before the server connects to it. Answers to questions are intercepted, since the SDK does not
   * know the questions. For revisions without tasks, the tasks capability is removed from the reply to `initialize`.
   */
  attach(transport: Transport, onAnswer: OnAnswer): void {
    // The SDK sets `onmessage` and then starts the transport. So `start` is the last moment to replace `onmessage`.
    const start = transport.start.bind(transport);
    transport.start = async () => {
      const { onmessage } = transport;
      transport.onmessage = (message, extra) => {
        const answer = readAnswer(message);
        if (answer) {
          onAnswer(answer, extra);
          return;
        }
        this.#note(message);
        onmessage?.(message, extra);
      };
      await start();
    };
    const send = transport.send.bind(transport);
    transport.send = async (message, options) => {
      const isReply = 'id' in message && message.id === this.#initializeId;
      const hides = isReply && !hasTasks(this.#negotiated);
      await send(hides ? withoutTasks(message) : message, options);
    };
  }

  #note(message: JSONRPCMessage): void {
    if (!isJSONRPCRequest(message) || !isInitializeRequest(message)) return;
    this.#negotiated = negotiate(message.params.protocolVersion);
    this.#initializeId = message.id;
    this.#capabilities = parseClientCapabilities(message.params.capabilities);
    this.#name = message.params.clientInfo.name;
    this.#version = message.params.clientInfo.version;
  }
}

function withoutTasks(message: JSONRPCMessage): JSONRPCMessage {
  const { result } = message as { result?: { capabilities?: { tasks?: unknown } } };
  if (result?.capabilities?.tasks === undefined) return message;
  const capabilities = { ...result.capabilities };
  delete capabilities.tasks;
  return { ...message, result: { ...result, capabilities } };
}

/** An observed connection. */
export interface ObservedConnection {
  /** Names the caller of a request. Called once for each request. */
  readonly callerOf: (extra: RequestExtra) => Promise<Caller>;
  readonly clientOf: (extra: RequestExtra) => TaskClient;
  /** Returns true if the request's revision has tasks. */
  readonly hasTasks: (extra: RequestExtra) => boolean;
}

/**
 * Observes the connection of a server that the embedding program connects. Over HTTP, each request names its revision
 * in a header; other connections have negotiated it.
 */
export function observeConnection(
  server: LowLevelServer,
  binding: TasksBinding,
  identify: Identify = () => ({ owner: LOCAL_OWNER }),
): ObservedConnection {
  const client = new ObservedClient();
  const session = crypto.randomUUID();
  const onAnswer: OnAnswer = (answer, extra) => {
    Promise.resolve(identify({ authInfo: extra?.authInfo }))
      .then(async (caller) => routeAnswer(answer, caller, binding))
      .catch((error: unknown) => {
        logFailure(binding.logger, 'answer', error);
      });
  };
  const connect = server.connect.bind(server);
  server.connect = async (transport: Transport) => {
    client.attach(transport, onAnswer);
    await connect(transport);
    const untell = tellToolChanges(binding, {
      callerOf: () => (client.protocolVersion === undefined ? undefined : 'anybody'),
      send: async () => server.sendToolListChanged(),
    });
    const { onclose } = transport;
    transport.onclose = () => {
      untell();
      onclose?.();
    };
  };
  const protocolVersionOf = ({ requestInfo }: RequestExtra): string | undefined => {
    const header = requestInfo?.headers[PROTOCOL_VERSION_HEADER];
    return typeof header === 'string' ? header : client.protocolVersion;
  };
  return {
    hasTasks: (extra) => hasTasks(protocolVersionOf(extra)),
    callerOf: async ({ authInfo }) => identify({ authInfo }),
    clientOf: (extra) =>
      toTaskClient(
        {
          session,
          protocolVersion: protocolVersionOf(extra),
          capabilities: client.capabilities,
          clientName: client.name,
        },
        binding.taskSessions,
      ),
  };
}
