import { describe, expect } from '@jest/globals';

import { verifyRev2025 } from '../../support/conformance/verify-rev2025.js';
import { PATIENCE_MS, within } from '../../support/eventually.js';
import { findQuietPort } from '../../support/find-quiet-port.js';
import { connectRawHttp, connectRawStdio } from '../../support/raw-mcp.js';
import { startMcpServer } from '../../support/start-mcp-server.js';
import { createTask, errorOf, finish, resultOf } from '../../support/steps/rev2025-task-steps.js';

const { verifies, verifiesOverHttp, verifiesOverStdio } = verifyRev2025();

const TASK_METHODS = ['tasks/get', 'tasks/result', 'tasks/cancel'] as const;

/** Params of a wrong type, and the member that the error message names. */
const illTyped: [method: string, params: unknown, names: string][] = [
  ...TASK_METHODS.flatMap((method): typeof illTyped => [
    [method, {}, 'taskId'],
    [method, { taskId: 7 }, 'taskId'],
    [method, { taskId: null }, 'taskId'],
    [method, { taskId: ['a'] }, 'taskId'],
    [method, undefined, 'params'],
  ]),
  ['tasks/list', { cursor: { page: 2 } }, 'cursor'],
  ['tools/call', undefined, 'params'],
  ['tools/call', { name: 7 }, 'name'],
  ['tools/call', { name: 'quick_job', arguments: 'none' }, 'arguments'],
  ['tools/call', { name: 'quick_job', task: true }, 'task'],
  ['tools/call', { name: 'quick_job', task: { ttl: 'long' } }, 'task.ttl'],
  ['tools/call', { name: 'quick_job', task: { ttl: -1 } }, 'task.ttl'],
];

/** Params that are invalid for any method. */
const malformed: [method: string, params: unknown][] = [
  ['tasks/get', ['a']],
  ['tasks/get', 'a'],
  ['tools/call', { name: 'quick_job', _meta: 'a' }],
  ['tools/call', { name: 'quick_job', task: {}, _meta: { progressToken: {} } }],
  ['tasks/get', { taskId: 'any', _meta: { 'io.modelcontextprotocol/related-task': 'any' } }],
];

describe('params of a wrong type', () => {
  for (const [method, params, names] of illTyped) {
    verifies(
      ['T25-110'],
      `are answered with -32602 naming ${names}: ${method} ${JSON.stringify(params)}`,
      async ({ mcp }) => {
        const error = await errorOf(within(PATIENCE_MS, mcp.request(method, params)));

        expect(error).toMatchObject({ code: -32602, message: expect.stringContaining(names) });
      },
    );
  }

  for (const [method, params] of malformed) {
    verifies(
      ['T25-110'],
      `are answered under the ID of the request: ${method} ${JSON.stringify(params)}`,
      async ({ mcp }) => {
        const id = `malformed ${JSON.stringify(params)}`;
        const reply = await within(PATIENCE_MS, mcp.request(method, params, { id }));

        expect(reply.id).toBe(id);
        expect([-32600, -32602]).toContain(reply.error?.code);
      },
    );
  }
});

describe('a task ID', () => {
  for (const [what, taskId] of [
    ['of another form', 'task-1'],
    ['that is empty', ''],
    ['of the right form', `mcp-${'a'.repeat(20)}-${'b'.repeat(26)}`],
    ['that is an attempt at a filter', "mcp-' OR WorkflowId != '"],
    ['that is very long', 'x'.repeat(100_000)],
  ] as const) {
    verifies(['T25-110'], `${what} is not found, with -32602`, async ({ mcp }) => {
      for (const method of TASK_METHODS) {
        expect(await errorOf(mcp.request(method, { taskId }))).toStrictEqual({
          code: -32602,
          message: expect.stringMatching(/^Task not found/),
        });
      }
    });
  }

  verifies(['T25-110'], 'with one character changed is not found', async ({ mcp }) => {
    const taskId = await createTask(mcp, 'quick_job');
    const changed = `${taskId.slice(0, -1)}${taskId.endsWith('a') ? 'b' : 'a'}`;
    for (const method of TASK_METHODS) {
      const error = await errorOf(mcp.request(method, { taskId: changed }));

      expect(error).toMatchObject({ code: -32602, message: expect.stringMatching(/not found/) });
    }
  });

  verifies(['T25-110'], 'of a workflow that is no task is not found', async (peer) => {
    const { mcp, temporal, options } = peer;
    const own = await createTask(mcp, 'quick_job');
    // The ID has the owner's tag, so that only the absent memo distinguishes the execution from a task.
    const workflowId = `${own.slice(0, own.lastIndexOf('-'))}-${'c'.repeat(26)}`;
    await temporal.workflow.start('waitForFinish', {
      workflowId,
      taskQueue: options.taskQueue,
      workflowIdConflictPolicy: 'USE_EXISTING',
      args: [],
    });
    for (const method of TASK_METHODS) {
      const error = await errorOf(mcp.request(method, { taskId: workflowId }));

      expect(error).toMatchObject({ code: -32602, message: expect.stringMatching(/not found/) });
    }
  });
});

