import { Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';

const PROTOCOL_VERSION = '2025-11-25';

/** JSON-RPC over HTTP and nothing else: what a request costs without a client library. */
export interface RawMcpClient {
  /** @throws {Error} When the answer is a JSON-RPC error, or none. */
  request(method: string, params: object): Promise<Record<string, unknown>>;
  close(): void;
}

interface Reply {
  readonly id?: unknown;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** The messages of a body, which is one JSON object or a stream of events. */
function parseReplies(body: string, contentType: string | undefined): Reply[] {
  if (!contentType?.includes('text/event-stream')) return [JSON.parse(body) as Reply];
  return body
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)) as Reply);
}

async function post(url: string, agent: Agent, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': PROTOCOL_VERSION,
    };
    httpRequest(url, { method: 'POST', agent, headers }, resolve).once('error', reject).end(body);
  });
}

/** A client of one MCP server, on connections that are kept. */
export function createRawMcpClient(url: string): RawMcpClient {
  const agent = new Agent({ keepAlive: true });
  let lastId = 0;
  return {
    async request(method, params) {
      const id = ++lastId;
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
      const response = await post(url, agent, body);
      const replies = parseReplies(await text(response), response.headers['content-type']);
      const reply = replies.find((message) => message.id === id) ?? replies.at(-1);
      if (reply?.result) return reply.result;
      throw new Error(`${method} was answered with ${JSON.stringify(reply?.error ?? reply)}`);
    },
    close: () => {
      agent.destroy();
    },
  };
}
