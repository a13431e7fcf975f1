/**
 * A webhook endpoint with the rules of ChatGPT's webhook guide, as two servers implement them clause by clause. It
 * takes events of at most 256 KiB, and `verification` as the only control message. `webhook-id` must be the `eventId`,
 * and the timestamp within five minutes of its clock. It drops duplicates by ID.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Webhook } from 'standardwebhooks';

const MAX_BYTES = 262_144;

/** The host's record of a subscription. */
export interface ChatGptSubscription {
  readonly id: string;
  readonly name: string;
}

/** The endpoint, with the events that it accepted and refused. */
export interface ChatGptReceiver {
  readonly url: string;
  readonly secret: string;
  /** The subscription that the host knows. Events of any other subscription get HTTP 404. */
  subscription: ChatGptSubscription | undefined;
  /** Replaces the answer to an event that the endpoint would accept. Default: no replacement. */
  interfere: (
    eventId: string,
  ) => { readonly status: number; readonly retryAfter?: string } | undefined;
  /** Accepted events without duplicates, by event ID. */
  readonly taken: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** Reasons of the refusals, in order. */
  readonly refusals: readonly string[];
  readonly close: () => Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

interface Reply {
  readonly status: number;
  readonly body?: string;
  readonly retryAfter?: string;
}

export async function startChatGptReceiver(secret: string): Promise<ChatGptReceiver> {
  const taken = new Map<string, Readonly<Record<string, unknown>>>();
  const refusals: string[] = [];
  const refuse = (status: number, reason: string): Reply => {
    refusals.push(reason);
    return { status };
  };

  const judge = (request: IncomingMessage, bytes: Buffer): Reply => {
    const { method, headers } = request;
    if (method !== 'POST' || headers['content-type'] !== 'application/json') {
      return refuse(415, 'no POST of JSON');
    }
    if (bytes.byteLength > MAX_BYTES) return refuse(413, 'too large');
    let body: Readonly<Record<string, unknown>>;
    try {
      // The library also refuses messages that are older than five minutes.
      const verified = new Webhook(secret).verify(bytes, headers as Record<string, string>);
      body = verified as Readonly<Record<string, unknown>>;
    } catch {
      return refuse(401, 'no good signature');
    }
    if (body['type'] === 'verification') {
      return { status: 200, body: JSON.stringify({ challenge: body['challenge'] }) };
    }
    if (body['type'] !== undefined) return refuse(400, `no event: ${JSON.stringify(body['type'])}`);
    const { eventId, name, timestamp, data } = body;
    if (typeof eventId !== 'string' || headers['webhook-id'] !== eventId) {
      return refuse(400, 'webhook-id is not the eventId');
    }
    const { subscription } = receiver;
    if (headers['x-mcp-subscription-id'] !== subscription?.id) return refuse(404, 'unknown');
    const isWhole = name === subscription?.name && typeof data === 'object' && data !== null;
    if (!isWhole || Number.isNaN(Date.parse(String(timestamp)))) return refuse(400, 'malformed');
    const interference = receiver.interfere(eventId);
    if (interference) return interference;
    taken.set(eventId, body);
    return { status: 202 };
  };

  const server = createServer((request, response) => {
    void readBody(request).then((bytes) => {
      const { status, body = '', retryAfter } = judge(request, bytes);
      const headers = { ...(retryAfter !== undefined && { 'retry-after': retryAfter }) };
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: ChatGptReceiver = {
    url: `http://127.0.0.1:${port}/mcp/events/callback`,
    secret,
    taken,
    refusals,
    subscription: undefined,
    interfere: () => undefined,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}
