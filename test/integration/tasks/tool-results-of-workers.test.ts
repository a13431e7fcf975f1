/** What Workers write as a tool result, as clients of each revision get it. */
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';

import { eventually } from '../../support/eventually.js';
import { connectRawStdio, initializeParams, parseBody } from '../../support/raw-mcp.js';
import { createTask, resultOf } from '../../support/steps/rev2025-task-steps.js';
import { connectAny, GENERATIONS } from '../../support/with-existing-workflows.js';
import { withTestServers } from '../../support/with-test-server.js';

const MANIFEST = fileURLToPath(
  new URL('../../support/manifests/tool-results.yaml', import.meta.url),
);

const given = withTestServers(MANIFEST);

const text = (words: string) => ({ type: 'text', text: words });
/** The members that mcp.types.CallToolResult of Python writes without a value. */
const UNSET = { structuredContent: null, _meta: null, resultType: 'complete' };
const REFUSAL = { content: [{ ...text('Refused: no funds'), annotations: null }], isError: true };
const BLOCKS = [
  { ...text('Paid'), annotations: null, _meta: null },
  { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png', annotations: null },
  { type: 'audio', data: 'AAAA', mimeType: 'audio/wav', annotations: { priority: null } },
  { type: 'resource', resource: { uri: 'file:///a', text: 'a', mimeType: null, blob: null } },
  { type: 'resource_link', uri: 'file:///b', name: 'b', size: null, title: null, icons: null },
];
const SENT = [
  text('Paid'),
  { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
  { type: 'audio', data: 'AAAA', mimeType: 'audio/wav', annotations: {} },
  { type: 'resource', resource: { uri: 'file:///a', text: 'a' } },
  { type: 'resource_link', uri: 'file:///b', name: 'b' },
];

type Result = Readonly<Record<string, unknown>>;

/** The client of an official SDK, which checks what it gets. */
interface OfficialClient {
  /** The client keeps the output schemas that are listed, and checks results by them. */
  readonly list: () => Promise<unknown>;
  readonly call: (name: string, args: object) => Promise<Result>;
  readonly read: (uri: string) => Promise<readonly Result[]>;
  readonly close: () => Promise<void>;
}

async function connectOfficial(generation: string): Promise<OfficialClient> {
  const info = { name: 'some-host', version: '1.0.0' };
  const url = new URL(given().url);
  const isNew = generation === '2026-07-28';
  const client = isNew
    ? new ClientV2(info, { versionNegotiation: { mode: 'auto' } })
    : new ClientV1(info);
  if (client instanceof ClientV2) await client.connect(new HttpV2(url));
  else await client.connect(new HttpV1(url));
  return {
    list: async () => client.listTools(),
    call: async (name, args) => client.callTool({ name, arguments: { ...args } }),
    read: async (uri) => (await client.readResource({ uri })).contents,
    close: async () => client.close(),
  };
}

describe.each(GENERATIONS)('the official client of %s', (generation) => {
  let client: OfficialClient;
  beforeAll(async () => {
    client = await connectOfficial(generation);
  });
  afterAll(async () => client.close());

  const call = async (value: unknown, name = 'return_json'): Promise<Result> =>
    client.call(name, { json: JSON.stringify(value) });

  it('is shown a refusal whose other members are null as a refusal', async () => {
    expect(await call({ ...REFUSAL, ...UNSET })).toMatchObject({
      content: [text('Refused: no funds')],
      isError: true,
    });
  });

  it('gets blocks without the members that are null', async () => {
    const { content, isError } = await call({ content: BLOCKS, isError: null, ...UNSET });

    expect(content).toStrictEqual(SENT);
    expect(isError).toBeUndefined();
  });

  it('gets as text what MCP does not take as a block, and the other blocks as they are', async () => {
    const picture = { type: 'image', data: 'not base64!', mimeType: 'image/png' };
    const file = { type: 'resource', resource: { uri: 'file:///a' } };
    const { content } = await call({ content: [text('Paid'), picture, file] });

    expect(content).toStrictEqual([
      text('Paid'),
      text(JSON.stringify(picture)),
      text(JSON.stringify(file)),
    ]);
    await eventually('the log says so', () =>
      Promise.resolve(given().readLog().includes('/content/1/data')),
    );
  });

  it('gets a picture that models refuse as a file, which the log says', async () => {
    const data = 'PHN2Zy8+';
    const picture = { type: 'image', data, mimeType: 'image/svg+xml' };
    const { content } = await call({ content: [text('Drawn'), picture] });

    expect(content).toStrictEqual([
      text('Drawn'),
      {
        type: 'resource',
        resource: { uri: 'result:/content/1', mimeType: 'image/svg+xml', blob: data },
      },
    ]);
    await eventually('the log says so', () =>
      Promise.resolve(given().readLog().includes('/content/1/mimeType')),
    );
  });

  it('takes a sum in cents, which it would refuse by the schema of the manifest', async () => {
    await client.list();
    const priced = { total: 19.99, day: '2026-11-28' };

    expect(await call(priced, 'priced')).toMatchObject({ structuredContent: priced });
  });

  it('gets objects for the empty lists of a Worker in PHP', async () => {
    await client.list();

    expect(await call({ total: null, meta: [] }, 'priced')).toMatchObject({
      structuredContent: { meta: {} },
      content: [text('{"meta":{}}')],
    });
    expect(
      await call({ content: [text('Paid')], structuredContent: [], _meta: [] }, 'priced'),
    ).toMatchObject({ structuredContent: {}, content: [text('Paid')] });
  });

  it.each([{ total: 19.995 }, { day: 'tomorrow' }])(
    'is told by the server that %j does not fit, and throws no error after the work',
    async (misfit) => {
      await client.list();

      expect(await call(misfit, 'priced')).toMatchObject({
        isError: true,
        content: [text(expect.stringContaining('The work is done') as unknown as string)],
      });
    },
  );

  it('gets data with a member that no tool result has as data', async () => {
    const order = { content: [text('Paid')], total: 7 };

    expect((await call(order))['structuredContent']).toStrictEqual(order);
  });

  it('is shown an error under its name in Python as one, and the log names that', async () => {
    const written = { content: [text('Refused')], is_error: true, structured_content: null };

    expect(await call(written)).toMatchObject({ isError: true, structuredContent: written });
    await eventually('the log says so', () =>
      Promise.resolve(given().readLog().includes('by_alias=True')),
    );
  });

  it('is shown a refusal although the manifest maps results', async () => {
    expect(await call({ ...REFUSAL, ...UNSET }, 'mapped_json')).toMatchObject({
      content: [text('Refused: no funds')],
      isError: true,
    });
    expect(await call({ a: 1 }, 'mapped_json')).toMatchObject({ content: [text('Mapped 1')] });
  });

  it('gets the same of a Query and an Update', async () => {
    const any = await connectAny(generation, given().url);
    const task_id = await any.start('answer_json', {
      json: JSON.stringify({ ...REFUSAL, ...UNSET }),
    });

    for (const name of ['look', 'change']) {
      expect(await client.call(name, { task_id })).toMatchObject({
        content: [text('Refused: no funds')],
        isError: true,
      });
    }
    // No URI leads to the answer of a Query.
    expect(await any.call('look_at_bytes', { task_id })).toMatchObject({
      structuredContent: { base64: 'AAH+/w==' },
    });
  });

  it('gets bytes above 40 KB as a link, and reads every URI that a result names', async () => {
    const large = await client.call('return_bytes', { size: 50_000 });
    const small = await client.call('return_bytes', { size: 4 });
    const [, link] = large['content'] as Result[];
    const [, file] = small['content'] as { resource: { uri: string } }[];

    expect(link).toMatchObject({ type: 'resource_link', size: 50_000 });
    expect(file?.resource).toMatchObject({
      mimeType: 'application/octet-stream',
      blob: 'AAAAAA==',
    });
    for (const [uri, size] of [
      [link?.['uri'], 50_000],
      [file?.resource.uri, 4],
    ]) {
      const [contents] = await client.read(String(uri));
      expect(Buffer.from(String(contents?.['blob']), 'base64')).toHaveLength(Number(size));
    }
  });

  it('is told what to do about bytes beside an output schema', async () => {
    expect(await client.call('typed_bytes', {})).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/removes "output", or writes "result.structured"/) }],
    });
  });
});

