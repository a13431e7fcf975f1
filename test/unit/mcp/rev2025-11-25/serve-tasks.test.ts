import { afterEach, describe, expect, it } from '@jest/globals';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';

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

const { tools } = parseManifest(`defaults: { workflow: { taskQueue: q } }
tools:
  place_order: { workflow: placeOrder, description: Places an order. }
  render_report: { workflow: renderReport, task: required }
  greet: { workflow: greet, task: forbidden }
`);
const TASK_METHODS = ['tasks/get', 'tasks/result', 'tasks/cancel', 'tasks/list'];

/** The parts of a server in these tests. */
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

/** A logger that keeps its entries. */
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

  const createTask = async ({ request }: RawClient): Promise<RawAnswer> =>
    request('tools/call', { name: 'place_order', task: {} });

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
});
