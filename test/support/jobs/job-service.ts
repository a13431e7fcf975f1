import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request as connect,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

import { isRecord } from '../../../src/core/value/is-record.js';

/** A request that a service has got. */
export interface SeenRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Fields of a body that is a form or a JSON object. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly query: URLSearchParams;
  readonly atMs: number;
}

/** A reply: objects are sent as JSON, texts as they are. */
export interface ServiceReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A request to which something happens. */
export interface Exchange {
  readonly seen: SeenRequest;
  readonly response: ServerResponse;
  /** Does what the request asks for. */
  readonly answer: () => Promise<ServiceReply>;
}

/** What happens instead of a reply. */
export type Fault = (exchange: Exchange) => Promise<void> | void;

/** Handles requests whose method and path (without the query) fit. Gets the groups of the pattern, decoded. */
export type Route = readonly [
  method: string,
  path: RegExp,
  handle: (request: SeenRequest, ...groups: string[]) => ServiceReply | Promise<ServiceReply>,
];

/** Fits requests, by a method and a path such as `POST /job/`, or by anything else. */
export type RequestMatch = RegExp | ((request: SeenRequest) => boolean);

/** A service on loopback, which keeps a log of requests and does to replies what a test wants. */
export interface JobService {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  readonly seen: (match: RequestMatch) => readonly SeenRequest[];
  /** Lets the next requests that fit have a fault. Faults of one call happen one after the other. */
  readonly fail: (match: RequestMatch, ...faults: readonly Fault[]) => void;
  readonly stop: () => Promise<void>;
}

export interface JobServiceOptions {
  /** The value of `Authorization` that requests need. Others are answered with 401. */
  readonly authorization?: string;
  /** What happens to a request, unless {@link JobService.fail} says it. */
  readonly faultOf?: (request: SeenRequest) => Fault | undefined;
}

/** Starts a service that answers by a table of routes, and otherwise 404. */
export async function startJobService(
  routes: readonly Route[],
  { authorization, faultOf }: JobServiceOptions = {},
): Promise<JobService> {
  return listen(async (seen) => {
    if (authorization !== undefined && seen.headers['authorization'] !== authorization) {
      return { status: 401, headers: { 'www-authenticate': 'Basic realm="jobs"' } };
    }
    const path = seen.path.replace(/\?.*$/s, '');
    for (const [method, pattern, handle] of routes) {
      const match = method === seen.method ? pattern.exec(path) : null;
      if (match) return handle(seen, ...match.slice(1).map(decodeURIComponent));
    }
    return { status: 404, body: { message: 'Not Found' } };
  }, faultOf);
}

/** Starts a service that passes all requests on to a real one, as they are. */
export async function startJobProxy(target: string): Promise<JobService> {
  return listen(async ({ method, path, headers, body }) => {
    const forwarded = connect(new URL(path, target), { method, headers, agent: false });
    forwarded.end(body);
    const [reply] = (await once(forwarded, 'response')) as [IncomingMessage];
    const replied = toHeaders(reply);
    // They belong to the other connection.
    delete replied['transfer-encoding'];
    delete replied['connection'];
    return { status: reply.statusCode ?? 0, headers: replied, body: await readText(reply) };
  });
}

/** Writes a reply. */
export function writeReply(response: ServerResponse, reply: ServiceReply): void {
  const { status, headers = {}, body } = reply;
  const isJson = body !== undefined && typeof body !== 'string';
  response.writeHead(status, { ...(isJson && { 'content-type': 'application/json' }), ...headers });
  response.end(isJson ? JSON.stringify(body) : body);
}

async function listen(
  answer: (request: SeenRequest) => Promise<ServiceReply>,
  faultOf: JobServiceOptions['faultOf'] = () => undefined,
): Promise<JobService> {
  const requests: SeenRequest[] = [];
  const planned: { readonly match: RequestMatch; readonly faults: Fault[] }[] = [];
  const server = createServer((request, response) => {
    const handle = async (): Promise<void> => {
      const seen = await readRequest(request);
      requests.push(seen);
      const plan = planned.find(({ match, faults }) => faults.length > 0 && fits(seen, match));
      const fault = plan?.faults.shift() ?? faultOf(seen);
      if (fault) await fault({ seen, response, answer: async () => answer(seen) });
      else writeReply(response, await answer(seen));
    };
    handle().catch((error: unknown) => {
      if (!response.headersSent) writeReply(response, { status: 500, body: String(error) });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    seen: (match) => requests.filter((request) => fits(request, match)),
    fail: (match, ...faults) => {
      planned.push({ match, faults: [...faults] });
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function fits(request: SeenRequest, match: RequestMatch): boolean {
  return typeof match === 'function'
    ? match(request)
    : match.test(`${request.method} ${request.path}`);
}

async function readText(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function toHeaders(message: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name, String(value)]),
  );
}

async function readRequest(request: IncomingMessage): Promise<SeenRequest> {
  const { method = '', url: path = '' } = request;
  const body = await readText(request);
  const headers = toHeaders(request);
  return {
    method,
    path,
    headers,
    body,
    fields: readFields(headers['content-type'] ?? '', body),
    query: new URL(path, 'http://localhost').searchParams,
    atMs: Date.now(),
  };
}

function readFields(type: string, body: string): SeenRequest['fields'] {
  if (body === '') return {};
  if (type.includes('json')) {
    const value: unknown = JSON.parse(body);
    return isRecord(value) ? value : {};
  }
  return type.includes('form-urlencoded') ? Object.fromEntries(new URLSearchParams(body)) : {};
}
