import { describe, expect, it } from '@jest/globals';

import { TaskErrorCode } from '../../../../../src/core/errors.js';
import { parseManifest } from '../../../../../src/manifest/file/load-manifest.js';
import { createBinding } from '../../../../../src/mcp/rev2025-11-25/binding.js';
import { createMethods } from '../../../../../src/mcp/rev2025-11-25/methods/methods.js';
import type { RequestContext } from '../../../../../src/mcp/rev2025-11-25/methods/request-context.js';
import {
  type TaskClient,
  toTaskClient,
} from '../../../../../src/mcp/rev2025-11-25/methods/task-client.js';
import { TaskSessions } from '../../../../../src/mcp/rev2025-11-25/streams/task-sessions.js';
import { createToolbox } from '../../../../../src/service/calls/toolbox.js';
import { FakeTasks } from '../../../../support/fake-tasks.js';
import { testSealer } from '../../../../support/test-sealer.js';

const { tools } =
  parseManifest(`defaults: { workflow: { taskQueue: q }, ttl: 10m, task: { pollInterval: 200 } }
tools:
  optional:
    workflow: { type: doIt, arguments: [ b ] }
    input: { type: object, required: [ b ], properties: { b: { type: string } } }
  required: { workflow: doIt, task: { support: required, immediateResponse: It is being done. } }
  forbidden: { workflow: doIt, task: forbidden }
  abandoned: { workflow: doIt, cancel: { onDisconnect: true }, input: { type: object } }
`);

const plain = { name: 'optional', arguments: { b: 'x' } };
const asTask = { ...plain, task: {} };

function setUp() {
  const tasks = new FakeTasks();
  const toolbox = createToolbox(tasks, tools, { taskTools: false });
  const binding = createBinding({
    tasks,
    tools: toolbox,
    sealer: testSealer,
  });
  return { tasks, methods: createMethods(binding) };
}

function clientOf(changes: Partial<TaskClient> = {}): TaskClient {
  const facts = {
    session: 'session',
    protocolVersion: '2025-11-25',
    capabilities: undefined,
    clientName: 'test',
  };
  return { ...toTaskClient(facts, new TaskSessions()), ...changes };
}

function context({
  client = {},
  ...rest
}: Partial<Omit<RequestContext, 'client'>> & {
  readonly client?: Partial<TaskClient>;
} = {}): RequestContext {
  const made = clientOf(client);
  return {
    caller: { owner: 'me' },
    client: made,
    requestId: 1,
    signal: new AbortController().signal,
    isWithdrawn: () => true,
    stream: {
      askable: made.askable,
      session: 'session',
      toldStatuses: new Map(),
      send: async () => Promise.resolve(),
    },
    notify: async () => Promise.resolve(),
    stand: () => undefined,
    onTaskKnown: () => undefined,
    ...rest,
  };
}

describe('tools/call, as a task', () => {
  it('hands on what the call says', async () => {
    const { tasks, methods } = setUp();
    const meta = { progressToken: 0, 'temporal-mcp-tasks/idempotency-key': 'k' };
    await methods['tools/call']({ ...asTask, task: { ttl: 5_000 }, _meta: meta }, context());

    expect(tasks.created).toStrictEqual([
      {
        tool: tools.get('optional'),
        workflowArguments: ['x'],
        owner: 'me',
        protocolVersion: '2025-11-25',
        origin: { session: 'session', progressToken: 0 },
        ttlMs: 5_000,
        idempotencyKey: 'k',
      },
    ]);
  });

  it('hands on no wish that the call does not have', async () => {
    const { tasks, methods } = setUp();
    await methods['tools/call'](asTask, context());

    expect(Object.keys(tasks.created[0] ?? {}).sort()).toStrictEqual([
      'origin',
      'owner',
      'protocolVersion',
      'tool',
      'workflowArguments',
    ]);
    expect(tasks.created[0]?.origin).toStrictEqual({ session: 'session' });
  });
});

describe('tools/call, plainly', () => {
  it('does so also for a TaskError of another copy of this package', async () => {
    const { tasks, methods } = setUp();
    const message = 'The arguments have 9 bytes; at most 8 are taken.';
    tasks.failNext(
      Object.assign(new Error(message), {
        name: 'TaskError',
        code: TaskErrorCode.invalidArguments,
      }),
    );

    await expect(methods['tools/call'](plain, context())).resolves.toStrictEqual({
      content: [{ type: 'text', text: message }],
      isError: true,
    });
  });
});
