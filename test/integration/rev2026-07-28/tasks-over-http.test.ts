import { randomUUID } from 'node:crypto';

import { beforeAll, describe, expect, it } from '@jest/globals';

import { connectRev2026Http, FORMS_ONLY, type Rev2026Peer } from '../../support/raw-rev2026.js';
import { startMcpServer } from '../../support/start-mcp-server.js';
import { withTestServers } from '../../support/with-test-server.js';

import {
  accept,
  call,
  errorIn,
  keysOf,
  resultIn,
  REV2026_MANIFEST,
  start,
  untilCallIs,
  untilTask,
  untilTaskIs,
} from './setup.js';

const given = withTestServers({ manifest: REV2026_MANIFEST });
let peer: Rev2026Peer;

beforeAll(() => {
  peer = connectRev2026Http(given().url);
});

const finish = async (taskId: string, result: unknown): Promise<void> => {
  await given().temporal.workflow.getHandle(taskId).signal('finish', result);
};

describe('tools/call of 2026-07-28', () => {
  it('answers with a flat task and nothing besides', async () => {
    const result = resultIn(await call(peer, 'wait_for_finish'));

    expect(Object.keys(result).sort()).toStrictEqual([
      '_meta',
      'createdAt',
      'lastUpdatedAt',
      'pollIntervalMs',
      'resultType',
      'status',
      'taskId',
      'ttlMs',
    ]);
    expect(result).toMatchObject({
      resultType: 'task',
      status: 'working',
      ttlMs: 600_000,
      pollIntervalMs: 200,
    });
  });

  it('answers at once where a tool is never a task', async () => {
    const result = resultIn(await call(peer, 'greet', { name: 'Ada' }));

    expect(result).toMatchObject({
      resultType: 'complete',
      content: [{ type: 'text', text: 'Hello, Ada!' }],
    });
  });

  it('answers with the result of a call that is done within its budget', async () => {
    expect(resultIn(await call(peer, 'quick_within_budget'))).toMatchObject({
      resultType: 'complete',
      content: [{ type: 'text', text: 'Done' }],
    });
  });

  it('hands out the same execution as a task once the budget is spent', async () => {
    const taskId = await start(peer, 'wait_beyond_budget');
    await finish(taskId, 'late');

    expect(await untilTaskIs(peer, taskId, 'completed')).toMatchObject({
      result: { content: [{ type: 'text', text: 'late' }] },
    });
  });

  it('hands out a task that asks within its budget', async () => {
    const taskId = await start(peer, 'ask_within_budget', { filename: 'a.txt' });

    expect(keysOf(await untilTaskIs(peer, taskId, 'input_required'))).toHaveLength(1);
  });

  it('refuses a client without the extension where only a task will do, with status 400', async () => {
    const reply = await call(peer, 'failing_job', {}, { capabilities: FORMS_ONLY });

    expect(reply.status).toBe(400);
    expect(errorIn(reply)).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
    });
  });

  it('cancels the work of a plain call whose client closes the stream', async () => {
    const gone = new AbortController();
    const id = randomUUID();
    const params = { _meta: { progressToken: id } };
    const settled = call(peer, 'wait_inline', {}, { params, signal: gone.signal }).catch(
      (error: unknown) => error,
    );
    const workflowId = await untilCallIs(given(), 'Running', id);
    gone.abort();
    await settled;

    expect(await untilCallIs(given(), 'Canceled', id)).toBe(workflowId);
  });
});

describe('tasks/get of 2026-07-28', () => {
  it('has the result of a completed task in it, with its type', async () => {
    const taskId = await start(peer, 'wait_for_finish');
    await finish(taskId, { ok: true });

    const task = await untilTaskIs(peer, taskId, 'completed');
    expect(task).toMatchObject({
      resultType: 'complete',
      result: { resultType: 'complete', structuredContent: { ok: true } },
    });
    expect(task).not.toHaveProperty('error');
  });

  it('shows a tool error as completed, and a protocol error as failed', async () => {
    const [toolError, protocolError] = await Promise.all([
      start(peer, 'fails_soon'),
      start(peer, 'protocol_error_job'),
    ]);

    expect(await untilTaskIs(peer, toolError, 'completed')).toMatchObject({
      result: { isError: true },
    });
    expect(await untilTaskIs(peer, protocolError, 'failed')).toMatchObject({
      error: { code: -32603, message: 'The job ended in a protocol error' },
    });
  });

  it.each(['tasks/get', 'tasks/update', 'tasks/cancel'])(
    'has %s refuse undeclared clients before it looks at the ID, and unknown IDs after it',
    async (method) => {
      const params = { taskId: 'fictional', inputResponses: {} };
      const undeclared = await peer.request(method, params, { capabilities: {} });
      const unknown = await peer.request(method, params);

      expect([undeclared.status, errorIn(undeclared).code]).toStrictEqual([400, -32021]);
      expect([unknown.status, errorIn(unknown).code]).toStrictEqual([200, -32602]);
    },
  );

  it.each(['tasks/list', 'tasks/result', 'prompts/list', 'no/such/method'])(
    'is not joined by %s',
    async (method) => {
      const reply = await peer.request(method, { taskId: 'x' });

      expect([reply.status, errorIn(reply).code]).toStrictEqual([404, -32601]);
    },
  );

  it('is routed by a header that has to fit', async () => {
    const taskId = await start(peer, 'wait_for_finish');
    const reply = await peer.request('tasks/get', { taskId }, { headers: { 'mcp-name': 'other' } });

    expect([reply.status, errorIn(reply).code]).toStrictEqual([400, -32020]);
  });
});

