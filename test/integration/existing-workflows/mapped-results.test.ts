import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import { eventually } from '../../support/eventually.js';
import { connectRawHttp } from '../../support/raw-mcp.js';
import { startMcpServer } from '../../support/start-mcp-server.js';
import { createTask, errorOf, resultOf } from '../../support/steps/rev2025-task-steps.js';
import { createTestFolder } from '../../support/test-folder.js';
import { connectAny, GENERATIONS } from '../../support/with-existing-workflows.js';
import { withTestServers } from '../../support/with-test-server.js';

const MANIFEST = fileURLToPath(new URL('./mapped-results.yaml', import.meta.url));

const given = withTestServers(MANIFEST);

interface Result {
  readonly content: readonly {
    readonly type: string;
    readonly text?: string;
    readonly uri?: string;
  }[];
  readonly structuredContent?: unknown;
}

/** The client of an official SDK. */
interface SdkClient {
  readonly announces: () => unknown;
  readonly list: () => Promise<unknown>;
  readonly call: (name: string, args: Record<string, unknown>) => Promise<Result>;
  readonly read: (uri: string) => Promise<unknown>;
  readonly templates: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

async function connect(generation: string, url: string): Promise<SdkClient> {
  const info = { name: 'some-host', version: '1.0.0' };
  const isNew = generation === '2026-07-28';
  const client = isNew
    ? new ClientV2(info, { versionNegotiation: { mode: 'auto' } })
    : new ClientV1(info);
  if (client instanceof ClientV2) await client.connect(new HttpV2(new URL(url)));
  else await client.connect(new HttpV1(new URL(url)));
  return {
    announces: () => client.getServerCapabilities()?.resources,
    list: async () => client.listTools(),
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as Result,
    read: async (uri) => (await client.readResource({ uri })).contents,
    templates: async () => (await client.listResourceTemplates()).resourceTemplates,
    close: async () => client.close(),
  };
}

const uriOf = ({ content }: Result): string =>
  content.find(({ type }) => type === 'resource_link')?.uri ?? 'none';

describe.each(GENERATIONS)('a client of %s', (generation) => {
  let client: SdkClient;

  beforeAll(async () => {
    client = await connect(generation, given().url);
  });

  afterAll(async () => {
    await client.close();
  });

  it('calls a Workflow of another shape, and gets of its result what the manifest says', async () => {
    expect(await client.call('report', { id: 'r-1', language: 'de' })).toMatchObject({
      content: [{ type: 'text', text: 'Report r-1 (de): 50 cents a row' }],
      structuredContent: { report: 'r-1', total: 100 },
    });
  });

  it('gets what does not fit the output schema as text, with a warning', async () => {
    // An SDK that has listed the tools checks results against the schemas.
    await client.list();
    const warning =
      'The work is done, but its result does not match what the tool declares: /nothing is required. It follows unchanged.';
    const { content, structuredContent } = await client.call('report_wrongly', { id: 'r-2' });

    expect(structuredContent).toMatchObject({ warning, returned: { id: 'r-2' } });
    expect(content[0]).toStrictEqual({ type: 'text', text: warning });
    expect(content[1]?.text).toContain('"id":"r-2"');
  });

  it('gets of a Query and an Update what the manifest says', async () => {
    const any = await connectAny(generation, given().url);
    const task_id = await any.start('buy', { item: 'a lamp', cents: 7 });

    expect(await any.call('show_price', { task_id })).toMatchObject({
      content: [{ type: 'text', text: 'a lamp for 7' }],
      structuredContent: { price: 7 },
    });
    expect(await any.call('double_price', { task_id, half: 8 })).toMatchObject({
      content: [{ type: 'text', text: 'Now 16' }],
    });
  });

  it('is told that the server has resources', async () => {
    expect(client.announces()).toStrictEqual({});
    expect(await client.templates()).toMatchObject([
      { uriTemplate: 'temporal-task:///{task_id}/result' },
    ]);
  });

  it('reads a large result by the link that it has in its place', async () => {
    const result = await client.call('report_in_full', { id: 'r-2', rows: 100 });
    const uri = uriOf(result);
    const contents = (await client.read(uri)) as { text: string }[];

    expect(result.content).toMatchObject([
      { type: 'text', text: expect.stringContaining(`Report r-2\n\n"rows of r-2" (`) },
      { type: 'resource_link', name: 'rows of r-2', mimeType: 'application/json' },
    ]);
    expect(result).not.toHaveProperty('structuredContent');
    expect(contents).toMatchObject([{ uri, mimeType: 'application/json' }]);
    expect(JSON.parse(contents[0]?.text ?? '')).toHaveLength(100);
  });

  it('gets a small result of the same tool at once', async () => {
    expect(await client.call('report_in_full', { id: 'r-3' })).toMatchObject({
      content: [{ type: 'text', text: 'Report r-3' }],
      structuredContent: { id: 'r-3', rows: [{}, {}] },
    });
  });

  it('gets returned bytes as a picture, a file or a link, whose resource is a blob', async () => {
    const data = 'AAH+/w==';
    const uri = expect.stringMatching(/^temporal-task:.*\/result$/) as unknown;
    const resource = { uri, mimeType: 'application/pdf', blob: data };

    expect((await client.call('picture', { id: 'r-9' })).content).toMatchObject([
      { type: 'text', text: 'Beside this text, the result has a picture (image/gif).' },
      { type: 'image', mimeType: 'image/gif', data: 'R0lGODlhAQABAAAAACw=' },
    ]);
    expect((await client.call('no_picture', {})).content).toMatchObject([
      { type: 'text', text: 'Beside this text, the result has a file (image/png).' },
      { type: 'resource', resource: { uri, mimeType: 'image/png', blob: data } },
    ]);
    expect((await client.call('file', {})).content).toMatchObject([
      { type: 'text', text: expect.stringMatching(/^Here it is\n\n.*application\/pdf/) },
      { type: 'resource', resource },
    ]);
    const large = await client.call('large_file', {});
    expect(large.content).toMatchObject([
      {},
      { type: 'resource_link', name: 'bill.pdf', mimeType: 'application/pdf', size: 4 },
    ]);
    expect(await client.read(uriOf(large))).toMatchObject([
      { uri: uriOf(large), mimeType: 'application/pdf', blob: data },
    ]);
  });

  it('is told that a manifest does not fit, and that nothing is lost', async () => {
    const words = /result\.structured: Invalid type: sum\(\).*Nothing is lost/;

    expect(await client.call('report_with_slip', { id: 'r' })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(words) }],
    });
  });
});

