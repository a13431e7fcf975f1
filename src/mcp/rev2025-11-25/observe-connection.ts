import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  isInitializeRequest,
  isJSONRPCRequest,
  type JSONRPCMessage,
  LATEST_PROTOCOL_VERSION,
  type MessageExtraInfo,
  type RequestId,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';

import { hasTasks } from './capabilities.js';
import {
  type ClientCapabilities,
  NO_CAPABILITIES,
  parseClientCapabilities,
} from './client-capabilities.js';
import { isAnswer } from './route-answer.js';

/** The SDK's low-level server, by the one name under which it does not warn. */
export type LowLevelServer = McpServer['server'];

const PROTOCOL_VERSION_HEADER = 'mcp-protocol-version';

/** What is known of a connection from the messages that went over it. */
export interface ObservedConnection {
  /** The protocol revision of a request: from its HTTP header, or as negotiated on this connection. */
  protocolVersionOf(extra: Pick<MessageExtraInfo, 'requestInfo'> | undefined): string | undefined;
  /** What the client can be asked: as it said when the connection, or its session, began. */
  readonly clientCapabilities: () => ClientCapabilities;
}

/** What the observer hands on, and what it is told. */
export interface ObserveOptions {
  /** What is known of the client from its session, where the transport has one. */
  readonly clientCapabilities?: ClientCapabilities | undefined;
  /** Gets the answers to tasks' questions, in place of the SDK, which does not know the questions. */
  readonly onAnswer: (message: JSONRPCMessage, extra: MessageExtraInfo | undefined) => void;
}

/** The revision that the SDK answers to a client that asks for this one. */
function negotiate(requested: string): string {
  return SUPPORTED_PROTOCOL_VERSIONS.includes(requested) ? requested : LATEST_PROTOCOL_VERSION;
}

function withoutTasks(message: JSONRPCMessage): JSONRPCMessage {
  const { result } = message as { result?: { capabilities?: { tasks?: unknown } } };
  if (result?.capabilities?.tasks === undefined) return message;
  const capabilities = { ...result.capabilities };
  delete capabilities.tasks;
  return { ...message, result: { ...result, capabilities } };
}

/**
 * Watches the connections of a server, for what the SDK does not tell its handlers: the negotiated revision.
 * Towards clients of revisions without tasks it takes the tasks capability out of the reply to `initialize`,
 * and `params.task` out of their calls, since a receiver that announced no tasks has to ignore it.
 */
export function observeConnection(
  server: LowLevelServer,
  options: ObserveOptions,
): ObservedConnection {
  let capabilities = options.clientCapabilities ?? NO_CAPABILITIES;
  let negotiated: string | undefined;
  let initializeId: RequestId | undefined;

  const protocolVersionOf: ObservedConnection['protocolVersionOf'] = (extra) => {
    const header = extra?.requestInfo?.headers[PROTOCOL_VERSION_HEADER];
    return typeof header === 'string' ? header : negotiated;
  };

  const onMessage = (message: JSONRPCMessage, extra?: MessageExtraInfo): void => {
    if (!isJSONRPCRequest(message)) return;
    if (isInitializeRequest(message)) {
      negotiated = negotiate(message.params.protocolVersion);
      initializeId = message.id;
      capabilities = parseClientCapabilities(message.params.capabilities);
    } else if (message.method === 'tools/call' && !hasTasks(protocolVersionOf(extra))) {
      delete message.params?.['task'];
    }
  };

  const connect = server.connect.bind(server);
  server.connect = async (transport: Transport) => {
    // The SDK sets its own `onmessage` and then starts the transport: the last moment to get in front of it.
    const start = transport.start.bind(transport);
    transport.start = async () => {
      const { onmessage } = transport;
      transport.onmessage = (message, extra) => {
        if (isAnswer(message)) {
          options.onAnswer(message, extra);
          return;
        }
        onMessage(message, extra);
        onmessage?.(message, extra);
      };
      await start();
    };
    const send = transport.send.bind(transport);
    transport.send = async (message, options) => {
      const isInitializeReply = 'id' in message && message.id === initializeId;
      await send(
        isInitializeReply && !hasTasks(negotiated) ? withoutTasks(message) : message,
        options,
      );
    };
    await connect(transport);
  };
  return { protocolVersionOf, clientCapabilities: () => capabilities };
}
