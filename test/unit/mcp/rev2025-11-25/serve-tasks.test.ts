import { afterEach, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';

import { TaskError, TaskErrorCode } from '../../../../src/core/errors.js';
import type { Logger } from '../../../../src/core/logger.js';
import type { Identify } from '../../../../src/core/person/caller.js';
import { parseManifest } from '../../../../src/manifest/file/load-manifest.js';
import { attachTasks, createBinding } from '../../../../src/mcp/rev2025-11-25/index.js';
import { createToolbox } from '../../../../src/service/calls/toolbox.js';
import { FakeTasks } from '../../../support/fake-tasks.js';
import {
  connectRaw,
  type RawAnswer,
  type RawClient,
  type RawClientOptions,
} from '../../../support/in-memory-client.js';
import { testSealer } from '../../../support/test-sealer.js';

const { tools } = parseManifest(`
defaults: { taskQueue: q }
tools:
  place_order: { workflow: placeOrder, description: Places an order. }
  render_report: { workflow: renderReport, task: required }
  greet: { workflow: greet, task: forbidden }
`);
const TASK_METHODS = ['tasks/get', 'tasks/result', 'tasks/cancel', 'tasks/list'];
const done = { kind: 'result', result: { content: [{ type: 'text', text: 'done' }] } } as const;
const related = { 'io.modelcontextprotocol/related-task': { taskId: 'task-1' } };

/** What a server of these tests is made of. */
interface ServedOptions {
  readonly tasks: FakeTasks;
  readonly identify?: Identify;
  readonly canList?: boolean;
  readonly logger?: Logger;
}

function bind({ tasks, canList, logger }: ServedOptions): ReturnType<typeof createBinding> {
  const toolbox = createToolbox(tasks, tools, { taskTools: false });
  return createBinding({
    tasks,
    tools: () => toolbox,
    sealer: testSealer,
    ...(canList !== undefined && { canList }),
    ...(logger && { logger }),
  });
}

const toWho = ({ identify }: ServedOptions) => (identify ? { identify } : {});

function attach(options: ServedOptions): McpServer {
  const mcp = new McpServer({ name: 'test', version: '1.0.0' });
  attachTasks(mcp, bind(options), toWho(options));
  return mcp;
}

const SERVERS: readonly [string, (options: ServedOptions) => McpServer][] = [
  ['attachTasks, without tools of its own', attach],
  [
    'attachTasks, beside tools of its own',
    (options) => {
      const mcp = attach(options);
      mcp.registerTool('ping', {}, () => ({ content: [{ type: 'text', text: 'pong' }] }));
      return mcp;
    },
  ],
];

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map(async (close) => close()));
});

/** A logger that keeps what it is given. */
function createLogger(): Logger & { readonly logged: [string, object, string][] } {
  const logged: [string, object, string][] = [];
  const to =
    (level: string): Logger['info'] =>
    (fields, message) => {
      logged.push([level, fields, message]);
    };
  return { info: to('info'), warn: to('warn'), error: to('error'), logged };
}