describe('a task of 2025-11-25', () => {
  it('has a result that the official schema takes', async () => {
    const mcp = given().http;
    const json = JSON.stringify({ content: BLOCKS, ...UNSET });
    const taskId = await createTask(mcp, 'return_json', { arguments: { json } });
    const result = await resultOf(mcp.request('tasks/result', { taskId }));
    const read = await resultOf(
      mcp.request('tools/call', { name: 'task_result', arguments: { task_id: taskId } }),
    );

    expect(CallToolResultSchema.parse(result).content).toStrictEqual(SENT);
    expect(CallToolResultSchema.parse(read).content).toStrictEqual(SENT);
  });
});

/** A client of an older revision: over HTTP it names its revision only when it initializes. */
async function callAs(
  transport: 'http' | 'stdio',
  revision: string,
  params: object,
): Promise<Result> {
  if (transport === 'stdio') {
    const mcp = await connectRawStdio(given().options, revision);
    return resultOf(mcp.request('tools/call', params)).finally(async () => mcp.close());
  }
  const send = async (body: object, headers: object = {}): Promise<Response> =>
    fetch(given().url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
    });
  const opened = await send({ method: 'initialize', params: initializeParams(revision) });
  const { protocolVersion } = await resultOf(opened.json() as Promise<never>);
  const named = revision < '2025-06-18' ? {} : { 'mcp-protocol-version': protocolVersion };
  const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
  const answered = await send({ method: 'tools/call', params }, { ...named, ...session });
  const [reply] = parseBody(await answered.text(), answered.headers.get('content-type')).slice(-1);
  if (!reply) throw new Error('There is no reply.');
  return resultOf(Promise.resolve(reply));
}

describe.each(['http', 'stdio'] as const)('a client of an older revision over %s', (transport) => {
  const json = JSON.stringify({ content: BLOCKS });
  const blocks = { name: 'return_json', arguments: { json } };
  const link = text('b: file:///b');

  const sound = expect.objectContaining({ type: 'audio' });
  const noSound = text(expect.stringContaining('audio/wav') as unknown as string);

  it.each([
    ['2024-11-05', noSound, link],
    ['2025-03-26', sound, link],
    ['2025-06-18', sound, SENT[4]],
  ])('gets in %s the types of content that it knows', async (revision, ...last) => {
    const { content } = await callAs(transport, revision, blocks);
    const [paid, picture, , file] = SENT;

    expect(content).toStrictEqual([paid, picture, last[0], file, last[1]]);
  });

  it('finds the address of a large result in the text', async () => {
    const params = { name: 'linked_json', arguments: { json: '[1,2,3]' } };

    expect(await callAs(transport, '2025-03-26', params)).toMatchObject({
      content: [{ text: expect.stringMatching(/read temporal-task:\/\/\/\S+\/result\.$/) }],
    });
  });

  it('is told of a sound that it cannot get', async () => {
    const { content } = await callAs(transport, '2024-11-05', { name: 'sound' });

    expect(content).toMatchObject([{}, { text: expect.stringMatching(/audio\/wav.*2024-11-05/) }]);
  });
});
