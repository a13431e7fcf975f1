import { beforeAll } from '@jest/globals';

import { createWireCheck } from './conformance/wire-check.js';
import { createWireLog, type WireLog } from './conformance/wire-log.js';
import {
  connectStatelessHttp,
  type HttpReply,
  type StatelessHttp,
  type StatelessMcp,
  type StatelessRequestOptions,
} from './raw-mcp-2026.js';
import type { RawMessage } from './raw-mcp.js';
import { type TestServers, withTestServers } from './with-test-server.js';

/** The servers and the client that the tests of a file share. */
export interface Rev2026Servers extends TestServers {
  /** A client of 2026-07-28 of the HTTP server. */
  readonly peer: StatelessHttp;
  /** The log for further connections of a test. */
  readonly log: WireLog;
}

/** Starts the servers of a test file with a client of 2026-07-28, and checks their messages to it. */
export function withRev2026Servers(): () => Rev2026Servers {
  const servers = withTestServers();
  let own: Pick<Rev2026Servers, 'peer' | 'log'> | undefined;
  beforeAll(async () => {
    const log = createWireLog(await createWireCheck(), ['server']);
    own = { log, peer: connectStatelessHttp(servers().url, log) };
  });

  return () => {
    if (!own) throw new Error('The servers are there in tests only.');
    return { ...servers(), ...own };
  };
}

/** A tool, its arguments, and other parts of the request. */
type ToolCall = readonly [
  name: string,
  args?: object,
  options?: StatelessRequestOptions & { readonly params?: Record<string, unknown> },
];

/** Calls a tool, and returns the reply of any type. */
export async function send(
  mcp: StatelessMcp,
  ...[name, args = {}, { params, ...options } = {}]: ToolCall
): Promise<RawMessage> {
  return mcp.request('tools/call', { name, arguments: args, ...params }, options);
}

/** Returns the HTTP status and the error code of a reply. Throws if it is no error. */
export async function refusalOf(
  reply: Promise<HttpReply>,
): Promise<{ status: number; code: number }> {
  const { status, message } = await reply;
  if (message?.error) return { status, code: message.error.code };
  throw new Error(`No error, but HTTP ${status}: ${JSON.stringify(message?.result)}`);
}

/** The keys of the questions in a task or a call's result. */
export function keysOf(result: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(result['inputRequests'] ?? {});
}
