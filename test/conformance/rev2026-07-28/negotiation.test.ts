import { describe, expect } from '@jest/globals';

import { verifyRev2026 } from '../../support/conformance/verify-rev2026.js';
import {
  envelope,
  NO_EXTENSION,
  REVISION,
  type StatelessMcp,
  TASKS_EXTENSION,
} from '../../support/raw-mcp-2026.js';
import { initializeParams } from '../../support/raw-mcp.js';
import { errorOf, finish, resultOf } from '../../support/steps/rev2025-task-steps.js';
import {
  call,
  createTask,
  getTask,
  membersOf,
  untilStatus,
} from '../../support/steps/rev2026-task-steps.js';

const { verifies, verifiesOverHttp, verifiesOverStdio } = verifyRev2026();

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const REQUIRED = { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } };
/** Capabilities as a client of 2025-11-25 declares them. */
const LEGACY_TASKS = { ...NO_EXTENSION, tasks: { requests: { tools: { call: {} } }, list: {} } };
const TASK_METHODS = ['tasks/get', 'tasks/update', 'tasks/cancel'];
const paramsOf = (taskId: string): Record<string, unknown> => ({ taskId, inputResponses: {} });

async function toolsOf(mcp: StatelessMcp): Promise<Record<string, unknown>[]> {
  const { tools } = await resultOf(mcp.request('tools/list'));
  return tools as Record<string, unknown>[];
}

describe('server/discover', () => {
  verifies(
    ['T26-03', 'T26-10', 'T26-19'],
    'announces the extension, and no tasks of 2025-11-25',
    async ({ mcp }) => {
      const result = await resultOf(mcp.request('server/discover'));

      expect(result).toMatchObject({
        supportedVersions: expect.arrayContaining([REVISION]),
        ttlMs: expect.any(Number),
        cacheScope: expect.stringMatching(/^(public|private)$/),
      });
      expect(result['capabilities']).toMatchObject({ extensions: { [TASKS_EXTENSION]: {} } });
      expect(result['capabilities']).not.toHaveProperty('tasks');
      const extensions = (result['capabilities'] as { extensions: Record<string, object> })
        .extensions;
      expect(extensions[TASKS_EXTENSION]).toStrictEqual({});
    },
  );

  verifies(['T26-03'], 'needs no handshake before a task is made', async ({ mcp }) => {
    expect(await call(mcp, 'quick_job')).toHaveProperty('resultType', 'task');
  });
});

describe('tools/list', () => {
  verifies(['T26-03'], 'says how long it can be cached, and by whom', async ({ mcp }) => {
    expect(await resultOf(mcp.request('tools/list'))).toMatchObject({
      resultType: 'complete',
      ttlMs: expect.any(Number),
      cacheScope: expect.stringMatching(/^(public|private)$/),
    });
  });

  verifies(['T26-17'], 'says nothing of tasks', async ({ mcp }) => {
    const tools = await toolsOf(mcp);

    expect(tools.map(({ name }) => name)).toContain('failing_job');
    expect(tools.filter((tool) => 'execution' in tool)).toStrictEqual([]);
    expect(JSON.stringify(tools)).not.toContain('taskSupport');
  });
});

describe('every result', () => {
  verifies(['T26-04'], 'says its type and its server', async ({ mcp }) => {
    const { taskId } = await createTask(mcp, 'quick_job');
    const requests: [string, Record<string, unknown>?][] = [
      ['server/discover'],
      ['tools/list'],
      ['tools/call', { name: 'greet', arguments: { name: 'Ada' } }],
      ['tools/call', { name: 'quick_job' }],
      ['tasks/get', { taskId }],
      ['tasks/update', paramsOf(taskId)],
      ['tasks/cancel', { taskId }],
    ];
    for (const [method, params] of requests) {
      expect(await resultOf(mcp.request(method, params))).toMatchObject({
        resultType: expect.stringMatching(/^(complete|task)$/),
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'test-server' } },
      });
    }
  });
});

