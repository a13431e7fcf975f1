/** Clients with validators of their own, which judge schemas and results of a server. */
import {
  Client as Client2,
  StreamableHTTPClientTransport as Transport2,
} from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import { preparePythonHosts, runPythonScript } from './python-hosts.js';

/** The arguments of each call, by tool. */
export type JudgedCalls = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

export interface Judgement {
  readonly listed: readonly string[];
  /** The structured content of each call, or the client's error, by tool. */
  readonly given: Readonly<Record<string, readonly unknown[]>>;
}

export interface Judge {
  readonly name: string;
  /** The revision that the client negotiates. */
  readonly revision: '2025-11-25' | '2026-07-28';
  /** `undefined` if the machine cannot run the client. */
  readonly judge: ((url: string, calls: JudgedCalls) => Promise<Judgement>) | undefined;
}

const info = { name: 'schema-judge', version: '0.0.0' };

async function judgeBy(client: Client1 | Client2, calls: JudgedCalls): Promise<Judgement> {
  const { tools } = await client.listTools();
  const call = async (name: string, args: Readonly<Record<string, unknown>>): Promise<unknown> =>
    client
      .callTool({ name, arguments: args })
      .then((result): unknown => result.structuredContent, String);
  const results = await Promise.all(
    Object.entries(calls).map(
      async ([name, every]) =>
        [name, await Promise.all(every.map(async (args) => call(name, args)))] as const,
    ),
  );
  await client.close();
  return { listed: tools.map(({ name }) => name), given: Object.fromEntries(results) };
}

function byPython(python: string | undefined, script: string): Judge['judge'] {
  if (python === undefined) return undefined;
  return async (url, tools) =>
    (await runPythonScript(python, script, { url, shared: { tools } })) as Judgement;
}

const [mcp1, mcp2] = await Promise.all([preparePythonHosts('mcp1'), preparePythonHosts('mcp2')]);

export const SCHEMA_JUDGES: readonly Judge[] = [
  {
    name: 'the TypeScript SDK 1',
    revision: '2025-11-25',
    judge: async (url: string, calls: JudgedCalls): Promise<Judgement> => {
      const client = new Client1(info);
      await client.connect(new Transport1(new URL(url)));
      return judgeBy(client, calls);
    },
  },
  {
    name: 'the TypeScript SDK 2 with 2025-11-25',
    revision: '2025-11-25',
    judge: async (url: string, calls: JudgedCalls): Promise<Judgement> => {
      const client = new Client2(info);
      await client.connect(new Transport2(new URL(url)));
      return judgeBy(client, calls);
    },
  },
  {
    name: 'the TypeScript SDK 2 with 2026-07-28',
    revision: '2026-07-28',
    judge: async (url: string, calls: JudgedCalls): Promise<Judgement> => {
      const client = new Client2(info, { versionNegotiation: { mode: 'auto' } });
      await client.connect(new Transport2(new URL(url)));
      return judgeBy(client, calls);
    },
  },
  {
    name: 'the Python SDK 1',
    revision: '2025-11-25',
    judge: byPython(mcp1, 'judged_schemas.py'),
  },
  {
    name: 'the Python SDK 2',
    revision: '2025-11-25',
    judge: byPython(mcp2, 'judged_schemas.py'),
  },
  {
    name: 'FastMCP 4',
    revision: '2026-07-28',
    judge: byPython(mcp2, 'judged_schemas_fastmcp.py'),
  },
];