describe('tasks/update of 2026-07-28', () => {
  it('takes answers one by one, and no process shows an answered question any more', async () => {
    const taskId = await start(peer, 'multi_input');
    const asked = await untilTask(peer, taskId, (task) => keysOf(task).length === 2);
    const [first = '', second = ''] = keysOf(asked);
    const other = await startMcpServer(given().options);
    try {
      const elsewhere = connectRev2026Http(other.url);
      const answer = { [first]: accept({ colour: 'red' }), unknown: 'garbage' };
      const reply = await peer.request('tasks/update', { taskId, inputResponses: answer });
      const here = await peer.request('tasks/get', { taskId });
      const there = await elsewhere.request('tasks/get', { taskId });

      expect(Object.keys(resultIn(reply)).sort()).toStrictEqual(['_meta', 'resultType']);
      expect(keysOf(resultIn(here))).toStrictEqual([second]);
      expect(keysOf(resultIn(there))).toStrictEqual([second]);

      const rest = { [second]: accept({ size: 5 }) };
      await elsewhere.request('tasks/update', { taskId, inputResponses: rest });
      expect(await untilTaskIs(peer, taskId, 'completed')).toMatchObject({
        result: {
          structuredContent: { colour: { action: 'accept' }, size: { content: { size: 5 } } },
        },
      });
    } finally {
      await other.stop();
    }
  });

  it.each([
    ['a value that is no object', 'yes'],
    ['an action that there is not', { action: 'maybe' }],
  ])('refuses %s, and takes none of the answers', async (_what, wrong) => {
    const taskId = await start(peer, 'multi_input');
    const asked = await untilTask(peer, taskId, (task) => keysOf(task).length === 2);
    const [first = '', second = ''] = keysOf(asked);
    const inputResponses = { [first]: accept({ colour: 'red' }), [second]: wrong };
    const reply = await peer.request('tasks/update', { taskId, inputResponses });

    expect(errorIn(reply).code).toBe(-32602);
    expect(keysOf(resultIn(await peer.request('tasks/get', { taskId })))).toHaveLength(2);
  });

  it.each([undefined, 'yes', [], null])(
    'refuses %j in place of answers',
    async (inputResponses) => {
      const taskId = await start(peer, 'wait_for_finish');
      const reply = await peer.request('tasks/update', { taskId, inputResponses });

      expect([reply.status, errorIn(reply).code]).toStrictEqual([200, -32602]);
    },
  );

  it('shows nothing of a question to a client that cannot be asked it', async () => {
    const taskId = await start(peer, 'delete_file', { filename: 'a.txt' });
    await untilTaskIs(peer, taskId, 'input_required');
    const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
    const reply = await peer.request('tasks/get', { taskId }, { capabilities });

    expect([reply.status, errorIn(reply).code]).toStrictEqual([400, -32021]);
    expect(errorIn(reply).data).toStrictEqual({
      requiredCapabilities: { elicitation: { form: {} } },
    });
  });
});

describe('tasks/cancel of 2026-07-28', () => {
  it('is acknowledged, again when the task has ended', async () => {
    const taskId = await start(peer, 'wait_for_finish');
    const first = await peer.request('tasks/cancel', { taskId });
    const task = await untilTaskIs(peer, taskId, 'cancelled');
    const second = await peer.request('tasks/cancel', { taskId });

    expect(task).not.toHaveProperty('result');
    for (const reply of [first, second]) {
      expect(Object.keys(resultIn(reply)).sort()).toStrictEqual(['_meta', 'resultType']);
    }
  });
});