describe('the envelope of a request', () => {
  const broken: [string, object][] = [
    ['no _meta', {}],
    ['no capabilities', { [VERSION]: REVISION }],
  ];
  for (const [what, meta] of broken) {
    verifiesOverHttp(['T26-01'], `is refused with ${what}`, async ({ mcp }) => {
      for (const [method, params] of [
        ['tools/list', {}],
        ['tools/call', { name: 'quick_job' }],
        ['tasks/get', { taskId: 'mcp-unknown' }],
      ] as const) {
        const { status, message } = await mcp.exchange(method, params, { meta });

        expect([status, message?.error?.code]).toStrictEqual([400, -32602]);
      }
    });
  }

  for (const [what, meta] of broken) {
    verifiesOverStdio(
      ['T26-01', 'T26-02'],
      `is refused with ${what}, at any time`,
      async ({ mcp }) => {
        expect(await call(mcp, 'quick_job')).toHaveProperty('resultType', 'task');
        expect(
          await errorOf(mcp.request('tools/call', { name: 'quick_job' }, { meta })),
        ).toHaveProperty('code', -32602);
      },
    );
  }

  verifiesOverStdio(['T26-08'], 'is refused with a version that nobody has', async ({ mcp }) => {
    const meta = { ...envelope(), [VERSION]: '2099-01-01' };

    expect(await errorOf(mcp.request('tools/list', {}, { meta }))).toMatchObject({
      code: -32022,
      data: { supported: expect.arrayContaining([REVISION]), requested: '2099-01-01' },
    });
  });

  verifiesOverHttp(['T26-08'], 'is refused with HTTP 400 for such a version', async ({ mcp }) => {
    const meta = { ...envelope(), [VERSION]: '2099-01-01' };
    const headers = { 'mcp-protocol-version': '2099-01-01' };
    const { status, message } = await mcp.exchange('tools/list', {}, { meta, headers });

    expect([status, message?.error]).toStrictEqual([
      400,
      expect.objectContaining({
        code: -32022,
        data: { supported: expect.arrayContaining([REVISION]), requested: '2099-01-01' },
      }),
    ]);
  });
});

describe('the extension', () => {
  verifies(['T26-11', 'T26-13'], 'lets the server decide what becomes a task', async ({ mcp }) => {
    expect(await call(mcp, 'quick_job')).toHaveProperty('resultType', 'task');
    expect(await call(mcp, 'greet', { name: 'Ada' })).toMatchObject({
      resultType: 'complete',
      content: [{ type: 'text', text: 'Hello, Ada!' }],
    });
  });

  verifies(['T26-13'], 'gives a result where the work ends within the budget', async ({ mcp }) => {
    const quick = await call(mcp, 'compute_with_budget', { seconds: 0, label: 'pi' });
    const slow = await createTask(mcp, 'compute_with_budget', { seconds: 60, label: 'pi' });

    expect(quick).toMatchObject({ resultType: 'complete', structuredContent: { label: 'pi' } });
    expect(slow.status).toBe('working');
    await mcp.request('tasks/cancel', { taskId: slow.taskId });
  });

  verifies(['T26-02', 'T26-12'], 'is asked for by each request anew', async ({ mcp }) => {
    const params = { name: 'quick_job', arguments: {} };
    expect(await call(mcp, 'quick_job')).toHaveProperty('resultType', 'task');
    const undeclared = mcp.request('tools/call', params, { capabilities: NO_EXTENSION });

    expect(await resultOf(undeclared)).toMatchObject({
      resultType: 'complete',
      content: [{ type: 'text', text: 'Done' }],
    });
    expect(await call(mcp, 'quick_job')).toHaveProperty('resultType', 'task');
  });

  verifies(['T26-14'], 'is demanded where a call can only be a task', async ({ mcp }) => {
    const params = { name: 'failing_job', arguments: {} };

    expect(
      await errorOf(mcp.request('tools/call', params, { capabilities: NO_EXTENSION })),
    ).toMatchObject({ code: -32021, data: REQUIRED });
  });

  verifiesOverHttp(['T26-14', 'T26-15'], 'is demanded with HTTP 400', async ({ mcp }) => {
    for (const [method, params] of [
      ['tools/call', { name: 'failing_job' }],
      ...TASK_METHODS.map((name) => [name, paramsOf('mcp-unknown')] as const),
      ['subscriptions/listen', { notifications: { taskIds: ['mcp-unknown'] } }],
    ] as const) {
      const { status, message } = await mcp.exchange(method, params, {
        capabilities: NO_EXTENSION,
      });

      expect([method, status, message?.error?.code]).toStrictEqual([method, 400, -32021]);
    }
  });

  verifies(['T26-15'], 'is demanded before any task is looked up', async ({ mcp }) => {
    const { taskId } = await createTask(mcp, 'quick_job');
    for (const method of TASK_METHODS) {
      for (const id of [taskId, 'mcp-unknown']) {
        const error = await errorOf(
          mcp.request(method, paramsOf(id), { capabilities: NO_EXTENSION }),
        );

        expect(error).toMatchObject({ code: -32021, data: REQUIRED });
      }
    }
  });

  verifies(
    ['T26-19', 'T26-15'],
    'is not declared by the capability of 2025-11-25',
    async ({ mcp }) => {
      const options = { capabilities: LEGACY_TASKS };
      const params = { name: 'quick_job', arguments: {} };

      expect(await resultOf(mcp.request('tools/call', params, options))).toHaveProperty(
        'resultType',
        'complete',
      );
      expect(
        await errorOf(mcp.request('tasks/get', { taskId: 'mcp-unknown' }, options)),
      ).toHaveProperty('code', -32021);
    },
  );

  verifies(['T26-18'], 'ignores the task member of 2025-11-25', async ({ mcp }) => {
    const params = { name: 'greet', arguments: { name: 'Ada' }, task: { ttl: 60_000 } };
    const bare = { name: 'quick_job', arguments: {}, task: {} };

    expect(membersOf(await resultOf(mcp.request('tools/call', params)))).toStrictEqual([
      'content',
      'resultType',
    ]);
    expect(
      await resultOf(mcp.request('tools/call', bare, { capabilities: NO_EXTENSION })),
    ).toHaveProperty('resultType', 'complete');
  });

  verifies(['T26-20'], 'makes tasks of tool calls only', async ({ mcp }) => {
    for (const method of ['tools/list', 'server/discover']) {
      expect(await resultOf(mcp.request(method))).toHaveProperty('resultType', 'complete');
    }
  });
});

