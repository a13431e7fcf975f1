import { describe, expect, it } from '@jest/globals';

import { expectEveryMessageToFit } from '../../support/conformance/with-wire-log.js';
import { TASKS_EXTENSION } from '../../support/raw-mcp-2026.js';
import { errorOf, finish } from '../../support/steps/rev2025-task-steps.js';
import {
  accept,
  call,
  createTask,
  getTask,
  untilAsked,
  untilStatus,
} from '../../support/steps/rev2026-task-steps.js';
import { refusalOf, withRev2026Servers } from '../../support/with-rev2026-servers.js';

const given = withRev2026Servers();

describe('tools/call of 2026-07-28', () => {
  it('answers with a flat task and nothing besides', async () => {
    const result = await call(given().peer, 'wait_for_finish');

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

  it('hands out the same execution as a task once the budget is spent', async () => {
    const { peer, temporal } = given();
    const { taskId } = await createTask(peer, 'wait_beyond_budget');
    await finish(temporal, taskId, 'late');

    expect(await untilStatus(peer, taskId, 'completed')).toMatchObject({
      result: { content: [{ type: 'text', text: 'late' }] },
    });
  });

  it('hands out a task that asks within its budget', async () => {
    const { peer } = given();
    const { taskId } = await createTask(peer, 'ask_within_budget', { filename: 'a.txt' });

    expect(Object.keys(await untilAsked(peer, taskId))).toHaveLength(1);
  });
});

describe('the tasks methods of 2026-07-28', () => {
  it.each(['tasks/update', 'tasks/cancel'])(
    'have %s refuse unknown IDs with status 200',
    async (method) => {
      const params = { taskId: 'fictional', inputResponses: {} };

      expect(await refusalOf(given().peer.exchange(method, params, {}))).toStrictEqual({
        status: 200,
        code: -32602,
      });
    },
  );

  it('are not joined by those of other features', async () => {
    const reply = given().peer.exchange('prompts/list', {}, {});

    expect(await refusalOf(reply)).toStrictEqual({ status: 404, code: -32601 });
  });
});

describe('tasks/update of 2026-07-28', () => {
  it('refuses an answer that is no object, and takes none of the answers', async () => {
    const { peer } = given();
    const { taskId } = await createTask(peer, 'multi_input');
    const [first = '', second = ''] = Object.keys(await untilAsked(peer, taskId, 2));
    const inputResponses = { [first]: accept({ colour: 'red' }), [second]: 'yes' };
    const error = await errorOf(peer.request('tasks/update', { taskId, inputResponses }));

    expect(error.code).toBe(-32602);
    expect(Object.keys((await getTask(peer, taskId)).inputRequests ?? {})).toHaveLength(2);
  });

  it.each([undefined, 'yes', [], null])(
    'refuses %j in place of answers',
    async (inputResponses) => {
      const { peer } = given();
      const { taskId } = await createTask(peer, 'wait_for_finish');
      const reply = peer.exchange('tasks/update', { taskId, inputResponses }, {});

      expect(await refusalOf(reply)).toStrictEqual({ status: 200, code: -32602 });
    },
  );
});

describe('tasks/get of 2026-07-28', () => {
  it('shows nothing of a question to a client that cannot be asked it', async () => {
    const { peer } = given();
    const { taskId } = await createTask(peer, 'confirm_delete', { filename: 'a.txt' });
    await untilAsked(peer, taskId);
    const capabilities = { extensions: { [TASKS_EXTENSION]: {} } };
    const { status, message } = await peer.exchange('tasks/get', { taskId }, { capabilities });

    expect([status, message?.error?.code]).toStrictEqual([400, -32021]);
    expect(message?.error?.data).toStrictEqual({
      requiredCapabilities: { elicitation: { form: {} } },
    });
  });
});

describe('all that was said over HTTP', () => {
  expectEveryMessageToFit(given);
});
