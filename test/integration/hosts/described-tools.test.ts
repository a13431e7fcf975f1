/** All that a manifest says of a tool for hosts and models reaches them, by the clients of both official SDKs. */
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';
import {
  Client as Client2,
  StreamableHTTPClientTransport as Transport2,
} from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import { withTestServers } from '../../support/with-test-server.js';

const MANIFEST = fileURLToPath(new URL('./described-tools.yaml', import.meta.url));
const given = withTestServers(MANIFEST);
const info = { name: 'described-tools', version: '0.0.0' };

async function listBy1(): Promise<readonly object[]> {
  const client = new Client1(info);
  await client.connect(new Transport1(new URL(given().url)));
  const { tools } = await client.listTools();
  await client.close();
  return tools;
}

async function listBy2(): Promise<readonly object[]> {
  const client = new Client2(info, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new Transport2(new URL(given().url)));
  const { tools } = await client.listTools();
  await client.close();
  return tools;
}

const icons = [
  { src: 'https://example.com/order.png', mimeType: 'image/png', sizes: ['48x48', '96x96'] },
  { src: 'data:image/svg+xml;base64,PHN2Zy8+', sizes: ['any'], theme: 'dark' },
];
const order = {
  name: 'order',
  title: 'An order',
  description: 'Places an order.',
  annotations: { destructiveHint: true },
  icons,
  _meta: { 'anthropic/maxResultSizeChars': 400_000 },
  inputSchema: { type: 'object', properties: { sku: { type: 'string' } } },
  outputSchema: { type: 'object', properties: { sku: { type: 'string' } } },
};
const change = {
  name: 'change',
  title: 'A change',
  description: 'Changes an order.',
  annotations: { idempotentHint: true },
  icons,
  inputSchema: expect.objectContaining({ required: ['task_id'] }) as object,
};

describe.each([
  { revision: '2025-11-25', list: listBy1, execution: { taskSupport: 'required' } },
  { revision: '2026-07-28', list: listBy2, execution: undefined },
])('a client of $revision', ({ list, execution }) => {
  it('is shown all that the manifest says of a tool and of an action', async () => {
    const tools = await list();
    const named = (wanted: string): object | undefined =>
      tools.find((tool) => Reflect.get(tool, 'name') === wanted);

    expect(named('order')).toStrictEqual({ ...order, ...(execution && { execution }) });
    expect(named('change')).toStrictEqual({
      ...change,
      ...(execution && { execution: { taskSupport: 'forbidden' } }),
    });
  });
});
