import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { WireConnection, WireLog } from './wire-log.js';

/** Forwards messages between clients and an HTTP server without changes, and shows each message to a log. */
export interface WireProxy {
  /** The URL for clients. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Logs a message. Ignores text that is no JSON: clients reject it themselves. */
function show(connection: WireConnection, from: 'client' | 'server', text: string): void {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return;
  }
  connection(from, message);
}

/** Logs each message of a response as soon as it is complete. */
function listen(response: IncomingMessage, connection: WireConnection): void {
  const isStream = response.headers['content-type']?.includes('text/event-stream') ?? false;
  let text = '';
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    text += chunk;
    if (!isStream) return;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const line of events.flatMap((event) => event.split('\n'))) {
      if (line.startsWith('data: ')) show(connection, 'server', line.slice('data: '.length));
    }
  });
  response.on('end', () => {
    if (!isStream) show(connection, 'server', text);
  });
}

/** Starts a proxy in front of a server. */
export async function startWireProxy(target: string, log: WireLog): Promise<WireProxy> {
  const { hostname, port, pathname } = new URL(target);

  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await readBody(incoming);
    const { method = 'POST', headers } = incoming;
    const isStateless = headers['mcp-protocol-version'] === '2026-07-28';
    const connection = log.openConnection(isStateless ? '2026-07-28' : '2025-11-25');
    if (body.length > 0) show(connection, 'client', body.toString());
    const upstream = request({ hostname, port, path: pathname, method, headers });
    outgoing.on('close', () => upstream.destroy());
    upstream.on('error', () => outgoing.destroy());
    upstream.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
      // Sends the headers now, since a stream is open before its first event.
      outgoing.flushHeaders();
      listen(response, connection);
      response.on('error', () => outgoing.destroy());
      response.on('aborted', () => outgoing.destroy());
      response.on('data', (chunk: string) => outgoing.write(chunk));
      response.on('end', () => outgoing.end());
    });
    upstream.end(body);
  };
  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}${pathname}`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