describe('invalid JSON', () => {
  verifiesOverHttp(['T25-110'], 'is answered with -32700', async ({ url }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: '{"jsonrpc": "2.0", ',
    });

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ id: null, error: { code: -32700 } });
  });

  verifiesOverStdio(['T25-110'], 'is answered with -32700, and no more', async ({ mcp }) => {
    const before = mcp.output().length;
    mcp.sendLine('{"jsonrpc": "2.0", ');
    await within(PATIENCE_MS, mcp.request('ping'));
    // The server may send a status of an earlier task first.
    const [first, ...others] = mcp
      .output()
      .slice(before)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((message) => !('method' in message));

    expect(first).toMatchObject({ error: { code: -32700 } });
    expect(others).toHaveLength(1);
  });
});

describe('an unreachable Temporal', () => {
  verifiesOverHttp(
    ['T25-110'],
    'is -32603, which says to try again what has started nothing',
    async ({ options }) => {
      const temporalAddress = `127.0.0.1:${await findQuietPort()}`;
      const server = await startMcpServer({ ...options, temporalAddress });
      const mcp = connectRawHttp(server.url);
      const taskId = `mcp-${'a'.repeat(20)}-${'b'.repeat(26)}`;
      const [task, plain, list] = await Promise.all([
        errorOf(mcp.request('tools/call', { name: 'quick_job', task: {} })),
        errorOf(mcp.request('tools/call', { name: 'quick_job' })),
        errorOf(mcp.request('tasks/list', {})),
      ]);
      const unknown = await errorOf(mcp.request('tasks/get', { taskId }));
      await server.stop();

      for (const error of [task, plain]) {
        expect(error).toMatchObject({
          code: -32603,
          message: expect.stringContaining('not known whether the task was started'),
        });
      }
      expect(list).toMatchObject({ code: -32603, message: expect.stringContaining('try again') });
      expect(unknown.code).toBe(-32602);
    },
  );

  verifiesOverStdio(['T25-110'], 'is -32603 for a task that exists', async ({ mcp, options }) => {
    const taskId = await createTask(mcp, 'quick_job');
    const temporalAddress = `127.0.0.1:${await findQuietPort()}`;
    const cutOff = await connectRawStdio({ ...options, temporalAddress });
    const errors = await Promise.all([
      errorOf(cutOff.request('tasks/get', { taskId })),
      errorOf(cutOff.request('tasks/cancel', { taskId })),
    ]);
    await cutOff.close();

    for (const error of errors) {
      expect(error).toMatchObject({ code: -32603, message: expect.stringContaining('try again') });
    }
  });
});

describe('a plain call with arguments that do not fit', () => {
  verifies(['T25-110'], 'gets a tool error that the model can mend', async ({ mcp }) => {
    const call = { name: 'slow_compute', arguments: { seconds: 'many', label: 'pi' } };

    expect(await resultOf(mcp.request('tools/call', call))).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringContaining('seconds') }],
    });
  });
});

describe('many requests at once', () => {
  verifies(['T25-53'], 'are each answered with their own answer', async ({ mcp, temporal }) => {
    const waiting = await createTask(mcp, 'wait_for_finish');
    const result = resultOf(mcp.request('tasks/result', { taskId: waiting }));
    const replies = Array.from({ length: 40 }, async (_, index) => {
      const call = { name: 'join_positional', arguments: { first: `call ${index}` } };
      const { structuredContent } = await resultOf(mcp.request('tools/call', call));
      return (structuredContent as { first: string }).first;
    });

    expect(await Promise.all(replies)).toStrictEqual(
      Array.from({ length: 40 }, (_, index) => `call ${index}`),
    );
    await finish(temporal, waiting, 'done');
    expect(await result).toHaveProperty('content', [{ type: 'text', text: 'done' }]);
  });
});
