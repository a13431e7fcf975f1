import { type IncomingMessage, request as sendRequest, type RequestOptions } from 'node:http';

import type { Message, MessageListener } from './message.js';

const EVENT_DATA = 'data: ';

export interface SendOptions extends Pick<RequestOptions, 'agent' | 'signal'> {
  readonly headers: Readonly<Record<string, string>>;
  /** Called for a new connection, with the client's port. */
  readonly onConnection?: (port: number) => void;
}

/**
 * POSTs a message. Without a message, it GETs the standing stream. Resolves when the answer begins.
 *
 * @throws {Error} If the connection breaks. If the server closes a kept connection at that moment, it sends again.
 */
export async function send(
  url: string,
  message: Message | undefined,
  options: SendOptions,
): Promise<IncomingMessage> {
  const { headers, onConnection, ...others } = options;
  const content = message && JSON.stringify({ jsonrpc: '2.0', ...message });
  return new Promise((resolve, reject) => {
    const request = sendRequest(url, {
      ...others,
      method: content === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        ...(content !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(content),
        }),
        ...headers,
      },
    });
    if (onConnection) {
      request.once('socket', (socket) => {
        socket.once('connect', () => {
          onConnection(socket.localPort ?? 0);
        });
      });
    }
    request.once('response', resolve).once('error', (error) => {
      if (request.reusedSocket && 'code' in error && error.code === 'ECONNRESET') {
        send(url, message, options).then(resolve, reject);
      } else reject(error);
    });
    request.end(content);
  });
}

/**
 * Reads the messages of an answer (one JSON object, or a stream of events), and passes each on once it is complete.
 *
 * @throws {Error} If the stream breaks.
 */
export async function readMessages(
  body: AsyncIterable<Uint8Array> | null,
  contentType: string | null | undefined,
  take: MessageListener,
): Promise<void> {
  const isStream = contentType?.includes('text/event-stream') === true;
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (!isStream) continue;
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith(`${EVENT_DATA}{`)) {
        take(JSON.parse(line.slice(EVENT_DATA.length)) as Message);
      }
    }
  }
  if (!isStream && text !== '') take(JSON.parse(text) as Message);
}
