/** Clients check each result against its schema, and compile the schemas of all tools before the first call. */
import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  Client as Client2,
  StreamableHTTPClientTransport as Transport2,
} from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Ajv2020 } from 'ajv/dist/2020.js';

import { preparePythonHosts, runPythonScript } from '../../support/hosts/python-hosts.js';
import { resultOf } from '../../support/steps/rev2025-task-steps.js';
import { withTestServers } from '../../support/with-test-server.js';

const MANIFEST = fileURLToPath(new URL('../../support/referring-schemas.yaml', import.meta.url));
const given = withTestServers(MANIFEST);

const TOOLS = [
  ...['defs', 'definitions', 'all_of', 'with_id', 'with_the_same_id', 'anchor', 'itself'],
] as const;
const FITTING = { lines: [{ sku: 'a' }] };
const MISFIT = { lines: [{ sku: 1 }] };
const CALLS = [
  { value: FITTING, seconds: 0 },
  { value: MISFIT, seconds: 0 },
  { value: FITTING, seconds: 60 },
];

interface Report {
  readonly listed: readonly string[];
  /** The structured content of each call, or the client's error, by tool. */
  readonly given: Readonly<Record<string, readonly unknown[]>>;
}

type Run = (url: string) => Promise<Report>;

async function runTypeScript(client: Client1 | Client2): Promise<Report> {
  const { tools } = await client.listTools();
  const call = async (name: string, args: Record<string, unknown>): Promise<unknown> =>
    client
      .callTool({ name, arguments: args })
      .then(({ structuredContent }) => structuredContent, String);
  const results = await Promise.all(
    TOOLS.map(async (name) => Promise.all(CALLS.map(async (args) => call(name, args)))),
  );
  await client.close();
  return {
    listed: tools.map(({ name }) => name),
    given: Object.fromEntries(TOOLS.map((name, index) => [name, results[index] ?? []])),
  };
}

const python = await Promise.all([preparePythonHosts('mcp1'), preparePythonHosts('mcp2')]);

function ofPython(program: string | undefined): Run | undefined {
  if (program === undefined) return undefined;
  const tools = Object.fromEntries(TOOLS.map((name) => [name, CALLS]));
  return async (url) =>
    (await runPythonScript(program, 'referring_schemas.py', { url, shared: { tools } })) as Report;
}

const clients: readonly { readonly name: string; readonly run: Run | undefined }[] = [
  {
    name: 'the TypeScript SDK 1',
    run: async (url) => {
      const client = new Client1({ name: 'sdk-1', version: '0.0.0' });
      await client.connect(new Transport1(new URL(url)));
      return runTypeScript(client);
    },
  },
  {
    name: 'the TypeScript SDK 2',
    run: async (url) => {
      const client = new Client2({ name: 'sdk-2', version: '0.0.0' });
      await client.connect(new Transport2(new URL(url)));
      return runTypeScript(client);
    },
  },
  { name: 'the Python SDK 1', run: ofPython(python[0]) },
  { name: 'the Python SDK 2', run: ofPython(python[1]) },
];

describe.each(clients)('with schemas that refer to their own parts, $name', ({ run }) => {
  (run ? describe : describe.skip)('', () => {
    let report: Report;
    beforeAll(async () => {
      if (run) report = await run(given().url);
    }, 120_000);

    it('lists all tools', () => {
      expect(report.listed).toStrictEqual(expect.arrayContaining([...TOOLS, 'change']));
    });

    it.each(TOOLS)('takes a result, a misfit and a handle of %s', (tool) => {
      expect(report.given[tool]).toStrictEqual([
        FITTING,
        { warning: expect.any(String), returned: MISFIT },
        expect.objectContaining({ taskId: expect.any(String), status: 'working' }),
      ]);
    });
  });
});

it('an action asks only its own arguments for the task', async () => {
  const { tools } = await resultOf(given().http.request('tools/list'));
  const action = (tools as { name: string; inputSchema: object }[]).find(
    ({ name }) => name === 'change',
  );
  const isValid = new Ajv2020({ strict: false }).compile(action?.inputSchema ?? {});

  expect(isValid({ task_id: 'x', name: 'a', children: [{ name: 'b' }] })).toBe(true);
  expect(isValid({ name: 'a' })).toBe(false);
});
