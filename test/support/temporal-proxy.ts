import { once } from 'node:events';
import {
  connect,
  constants,
  createServer,
  type Http2Session,
  type OutgoingHttpHeaders,
} from 'node:http2';
import type { AddressInfo } from 'node:net';

const { NGHTTP2_FLAG_END_STREAM } = constants;

/** A proxy before a Temporal Service. */
export interface TemporalProxy {
  readonly address: string;
  /** Names of the calls so far. */
  readonly calls: readonly string[];
  readonly stop: () => Promise<void>;
}

export interface ProxyOptions {
  /** Calls that nobody may make, as with a role with few permissions: PERMISSION_DENIED. */
  readonly denied?: readonly string[];
  /** Calls that are refused for their rate: RESOURCE_EXHAUSTED. */
  readonly refused?: readonly string[];
  /** Calls that never arrive and get no answer. */
  readonly held?: readonly string[];
}

export async function startTemporalProxy(
  target: string,
  { denied = [], refused = [], held = [] }: ProxyOptions,
): Promise<TemporalProxy> {
  const upstream = connect(`http://${target}`);
  const server = createServer();
  const calls: string[] = [];
  const sessions = new Set<Http2Session>();
  server.on('session', (session) => sessions.add(session));
  server.on('stream', (stream, headers) => {
    const name = headers[':path']?.split('/').at(-1) ?? '';
    calls.push(name);
    stream.on('error', () => undefined);
    if (denied.includes(name) || refused.includes(name)) {
      const refusal = denied.includes(name)
        ? { 'grpc-status': '7', 'grpc-message': 'Request unauthorized.' }
        : { 'grpc-status': '8', 'grpc-message': 'namespace rate limit exceeded' };
      const answer = { ':status': 200, 'content-type': 'application/grpc', ...refusal };
      stream.respond(answer, { endStream: true });
      return;
    }
    if (held.includes(name)) return;
    const request = upstream.request(headers);
    let trailers: OutgoingHttpHeaders = {};
    request.on('error', () => {
      stream.close();
    });
    stream.on('close', () => {
      request.close();
    });
    request.on('response', (response, flags) => {
      const endStream = (flags & NGHTTP2_FLAG_END_STREAM) !== 0;
      stream.respond(response, { endStream, waitForTrailers: !endStream });
    });
    request.on('trailers', (sent: OutgoingHttpHeaders) => {
      trailers = sent;
    });
    stream.on('wantTrailers', () => {
      stream.sendTrailers(trailers);
    });
    stream.pipe(request);
    request.pipe(stream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    calls,
    stop: async () => {
      upstream.destroy();
      for (const session of sessions) session.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
