import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { TASKS_EXTENSION, toHeaders2026 } from '../../../lab/wire/revisions.js';
import { isRecord } from '../../../src/core/value/is-record.js';
import { parseBody } from '../raw-mcp.js';

export const GATEWAY_PREFIX = 'shop___';
/** Members of results that the gateway drops. */
const UNKNOWN = ['_meta', 'ttlMs'];
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

interface Request {
  readonly id: string;
  readonly method: string;
  readonly params?: Record<string, unknown>;
}

const wrap = (taskId: string): string => `wrapped.${Buffer.from(taskId).toString('base64url')}`;
const unwrap = (taskId: string): string =>
  Buffer.from(taskId.replace('wrapped.', ''), 'base64url').toString();

/** Renames the tool, unwraps the task, and declares the extension with settings of its own. */
function toServer({ params = {}, ...request }: Request): Request {
  const { name, taskId, _meta } = params;
  const meta = isRecord(_meta) ? _meta : {};
  const declared = isRecord(meta[CAPABILITIES]) ? meta[CAPABILITIES] : {};
  const extensions = isRecord(declared['extensions']) && {
    extensions: { [TASKS_EXTENSION]: { version: '1.0.0' } },
  };
  return {
    ...request,
    params: {
      ...params,
      ...(typeof name === 'string' && { name: name.replace(GATEWAY_PREFIX, '') }),
      ...(typeof taskId === 'string' && { taskId: unwrap(taskId) }),
      _meta: { ...meta, [CAPABILITIES]: { ...declared, ...extensions } },
    },
  };
}

/** Names tools as clients see them, wraps the task's ID, and drops members that the gateway does not know. */
function toClient(result: unknown): unknown {
  if (!isRecord(result)) return result;
  const { tools, taskId } = result;
  const known = Object.entries(result).filter(([name]) => !UNKNOWN.includes(name));
  return {
    ...Object.fromEntries(known),
    ...(typeof taskId === 'string' && { taskId: wrap(taskId) }),
    ...(Array.isArray(tools) && {
      tools: tools.map((tool: { name: string }) => ({
        ...tool,
        name: `${GATEWAY_PREFIX}${tool.name}`,
      })),
    }),
  };
}

async function forward(request: IncomingMessage, response: ServerResponse, server: string) {
  if (request.method !== 'POST') {
    response.writeHead(405).end();
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const sent = toServer(JSON.parse(Buffer.concat(chunks).toString()) as Request);
  const named = toHeaders2026(sent);
  const name = named['mcp-name'];
  const answer = await fetch(server, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...named,
      ...(name !== undefined && {
        'mcp-name': `=?base64?${Buffer.from(name).toString('base64')}?=`,
      }),
    },
    body: JSON.stringify(sent),
  });
  // The whole stream is buffered.
  const messages = parseBody(await answer.text(), answer.headers.get('content-type'));
  const last = messages.find(({ id }) => id === sent.id);
  const body = last && { ...last, ...('result' in last && { result: toClient(last.result) }) };
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/**
 * Starts a gateway for 2026-07-28 that prefixes tools, wraps task IDs, buffers streams, writes `Mcp-Name` in Base64 and
 * drops `_meta` and `ttlMs`.
 */
export async function startSmallGateway(
  server: string,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const gateway = createServer((request, response) => {
    forward(request, response, server).catch((error: unknown) => {
      response.writeHead(502).end(String(error));
    });
  });
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const { port } = gateway.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: async () => {
      gateway.closeAllConnections();
      gateway.close();
      await once(gateway, 'close');
    },
  };
}
