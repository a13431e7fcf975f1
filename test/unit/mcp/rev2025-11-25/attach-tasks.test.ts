import { afterEach, describe, expect, it } from '@jest/globals';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';

import { RESOURCE_URI_TEMPLATE, toResourceUri } from '../../../../src/core/task/task-resource.js';
import { parseManifest } from '../../../../src/manifest/file/load-manifest.js';
import { attachTasks, createBinding } from '../../../../src/mcp/rev2025-11-25/index.js';
import { createToolbox } from '../../../../src/service/calls/toolbox.js';
import { FakeTasks } from '../../../support/fake-tasks.js';
import { connectRaw, type RawClient } from '../../../support/in-memory-client.js';
import { testSealer } from '../../../support/test-sealer.js';

const { tools } = parseManifest(`defaults: { workflow: { taskQueue: q } }
tools:
  place_order: { workflow: placeOrder }
`);

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map(async (close) => close()));
});

function bind(tasks: FakeTasks): ReturnType<typeof createBinding> {
  const toolbox = createToolbox(tasks, tools, { taskTools: false });
  return createBinding({
    tasks,
    tools: () => toolbox,
    sealer: testSealer,
  });
}

function createMcp(): { mcp: McpServer; tasks: FakeTasks } {
  const mcp = new McpServer({ name: 'own', version: '1.0.0' });
  const tasks = new FakeTasks();
  attachTasks(mcp, bind(tasks));
  return { mcp, tasks };
}

async function connect(mcp: McpServer, protocolVersion = '2025-11-25'): Promise<RawClient> {
  const client = await connectRaw(mcp, { protocolVersion });
  closing.push(client.close);
  return client;
}

function registerAdd(mcp: McpServer, name = 'add'): void {
  mcp.registerTool(
    name,
    { description: 'Adds.', inputSchema: { a: z.number(), b: z.number() } },
    ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }] }),
  );
}

async function listNames({ request }: RawClient): Promise<string[]> {
  const { result } = await request('tools/list');
  return (result?.['tools'] as { name: string }[]).map(({ name }) => name);
}

