import { type IncomingMessage, request as sendRequest } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

/** A JSON-RPC message, as it comes. */
export interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** What is sent, and who is told of what comes. */
export interface Exchange {
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  /** Ends it, at any time. */
  readonly signal: AbortSignal;
  /** Called when the connection is there, with the client's own port. */
  readonly onConnection: (port: number) => void;
  /** Called when the answer begins. */
  readonly onAnswer: () => void;
  /** Called for each message, as soon as it is whole. */
  readonly onMessage: (message: Message) => void;
}

/** What came back besides messages. */
export interface Answered {
  readonly httpStatus: number;
  readonly sessionId?: string;
}

async function begin(exchange: Exchange): Promise<IncomingMessage> {
  const { port, headers, body, signal, onConnection } = exchange;
  const content = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = sendRequest({
      ...{ host: '127.0.0.1', port, path: '/mcp', method: 'POST', signal },
      // A connection of its own, so that each request may meet another replica.
      agent: false,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(content),
        accept: 'application/json, text/event-stream',
        ...headers,
      },
    });
    request.once('socket', (socket) => {
      socket.once('connect', () => {
        onConnection(socket.localPort ?? 0);
      });
    });
    request.once('response', resolve).once('error', reject).end(content);
  });
}

async function readMessages(
  response: IncomingMessage,
  onMessage: Exchange['onMessage'],
): Promise<void> {
  if (!response.headers['content-type']?.includes('text/event-stream')) {
    const body = await text(response);
    if (body !== '') onMessage(JSON.parse(body) as Message);
    return;
  }
  const broken = new Promise<never>((_resolve, reject) => {
    response.once('error', reject);
  });
  const read = async (): Promise<void> => {
    for await (const line of createInterface({ input: response })) {
      if (line.startsWith('data: {')) onMessage(JSON.parse(line.slice('data: '.length)) as Message);
    }
    if (!response.complete) throw new Error('The stream broke.');
  };
  await Promise.race([read(), broken]);
}

/**
 * One POST, and all that comes of it.
 *
 * @throws {Error} When the connection breaks before the end, or is given up.
 */
export async function exchange(options: Exchange): Promise<Answered> {
  const response = await begin(options);
  options.onAnswer();
  await readMessages(response, options.onMessage);
  const sessionId = response.headers['mcp-session-id'];
  return {
    httpStatus: response.statusCode ?? 0,
    ...(typeof sessionId === 'string' && { sessionId }),
  };
}