describe.each(SERVERS)('%s', (_what, create) => {
  async function connect(
    options: Partial<ServedOptions> = {},
    clientOptions: RawClientOptions = {},
  ): Promise<RawClient & { readonly tasks: FakeTasks }> {
    const tasks = new FakeTasks();
    const client = await connectRaw(create({ tasks, ...options }), clientOptions);
    closing.push(client.close);
    return { ...client, tasks };
  }

  async function connectOfficial(): Promise<{ client: Client; tasks: FakeTasks }> {
    const tasks = new FakeTasks();
    const client = new Client({ name: 'official', version: '1.0.0' });
    const [mine, theirs] = InMemoryTransport.createLinkedPair();
    await create({ tasks }).connect(theirs);
    await client.connect(mine);
    closing.push(async () => client.close());
    return { client, tasks };
  }

  const createTask = async ({ request }: RawClient): Promise<RawAnswer> =>
    request('tools/call', { name: 'place_order', task: {} });

  it('announces tasks with empty objects', async () => {
    const { initialized } = await connect();

    expect(initialized.result).toMatchObject({ protocolVersion: '2025-11-25' });
    expect(initialized.result?.['capabilities']).toHaveProperty('tasks', {
      list: {},
      cancel: {},
      requests: { tools: { call: {} } },
    });
    expect(initialized.result?.['capabilities']).toHaveProperty('tools');
  });

  it('lists the tools of the catalog, with what tasks they support', async () => {
    const { request } = await connect();
    const ours = await listOurs(request);

    expect(ours).toStrictEqual([
      {
        name: 'place_order',
        description: 'Places an order.',
        inputSchema: { type: 'object', properties: {}, additionalProperties: false },
        execution: { taskSupport: 'optional' },
      },
      expect.objectContaining({ name: 'render_report', execution: { taskSupport: 'required' } }),
      expect.objectContaining({ name: 'greet', execution: { taskSupport: 'forbidden' } }),
    ]);
  });

  it('leads a task from its creation to its result', async () => {
    const client = await connect();
    const created = await createTask(client);
    const working = await client.request('tasks/get', { taskId: 'task-1' });
    const result = client.request('tasks/result', { taskId: 'task-1' });
    client.tasks.settle('task-1', done);

    expect(created.result).toMatchObject({ task: { status: 'working' }, _meta: related });
    expect(working.result).toMatchObject({ taskId: 'task-1', status: 'working' });
    expect(working.result).not.toHaveProperty('_meta');
    await expect(result).resolves.toMatchObject({ result: { ...done.result, _meta: related } });
    await expect(client.request('tasks/list')).resolves.toMatchObject({
      result: { tasks: [{ taskId: 'task-1', status: 'completed' }] },
    });
  });

  it('cancels a task', async () => {
    const client = await connect();
    await createTask(client);
    const cancelled = await client.request('tasks/cancel', { taskId: 'task-1' });

    expect(cancelled.result).toMatchObject({ taskId: 'task-1', status: 'cancelled' });
  });

  it('answers a plain call with its result', async () => {
    const { request, tasks } = await connect();
    const answer = request('tools/call', { name: 'place_order' });
    await tasks.untilCreated(1);
    tasks.settle('task-1', done);

    await expect(answer).resolves.toHaveProperty('result', done.result);
  });

  it('cancels the work of a plain call that its client withdraws', async () => {
    const { request, notify, tasks } = await connect();
    void request('tools/call', { name: 'place_order' });
    await tasks.untilCreated(1);
    await notify('notifications/cancelled', { requestId: 2 });
    await expect(tasks.waitFor('task-1', 'local', untilCancelled())).resolves.toBeDefined();
  });

  it('lets the work of a plain call go on whose client goes away', async () => {
    const { request, close, tasks } = await connect();
    void request('tools/call', { name: 'place_order' });
    await tasks.untilCreated(1);
    await close();
    tasks.settle('task-1', done);

    await expect(tasks.get('task-1', 'local')).resolves.toMatchObject({ cancelRequested: false });
  });

  it.each<[string, string, unknown, number, string]>([
    ['a plain call of a task-only tool', 'tools/call', { name: 'render_report' }, -32601, 'task'],
    ['a task of a plain tool', 'tools/call', { name: 'greet', task: {} }, -32601, 'task'],
    ['an unknown tool as a task', 'tools/call', { name: 'none', task: {} }, -32602, 'Unknown tool'],
    ['a name that is a number', 'tools/call', { name: 5, task: {} }, -32602, '"name"'],
    ['a task that is a flag', 'tools/call', { name: 'greet', task: true }, -32602, '"task"'],
    ['a ttl that is a text', 'tools/call', { name: 'greet', task: { ttl: '5' } }, -32602, 'ttl'],
    ['no params of a call', 'tools/call', undefined, -32602, '"params"'],
    [
      'arguments that are a list',
      'tools/call',
      { name: 'greet', arguments: [] },
      -32602,
      'arguments',
    ],
    ['an unknown task', 'tasks/get', { taskId: 'task-9' }, -32602, 'not found'],
    ['the result of an unknown task', 'tasks/result', { taskId: 'task-9' }, -32602, 'not found'],
    ['the end of an unknown task', 'tasks/cancel', { taskId: 'task-9' }, -32602, 'not found'],
    ['a task ID that is a number', 'tasks/get', { taskId: 5 }, -32602, '"taskId"'],
    ['no task ID', 'tasks/result', {}, -32602, '"taskId"'],
    ['no params of a task', 'tasks/cancel', undefined, -32602, '"params"'],
    ['a cursor that is a number', 'tasks/list', { cursor: 5 }, -32602, '"cursor"'],
    ['a cursor of somebody else', 'tasks/list', { cursor: 'a.b' }, -32602, 'cursor'],
    ['an unknown method', 'tasks/pause', { taskId: 'task-1' }, -32601, 'Method not found'],
  ])('refuses %s', async (...[, method, params, code, message]) => {
    const { request } = await connect();
    const { error } = await request(method, params);

    expect(error).toMatchObject({ code });
    expect(error?.message.toLowerCase()).toContain(message.toLowerCase());
    // The SDK's own errors have a prefix, and its validators a text of many lines.
    expect(error?.message).not.toMatch(/MCP error|\n/);
  });

  it('does not fail at params of a list that are wrong', async () => {
    const { request } = await connect();
    const { error } = await request('tools/list', { cursor: 5 });

    expect(error?.code).not.toBe(-32603);
  });

  it('answers requests that carry related-task metadata', async () => {
    const client = await connect();
    await createTask(client);
    const params = { taskId: 'task-1', _meta: related };

    await expect(client.request('tasks/get', params)).resolves.toMatchObject({
      result: { taskId: 'task-1' },
    });
  });

  it("shows an owner's tasks to nobody else", async () => {
    const tasks = new FakeTasks();
    const options: ServedOptions = {
      tasks,
      identify: async ({ authInfo }) =>
        Promise.resolve({ owner: `owner-${authInfo?.clientId ?? 'none'}` }),
    };
    const alice = await connectRaw(create(options), { clientId: 'alice' });
    const bob = await connectRaw(create(options), { clientId: 'bob' });
    closing.push(alice.close, bob.close);
    await createTask(alice);
    const methods = TASK_METHODS.filter((method) => method !== 'tasks/list');
    const answers = await Promise.all(
      methods.map(async (method) => bob.request(method, { taskId: 'task-1' })),
    );

    expect(tasks.created[0]?.owner).toBe('owner-alice');
    expect(answers.map(({ error }) => error?.code)).toStrictEqual([-32602, -32602, -32602]);
    await expect(bob.request('tasks/list')).resolves.toHaveProperty('result', { tasks: [] });
    await expect(alice.request('tasks/get', { taskId: 'task-1' })).resolves.toHaveProperty(
      'result',
    );
  });

  it('takes everybody as the one local user where nobody says otherwise', async () => {
    const client = await connect({}, { clientId: 'alice' });
    await createTask(client);

    expect(client.tasks.created[0]?.owner).toBe('local');
  });

  it('keeps the tokens in an error of "identify" to itself, and logs it', async () => {
    const logger = createLogger();
    const cause = Object.assign(new Error('secret token'), { code: -32000, data: 'secret' });
    const client = await connect({ identify: () => Promise.reject(cause), logger });
    const answers = [await createTask(client)];
    for (const method of TASK_METHODS) {
      answers.push(await client.request(method, { taskId: 'task-1' }));
    }

    for (const { error } of answers) {
      expect(error).toStrictEqual({ code: -32603, message: 'Internal error.' });
    }
    expect(client.tasks.created).toStrictEqual([]);
    expect(logger.logged).toContainEqual([
      'error',
      { method: 'tasks/get', err: cause },
      'A request failed',
    ]);
  });

  it('hands on what a TaskError of "identify" says', async () => {
    const refusal = new TaskError(TaskErrorCode.misconfigured, 'The token has no subject.');
    const client = await connect({ identify: () => Promise.reject(refusal) });

    await expect(createTask(client)).resolves.toHaveProperty('error', {
      code: -32603,
      message: 'The token has no subject.',
    });
  });

  it.each<[string, Error, string[]]>([
    ['an outage as a warning', new TaskError('unavailable', 'No.'), ['warn']],
    ['a wrong set-up as an error', new TaskError('misconfigured', 'No.'), ['error']],
    ['what nobody foresaw as an error', new Error('a'), ['error']],
    ["a client's mistake not at all", new TaskError('taskNotFound', 'No.'), []],
  ])('logs %s', async (_what, error, levels) => {
    const logger = createLogger();
    const client = await connect({ logger });
    client.tasks.failNext(error);
    await client.request('tasks/get', { taskId: 'task-1' });

    expect(logger.logged.map(([level]) => level)).toStrictEqual(levels);
  });

  it('offers no list where owners cannot be told apart', async () => {
    const { initialized, request } = await connect({ canList: false });

    expect(initialized.result?.['capabilities']).toHaveProperty('tasks', {
      cancel: {},
      requests: { tools: { call: {} } },
    });
    await expect(request('tasks/list')).resolves.toMatchObject({ error: { code: -32601 } });
  });

  describe.each(['2025-06-18', '2025-03-26', '2024-11-05'])('under %s', (protocolVersion) => {
    it('does not announce tasks', async () => {
      const { initialized } = await connect({}, { protocolVersion });

      expect(initialized.result).toMatchObject({ protocolVersion });
      expect(initialized.result?.['capabilities']).not.toHaveProperty('tasks');
      expect(initialized.result?.['capabilities']).toHaveProperty('tools');
    });

    it('lists its tools without speaking of tasks', async () => {
      const { request } = await connect({}, { protocolVersion });
      const listed = await listOurs(request);

      expect(listed).toHaveLength(tools.size);
      expect(listed.filter((tool) => 'execution' in tool)).toStrictEqual([]);
    });

    it.each(TASK_METHODS)('does not know %s', async (method) => {
      const { request } = await connect({}, { protocolVersion });

      await expect(request(method, { taskId: 'task-1' })).resolves.toMatchObject({
        error: { code: -32601 },
      });
    });

    it('takes no account of "task", whatever it is', async () => {
      const { request, tasks } = await connect({}, { protocolVersion });
      const answers = [
        request('tools/call', { name: 'place_order', task: { ttl: 5 } }),
        request('tools/call', { name: 'greet', task: {} }),
        request('tools/call', { name: 'render_report', task: 'now' }),
      ];
      await tasks.untilCreated(3);
      for (const taskId of ['task-1', 'task-2', 'task-3']) tasks.settle(taskId, done);

      for (const answer of await Promise.all(answers)) {
        expect(answer).toHaveProperty('result', done.result);
      }
      expect(tasks.created[0]).not.toHaveProperty('ttlMs');
    });
  });

  it('serves the official client', async () => {
    const { client, tasks } = await connectOfficial();
    const { tools: listed } = await client.listTools();
    const messages: unknown[] = [];
    const stream = client.experimental.tasks.callToolStream(
      { name: 'render_report' },
      CallToolResultSchema,
    );
    for await (const message of stream) {
      messages.push(message);
      if (message.type === 'taskCreated') tasks.settle('task-1', done);
    }

    expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining([...tools.keys()]));
    expect(messages[0]).toMatchObject({ type: 'taskCreated', task: { taskId: 'task-1' } });
    expect(messages.at(-1)).toMatchObject({ type: 'result', result: done.result });
    await expect(client.experimental.tasks.listTasks()).resolves.toMatchObject({
      tasks: [{ taskId: 'task-1', status: 'completed' }],
    });
    await expect(client.experimental.tasks.cancelTask('task-1')).rejects.toMatchObject({
      code: -32602,
    });
  });
});

/** The catalog's tools among those listed. */
async function listOurs(request: RawClient['request']): Promise<object[]> {
  const { result } = await request('tools/list');
  const listed = result?.['tools'] as { readonly name: string }[];
  return listed.filter(({ name }) => tools.has(name));
}

/** The state in which cancellation has been asked for, waited for without a limit. */
function untilCancelled(): Parameters<FakeTasks['waitFor']>[2] {
  return { signal: new AbortController().signal, until: (task) => task.cancelRequested };
}