describe('the resource of a task', () => {
  const CODES = { '2025-11-25': -32002, '2026-07-28': -32602 } as const;
  const NOT_FOUND = 'Resource not found: its URI is unknown, or it is no longer kept.';

  it('is in the result of the task as well, and read by any process', async () => {
    const mcp = given().http;
    const taskId = await createTask(mcp, 'report_in_full', { arguments: { id: 'r', rows: 100 } });
    const result = (await resultOf(mcp.request('tasks/result', { taskId }))) as unknown as Result;
    const other = await startMcpServer(given().options);
    try {
      const contents = await resultOf(
        connectRawHttp(other.url).request('resources/read', { uri: uriOf(result) }),
      );

      expect(uriOf(result)).toBe(`temporal-task:///${taskId}/result`);
      expect(contents).toMatchObject({ contents: [{ uri: uriOf(result) }] });
    } finally {
      await other.stop();
    }
  });

  it('looks the same to somebody else, when it is unknown, and when it has expired', async () => {
    const owner = await connect('2025-11-25', given().url);
    const foreign = uriOf(await owner.call('report_in_full', { id: 'r', rows: 100 }));
    const expired = uriOf(await owner.call('report_briefly', { id: 'r' }));
    await owner.close();
    await eventually('the task has expired', async () => {
      const { error } = await given().http.request('resources/read', { uri: expired });
      return error;
    });
    const stranger = await startMcpServer({
      ...given().options,
      environment: { TEMPORAL_MCP_TASKS_SECRET: 'another secret, which makes other owners of all' },
    });
    try {
      for (const generation of GENERATIONS) {
        const answers = await Promise.all(
          [
            [stranger.url, foreign],
            [given().url, foreign.replace(/[a-z2-7]{5}\/result$/, 'aaaaa/result')],
            [given().url, 'file:///etc/passwd'],
            [given().url, expired],
          ].map(async ([url = '', uri = '']) => readRaw(generation, url, uri)),
        );

        expect(answers).toStrictEqual(
          answers.map(() => ({ code: CODES[generation], message: NOT_FOUND })),
        );
      }
    } finally {
      await stranger.stop();
    }
  });

  it('is refused without a URI', async () => {
    expect(await errorOf(given().http.request('resources/read', {}))).toMatchObject({
      code: -32602,
      message: 'Invalid params: "uri" must be the URI of a resource.',
    });
  });
});

/** The error that a client gets who reads a resource. */
async function readRaw(generation: string, url: string, uri: string): Promise<unknown> {
  const client = await connect(generation, url);
  try {
    return await client.read(uri);
  } catch (error) {
    const { code, message } = error as { code: number; message: string };
    return { code, message: message.replace(/^MCP error -\d+: /, '') };
  } finally {
    await client.close();
  }
}

describe('a manifest that has been mended', () => {
  const MENDED = `tools: { report_with_slip: { workflow: { type: writeReport, taskQueue: q }, result: { structured: '{ id: $result.id }' } } }`;

  it('gives what the Workflow had returned before, in another process', async () => {
    const { http, options } = given();
    const taskId = await createTask(http, 'report_with_slip', { arguments: { id: 'r-9' } });
    expect(await resultOf(http.request('tasks/result', { taskId }))).toMatchObject({
      isError: true,
    });
    const folder = await createTestFolder({ 'mended.yaml': MENDED });
    const mended = await startMcpServer({ ...options, manifest: `${folder.path}/mended.yaml` });
    try {
      const mcp = connectRawHttp(mended.url);

      expect(await resultOf(mcp.request('tasks/result', { taskId }))).toMatchObject({
        structuredContent: { id: 'r-9' },
      });
    } finally {
      await mended.stop();
      await folder.remove();
    }
  });
});
