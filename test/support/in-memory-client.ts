import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

/** The answer to a request, as it went over the wire. */
export interface RawAnswer {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A connection to a server in this process that speaks plain JSON-RPC. */
export interface RawClient {
  /** The reply to `initialize`. */
  readonly initialized: RawAnswer;
  readonly request: (method: string, params?: unknown) => Promise<RawAnswer>;
  readonly notify: (method: string, params?: unknown) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface RawClientOptions {
  /** Default: 2025-11-25. */
  readonly protocolVersion?: string;
  /** The client in the `AuthInfo` of each request. Default: no `AuthInfo`. */
  readonly clientId?: string;
}

/** Connects to a server and initializes the connection, as a client of one protocol revision. */
export async function connectRaw(
  mcp: McpServer,
  { protocolVersion = '2025-11-25', clientId }: RawClientOptions = {},
): Promise<RawClient> {
  const [mine, theirs] = InMemoryTransport.createLinkedPair();
  const waiting = new Map<unknown, (answer: RawAnswer) => void>();
  mine.onmessage = (message) => {
    if ('id' in message) waiting.get(message.id)?.(message as RawAnswer);
  };
  await mcp.connect(theirs);
  await mine.start();
  const authInfo: AuthInfo | undefined =
    clientId === undefined ? undefined : { token: 't', clientId, scopes: [] };
  const send = async (message: object): Promise<void> =>
    mine.send({ jsonrpc: '2.0', ...message } as JSONRPCMessage, authInfo ? { authInfo } : {});

  let lastId = 0;
  const request = async (method: string, params?: unknown): Promise<RawAnswer> => {
    lastId += 1;
    const id = lastId;
    const answer = new Promise<RawAnswer>((resolve) => waiting.set(id, resolve));
    await send({ id, method, ...(params !== undefined && { params }) });
    return answer;
  };
  const notify = async (method: string, params?: unknown): Promise<void> =>
    send({ method, ...(params !== undefined && { params }) });

  const initialized = await request('initialize', {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: 'raw-client', version: '0.0.0' },
  });
  await notify('notifications/initialized');
  return { initialized, request, notify, close: async () => mine.close() };
}
