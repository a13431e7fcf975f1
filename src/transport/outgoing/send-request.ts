import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
  type RequestOptions,
} from 'node:http';
import { request as requestHttps } from 'node:https';

import {
  AddressRefusedError,
  createCheckedLookup,
  literalAddress,
  type Resolve,
} from './allowed-address.js';

export interface OutgoingRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** Has to be true of all addresses of the host. */
  readonly isAllowed: (address: string) => boolean;
  /** Default: the system's resolver. */
  readonly resolve: Resolve | undefined;
  /** Ends the request, and the reading of its reply. */
  readonly signal: AbortSignal;
  /** Limit of a reply's body. 0: the body is not awaited. */
  readonly maxReplyBytes: number;
  /** The end of a longer body takes its place, of this size. Default: the body is cut. */
  readonly tailBytes?: number | undefined;
}

export interface OutgoingReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The body is longer than the limit, after which nothing was read. */
  readonly isCut: boolean;
}

/** A request without a complete reply. Its `cause` is the error of the connection, or the reason of the signal. */
export class RequestFailedError extends Error {
  override readonly name = 'RequestFailedError';
  /** The connection stood, TLS included. Otherwise, nothing of the request was sent. */
  readonly wasConnected: boolean;

  constructor(cause: unknown, wasConnected: boolean) {
    super('The request has failed', { cause });
    this.wasConnected = wasConnected;
  }
}

async function readBody(
  response: IncomingMessage,
  maxBytes: number,
  tailBytes = 0,
): Promise<Pick<OutgoingReply, 'body' | 'isCut'>> {
  const chunks: Buffer[] = [];
  let size = 0;
  let isLong = false;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    isLong ||= size + chunk.byteLength > maxBytes;
    // Leaving the loop closes the connection.
    if (isLong && tailBytes === 0) return { body: Buffer.concat(chunks), isCut: true };
    chunks.push(chunk);
    size += chunk.byteLength;
    while (isLong && size - (chunks[0]?.byteLength ?? 0) >= tailBytes) {
      size -= chunks.shift()?.byteLength ?? 0;
    }
  }
  const body = Buffer.concat(chunks);
  return { body: isLong ? body.subarray(-tailBytes) : body, isCut: false };
}

/**
 * Sends a request over a new connection, because the address of an open one was checked for another request. It follows
 * no redirect, and uses no proxy.
 *
 * @throws {RequestFailedError}
 */
export async function sendRequest({
  method,
  url,
  headers,
  body,
  isAllowed,
  resolve,
  signal,
  maxReplyBytes,
  tailBytes,
}: OutgoingRequest): Promise<OutgoingReply> {
  const isSecure = url.protocol === 'https:';
  let wasConnected = false;
  try {
    const literal = literalAddress(url);
    if (literal !== undefined && !isAllowed(literal)) throw new AddressRefusedError('Not allowed');
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options: RequestOptions = {
      method,
      agent: false,
      lookup: createCheckedLookup(isAllowed, resolve),
      signal,
      headers: { ...headers, ...length },
    };
    const request = (isSecure ? requestHttps : requestHttp)(url, options);
    request.on('socket', (socket) => {
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        wasConnected = true;
      });
    });
    const replied = new Promise<IncomingMessage>((settle, fail) => {
      request.on('response', settle);
      request.on('error', fail);
      // A reply that changes the protocol ends without an error.
      request.on('close', () => {
        fail(new Error('The connection was closed'));
      });
    });
    request.end(body);
    try {
      const response = await replied;
      const { statusCode: status = 0, headers: replyHeaders } = response;
      const read =
        maxReplyBytes === 0
          ? { body: Buffer.alloc(0), isCut: true }
          : await readBody(response, maxReplyBytes, tailBytes);
      return { status, headers: replyHeaders, ...read };
    } finally {
      request.destroy();
    }
  } catch (error) {
    throw new RequestFailedError(signal.aborted ? signal.reason : error, wasConnected);
  }
}