describe('attachTasks', () => {
  it('lists own tools and those of the catalog', async () => {
    const { mcp } = createMcp();
    registerAdd(mcp);

    await expect(connect(mcp).then(listNames)).resolves.toStrictEqual(['add', 'place_order']);
  });

  it('lists the tools of the catalog where there are no others', async () => {
    await expect(connect(createMcp().mcp).then(listNames)).resolves.toStrictEqual(['place_order']);
  });

  it('lists tools that are registered, disabled and removed later', async () => {
    const { mcp } = createMcp();
    registerAdd(mcp);
    const client = await connect(mcp);
    const later = mcp.registerTool('later', {}, () => ({ content: [] }));
    const before = await listNames(client);
    later.disable();
    const between = await listNames(client);
    later.enable();
    later.remove();

    expect(before).toStrictEqual(['add', 'later', 'place_order']);
    expect(between).toStrictEqual(['add', 'place_order']);
    await expect(listNames(client)).resolves.toStrictEqual(['add', 'place_order']);
  });

  it('does not say of own tools that they support tasks', async () => {
    const { mcp } = createMcp();
    registerAdd(mcp);
    const { result } = await (await connect(mcp)).request('tools/list');

    expect(result?.['tools']).toMatchObject([
      expect.not.objectContaining({ execution: { taskSupport: 'optional' } }),
      { execution: { taskSupport: 'optional' } },
    ]);
  });

  it('calls own tools as before', async () => {
    const { mcp, tasks } = createMcp();
    registerAdd(mcp);
    const { request } = await connect(mcp);

    await expect(
      request('tools/call', { name: 'add', arguments: { a: 1, b: 2 } }),
    ).resolves.toMatchObject({ result: { content: [{ text: '3' }] } });
    await expect(
      request('tools/call', { name: 'add', arguments: { a: 'x' } }),
    ).resolves.toMatchObject({ result: { isError: true } });
    expect(tasks.created).toStrictEqual([]);
  });

  it('calls the tools of the catalog beside them', async () => {
    const { mcp, tasks } = createMcp();
    registerAdd(mcp);
    const { request } = await connect(mcp);
    await request('tools/call', { name: 'place_order', task: {} });

    expect(tasks.created).toMatchObject([{ tool: { name: 'place_order' } }]);
  });

  it('refuses to run an own tool as a task', async () => {
    const { mcp } = createMcp();
    registerAdd(mcp);
    const { request } = await connect(mcp);

    await expect(
      request('tools/call', { name: 'add', arguments: { a: 1, b: 2 }, task: {} }),
    ).resolves.toHaveProperty('error', {
      code: -32601,
      message: 'Tool add cannot run as a task: call it without "task".',
    });
  });

  it('takes no account of "task" for an own tool where the revision has no tasks', async () => {
    const { mcp } = createMcp();
    registerAdd(mcp);
    const { request } = await connect(mcp, '2025-06-18');

    await expect(
      request('tools/call', { name: 'add', arguments: { a: 1, b: 2 }, task: {} }),
    ).resolves.toMatchObject({ result: { content: [{ text: '3' }] } });
  });

  it("prefers the catalog's tool of two with one name", async () => {
    const { mcp, tasks } = createMcp();
    registerAdd(mcp, 'place_order');
    const client = await connect(mcp);
    await client.request('tools/call', { name: 'place_order', task: {} });

    await expect(listNames(client)).resolves.toStrictEqual(['place_order']);
    expect(tasks.created).toHaveLength(1);
  });

  it('leaves resources, prompts and ping to the SDK', async () => {
    const { mcp } = createMcp();
    mcp.registerResource('a', 'file:///a', {}, () => ({ contents: [] }));
    mcp.registerPrompt('b', {}, () => ({ messages: [] }));
    const { request } = await connect(mcp);

    await expect(request('resources/list')).resolves.toMatchObject({
      result: { resources: [{ name: 'a' }] },
    });
    await expect(request('prompts/list')).resolves.toMatchObject({
      result: { prompts: [{ name: 'b' }] },
    });
    await expect(request('ping')).resolves.toHaveProperty('result', {});
  });

  it('is too late after the first registerTool', () => {
    const mcp = new McpServer({ name: 'own', version: '1.0.0' });
    registerAdd(mcp);

    expect(() => {
      attachTasks(mcp, bind(new FakeTasks()));
    }).toThrow('Call attachTasks before the first registerTool.');
  });

  it('is refused a second time on one server', () => {
    const { mcp } = createMcp();

    expect(() => {
      attachTasks(mcp, bind(new FakeTasks()));
    }).toThrow();
  });
});

describe('attachTasks, to a server with resources of its own,', () => {
  it('reads both, and asks for the owner of a task', async () => {
    const tasks = new FakeTasks();
    const asked: unknown[] = [];
    const mcp = new McpServer({ name: 'own', version: '1.0.0' });
    attachTasks(mcp, {
      ...bind(tasks),
      resources: {
        template: { uriTemplate: RESOURCE_URI_TEMPLATE, name: 'Result', description: 'Large.' },
        read: async (uri, { caller }) => {
          asked.push([uri, caller.owner]);
          return Promise.resolve({ uri, text: 'large', mimeType: 'text/plain' });
        },
      },
    });
    mcp.registerResource('note', 'note:///a', {}, ({ href }) => ({
      contents: [{ uri: href, text: 'own' }],
    }));
    const { request } = await connect(mcp);
    const uri = toResourceUri('order/17');

    expect(await request('resources/read', { uri })).toMatchObject({
      result: { contents: [{ uri, text: 'large' }] },
    });
    expect(await request('resources/read', { uri: 'note:///a' })).toMatchObject({
      result: { contents: [{ text: 'own' }] },
    });
    expect(asked).toStrictEqual([[uri, expect.any(String)]]);
    expect(await request('resources/templates/list')).toMatchObject({
      result: { resourceTemplates: [{ uriTemplate: RESOURCE_URI_TEMPLATE }] },
    });
  });
});
