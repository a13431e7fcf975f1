import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { Webhook } from 'standardwebhooks';

import type { Certificate } from '../../support/make-certificate.js';

/** A received POST. The published library verifies its signature over the received bytes. */
export interface ReceivedPost {
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly isSigned: boolean;
  readonly bytes: number;
  readonly atMs: number;
}

/** The reply to a POST. */
export interface ReceiverReply {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An endpoint on loopback. */
export interface WebhookReceiver {
  readonly url: string;
  readonly posts: readonly ReceivedPost[];
  /** Replies to further messages. Default: 204. */
  answer: (post: ReceivedPost) => ReceiverReply | Promise<ReceiverReply>;
  /** Secrets of valid signatures. */
  secrets: string[];
  /** Number of connections so far, failed ones included. */
  readonly connections: () => number;
  /** Replaces the certificate of an endpoint with TLS. */
  readonly present: (certificate: Certificate) => void;
  readonly close: () => Promise<void>;
}

function isSignedBy(secrets: readonly string[], text: string, headers: IncomingHttpHeaders) {
  return secrets.some((secret) => {
    try {
      new Webhook(secret).verify(text, headers as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  });
}

/** Starts an endpoint that verifies all messages. */
export async function startReceiver(...secrets: string[]): Promise<WebhookReceiver> {
  return startEndpoint(secrets);
}

/** Starts such an endpoint at `https://localhost`. */
export async function startTlsReceiver(
  certificate: Certificate,
  ...secrets: string[]
): Promise<WebhookReceiver> {
  return startEndpoint(secrets, certificate);
}

async function startEndpoint(
  secrets: string[],
  certificate?: Certificate,
): Promise<WebhookReceiver> {
  const posts: ReceivedPost[] = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const text = bytes.toString();
      const { headers, url: path = '' } = request;
      const body = JSON.parse(text) as ReceivedPost['body'];
      const isSigned = isSignedBy(receiver.secrets, text, headers);
      const post = { headers, path, body, isSigned, bytes: bytes.byteLength, atMs: Date.now() };
      posts.push(post);
      void Promise.resolve(receiver.answer(post)).then(
        ({ status, body: said = '', headers: more = {} }) => {
          response.writeHead(status, more).end(said);
        },
      );
    });
  };
  const tls = certificate && createTlsServer(certificate, listener);
  const server = tls ?? createServer(listener);
  let connections = 0;
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    url: `${tls ? 'https://localhost' : 'http://127.0.0.1'}:${port}/hook?k=9b1e`,
    posts,
    secrets,
    answer: () => ({ status: 204 }),
    connections: () => connections,
    present: (next) => tls?.setSecureContext(next),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}