describe('2025-11-25 on the same endpoint', () => {
  verifiesOverHttp(['T26-110', 'T26-19'], 'announces its own capabilities', async ({ old }) => {
    const { capabilities } = await resultOf(old.request('initialize', initializeParams()));

    expect(capabilities).toHaveProperty('tasks.requests.tools.call');
    expect(capabilities).not.toHaveProperty(['extensions', TASKS_EXTENSION]);
  });

  verifiesOverHttp(
    ['T26-110', 'T26-111'],
    'reads a task of the other as its own',
    async ({ mcp, old, temporal }) => {
      const { taskId } = await createTask(mcp, 'wait_for_finish');
      const { task } = (await resultOf(
        old.request('tools/call', { name: 'wait_for_finish', task: {} }),
      )) as { task: { taskId: string } };

      expect(await resultOf(old.request('tasks/get', { taskId }))).toMatchObject({
        taskId,
        status: 'working',
        ttl: expect.any(Number),
      });
      expect(await getTask(mcp, task.taskId)).toMatchObject({
        status: 'working',
        ttlMs: expect.any(Number),
      });
      await finish(temporal, taskId, 'one');
      await finish(temporal, task.taskId, 'two');
      expect(await resultOf(old.request('tasks/result', { taskId }))).toHaveProperty('content', [
        { type: 'text', text: 'one' },
      ]);
      expect(await untilStatus(mcp, task.taskId, 'completed')).toHaveProperty('result.content', [
        { type: 'text', text: 'two' },
      ]);
    },
  );

  verifiesOverHttp(
    ['T26-111'],
    'calls a tool error failed, which is completed here',
    async ({ mcp, old }) => {
      const { taskId } = await createTask(mcp, 'failing_job');
      const { result } = await untilStatus(mcp, taskId, 'completed');

      expect(result).toHaveProperty('isError', true);
      expect(await resultOf(old.request('tasks/get', { taskId }))).toHaveProperty(
        'status',
        'failed',
      );
    },
  );

  verifiesOverHttp(['T26-113'], 'gives the extension no meaning', async ({ old }) => {
    const meta = { [CAPABILITIES]: { extensions: { [TASKS_EXTENSION]: {} } } };
    const params = { name: 'quick_job', arguments: {}, _meta: meta };

    expect(await resultOf(old.request('tools/call', params))).toStrictEqual({
      content: [{ type: 'text', text: 'Done' }],
    });
    expect(await errorOf(old.request('tasks/update', paramsOf('mcp-unknown')))).toHaveProperty(
      'code',
      -32601,
    );
  });
});
