/** Clients of either generation that write numbers with any digits, as clients in Python and Go do, and show raw texts. */
import { toHeaders2026 } from '../../lab/wire/revisions.js';
import { openStdio } from '../../lab/wire/stdio.js';
import { isRecord } from '../../src/core/value/is-record.js';

import { eventually } from './eventually.js';
import { envelope } from './raw-mcp-2026.js';
import { initializeParams, parseBody, post, type RawMessage } from './raw-mcp.js';
import { serverCommand } from './start-mcp-server.js';
import type { GENERATIONS } from './with-existing-workflows.js';
import type { TestServers } from './with-test-server.js';

type Params = Readonly<Record<string, unknown>>;

/** A number of a message, which is written with these digits. */
export const exactly = (digits: string): string => `number:${digits}`;

/** The JSON of a message, with the digits of {@link exactly}. */
export function toExactText(message: object): string {
  return JSON.stringify({ jsonrpc: '2.0', ...message }).replaceAll(/"number:([^"]*)"/g, '$1');
}

/** The reply to a request: its text as it came, and what `JSON.parse` makes of it. */
export interface ExactReply {
  readonly text: string;
  readonly message: RawMessage;
}

interface Connection {
  readonly request: (method: string, params?: Params) => Promise<ExactReply>;
  /** Texts of the server's requests so far. Over HTTP there are none. */
  readonly asked: () => readonly string[];
  /** Answers the next requests of the server, each with one of these results. */
  readonly answerWith: (...results: readonly object[]) => void;
  readonly close: () => Promise<void>;
}

export interface ExactClient extends Connection {
  /** Calls a tool as a task, and returns the task's ID. */
  readonly start: (name: string, args: Params) => Promise<string>;
}

const CAPABILITIES = { elicitation: { form: {} } };
let ids = 0;

function toRequest(generation: (typeof GENERATIONS)[number], method: string, params: Params) {
  const own = isRecord(params['_meta']) ? params['_meta'] : {};
  const _meta = { ...(generation === '2026-07-28' && envelope()), ...own };
  ids += 1;
  return { jsonrpc: '2.0', id: `exact-${ids}`, method, params: { ...params, _meta } } as const;
}

function connectHttp(generation: (typeof GENERATIONS)[number], url: string): Connection {
  return {
    request: async (method, params = {}) => {
      const request = toRequest(generation, method, params);
      const { uri } = params;
      const headers = {
        ...(generation === '2026-07-28' && toHeaders2026(request)),
        ...(typeof uri === 'string' && { 'mcp-name': uri }),
      };
      const response = await post(url, toExactText(request), { headers });
      const text = await response.text();
      const message = parseBody(text, response.headers.get('content-type')).at(-1);
      if (!message) throw new Error(`No reply to ${method}: HTTP ${response.status}`);
      return { text, message };
    },
    asked: () => [],
    answerWith: () => undefined,
    close: async () => Promise.resolve(),
  };
}

async function openLines(
  generation: (typeof GENERATIONS)[number],
  { options }: TestServers,
): Promise<Connection> {
  const { sendLine, listen, close } = openStdio(serverCommand('--stdio', options));
  const replies: ExactReply[] = [];
  const asked: string[] = [];
  const answers: object[] = [];
  listen((message, text) => {
    if (message.method === undefined) replies.push({ message, text });
    else if (message.id !== undefined) {
      asked.push(text);
      const result = answers.shift();
      if (result) sendLine(toExactText({ id: message.id, result }));
    }
  });
  const request: Connection['request'] = async (method, params = {}) => {
    const sent = toRequest(generation, method, params);
    sendLine(toExactText(sent));
    return eventually(`a reply to ${method}`, () =>
      replies.find(({ message }) => message.id === sent.id),
    );
  };
  if (generation === '2025-11-25') {
    await request('initialize', initializeParams('2025-11-25', CAPABILITIES));
    sendLine(toExactText({ method: 'notifications/initialized' }));
  }
  return {
    request,
    asked: () => asked,
    answerWith: (...results) => {
      answers.push(...results);
    },
    close,
  };
}

/** Connects over a transport. */
export async function connectExactly(
  generation: (typeof GENERATIONS)[number],
  transport: 'http' | 'stdio',
  servers: TestServers,
): Promise<ExactClient> {
  const connection =
    transport === 'http'
      ? connectHttp(generation, servers.url)
      : await openLines(generation, servers);
  return {
    ...connection,
    start: async (name, args) => {
      const task = generation === '2025-11-25' ? { task: {} } : {};
      const call = { name, arguments: args, ...task };
      const { message } = await connection.request('tools/call', call);
      const result = message.result as { taskId?: string; task?: { taskId: string } };
      return String(result.taskId ?? result.task?.taskId);
    },
  };
}
