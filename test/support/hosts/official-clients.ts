/** Clients of both official SDKs with default options, as hosts without tasks and questions use them. */
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

import { serverCommand } from '../start-mcp-server.js';

import type { HostServer } from './with-host-server.js';

/** A tool call, as hosts make it. */
export interface HostCall {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

/** The members of a tool result that tests read. */
export interface HostResult {
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
}

/** A host without tasks. */
export interface PlainHost {
  readonly listTools: () => Promise<readonly string[]>;
  /** Rejects if the reply is a JSON-RPC error, or if the client refuses the result. */
  readonly call: (call: HostCall) => Promise<HostResult>;
  readonly close: () => Promise<void>;
}

/** Connects a host to a server. */
export type ConnectHost = (server: HostServer) => Promise<PlainHost>;

const info = { name: 'some-host', version: '1.0.0' };

function stdioParameters({ options }: HostServer): {
  command: string;
  args: string[];
  env: Record<string, string>;
  stderr: 'ignore';
} {
  return { ...serverCommand('--stdio', options), stderr: 'ignore' };
}

const httpV1 = ({ url }: HostServer): Transport => new HttpV1(new URL(url));
const stdioV1 = (server: HostServer): Transport => new StdioV1(stdioParameters(server));

function connectV1(toTransport: (server: HostServer) => Transport): ConnectHost {
  return async (server) => {
    const client = new ClientV1(info);
    await client.connect(toTransport(server));
    return {
      listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: async (call) => (await client.callTool({ ...call })) as HostResult,
      close: async () => client.close(),
    };
  };
}

function connectV2(
  toTransport: (server: HostServer) => HttpV2 | StdioV2,
  revision: '2025-11-25' | '2026-07-28',
): ConnectHost {
  return async (server) => {
    const isNew = revision === '2026-07-28';
    const client = new ClientV2(info, isNew ? { versionNegotiation: { mode: 'auto' } } : {});
    await client.connect(toTransport(server));
    return {
      listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: async (call) => (await client.callTool({ ...call })) as HostResult,
      close: async () => client.close(),
    };
  };
}

const httpV2 = ({ url }: HostServer): HttpV2 => new HttpV2(new URL(url));
const stdioV2 = (server: HostServer): StdioV2 => new StdioV2(stdioParameters(server));

/** Each client with each transport and revision that it supports. */
export const OFFICIAL_CLIENTS: readonly (readonly [name: string, connect: ConnectHost])[] = [
  ['SDK 1 over HTTP', connectV1(httpV1)],
  ['SDK 1 over stdio', connectV1(stdioV1)],
  ['SDK 2 in 2025-11-25 over HTTP', connectV2(httpV2, '2025-11-25')],
  ['SDK 2 in 2025-11-25 over stdio', connectV2(stdioV2, '2025-11-25')],
  ['SDK 2 in 2026-07-28 over HTTP', connectV2(httpV2, '2026-07-28')],
  ['SDK 2 in 2026-07-28 over stdio', connectV2(stdioV2, '2026-07-28')],
];
