import { randomUUID } from 'node:crypto';

import { beforeAll, describe, expect, it } from '@jest/globals';

import { eventually } from '../../support/eventually.js';
import type { RawMessage } from '../../support/raw-mcp.js';
import {
  connectRev2026Http,
  connectRev2026Stdio,
  FORMS_ONLY,
  type Rev2026Peer,
  type Rev2026Stdio,
  type Rev2026Subscription,
  withEnvelope,
} from '../../support/raw-rev2026.js';
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
  untilTaskIs,
} from './setup.js';

const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';
const given = withTestServers({ manifest: REV2026_MANIFEST });
let peer: Rev2026Peer;

beforeAll(() => {
  peer = connectRev2026Http(given().url);
});

const finish = async (taskId: string, result: unknown): Promise<void> => {
  await given().temporal.workflow.getHandle(taskId).signal('finish', result);
};

const statusOf = ({ method, params }: RawMessage, taskId: string): unknown =>
  method === 'notifications/tasks' && params?.['taskId'] === taskId ? params['status'] : undefined;

const eventuallyReply = async (messages: readonly RawMessage[], id: string): Promise<RawMessage> =>
  eventually(`the reply to ${id}`, async () =>
    Promise.resolve(messages.find((message) => message.id === id)),
  );

const untilStatus = async (
  subscription: Rev2026Subscription,
  taskId: string,
  status: string,
): Promise<RawMessage> =>
  subscription.until(`${status} of ${taskId}`, (message) => statusOf(message, taskId) === status);

describe('subscriptions/listen with taskIds', () => {
  it('acknowledges what is there and owned, then pushes each task as tasks/get shows it', async () => {
    const [asking, waiting] = await Promise.all([
      start(peer, 'delete_file', { filename: 'a.txt' }),
      start(peer, 'wait_for_finish'),
    ]);
    const taskIds = [asking, 'fictional', waiting, waiting];
    const subscription = await peer.listen({ taskIds }, { id: 'L1' });
    const first = await subscription.until('the first message', () => true);
    expect(first).toStrictEqual({
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: {
        notifications: { taskIds: [asking, waiting] },
        _meta: { [SUBSCRIPTION_ID]: 'L1' },
      },
    });

    const asked = await untilStatus(subscription, asking, 'input_required');
    await untilStatus(subscription, waiting, 'working');
    await finish(waiting, { ok: true });
    const [key = ''] = keysOf(asked.params ?? {});
    const inputResponses = { [key]: accept({ confirm: true }) };
    await peer.request('tasks/update', { taskId: asking, inputResponses });
    const pushed = await untilStatus(subscription, asking, 'completed');
    await untilStatus(subscription, waiting, 'completed');

    const got = resultIn(await peer.request('tasks/get', { taskId: asking }));
    expect({ ...pushed.params, resultType: 'complete', _meta: got['_meta'] }).toStrictEqual(got);
    for (const { params } of subscription.messages) {
      expect(params?.['_meta']).toStrictEqual({ [SUBSCRIPTION_ID]: 'L1' });
    }
    await subscription.stop();
  });

  it('refuses a client without the extension before any stream', async () => {
    const notifications = { taskIds: ['x'] };
    const reply = await peer.request(
      'subscriptions/listen',
      { notifications },
      { capabilities: {} },
    );

    expect([reply.status, errorIn(reply).code]).toStrictEqual([400, -32021]);
  });

  it('refuses IDs that are no list', async () => {
    const noList = await peer.request('subscriptions/listen', { notifications: { taskIds: 'x' } });
    expect([noList.status, errorIn(noList).code]).toStrictEqual([200, -32602]);
  });

  it('ends with a result when the server stops', async () => {
    const server = await startMcpServer(given().options);
    const other = connectRev2026Http(server.url);
    const taskId = await start(other, 'wait_for_finish');
    const subscription = await other.listen({ taskIds: [taskId] }, { id: 7 });
    await untilStatus(subscription, taskId, 'working');
    await server.stop();

    expect(await subscription.until('the result', ({ id }) => id === 7)).toMatchObject({
      result: { resultType: 'complete', _meta: { [SUBSCRIPTION_ID]: 7 } },
    });
    expect(resultIn(await peer.request('tasks/get', { taskId }))).toMatchObject({
      status: 'working',
    });
  });

  it('works over stdio, until it is cancelled', async () => {
    const stdio = connectRev2026Stdio(given().options);
    try {
      const taskId = await start(stdio, 'wait_beyond_budget');
      const subscription = await stdio.listen({ taskIds: [taskId, 'fictional'] }, { id: 'L2' });
      expect(
        await subscription.until(
          'the acknowledgment',
          ({ method }) => method === 'notifications/subscriptions/acknowledged',
        ),
      ).toMatchObject({
        params: { notifications: { taskIds: [taskId] }, _meta: { [SUBSCRIPTION_ID]: 'L2' } },
      });
      await untilStatus(subscription, taskId, 'working');
      await subscription.stop();
      await finish(taskId, 'done');
      await untilTaskIs(stdio, taskId, 'completed');

      expect(stdio.messages.map((message) => statusOf(message, taskId))).not.toContain('completed');
      const undeclared = await stdio.request(
        'subscriptions/listen',
        { notifications: { taskIds: [taskId] } },
        { capabilities: {} },
      );
      expect(errorIn(undeclared).code).toBe(-32021);
    } finally {
      await stdio.close();
    }
  });
});

describe('a connection over stdio', () => {
  it('is of 2026-07-28 when its first request says so', async () => {
    const stdio = connectRev2026Stdio(given().options);
    try {
      const discovered = resultIn(await stdio.request('server/discover'));
      expect(discovered).toMatchObject({
        supportedVersions: ['2026-07-28'],
        capabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } },
      });
      expect(discovered['capabilities']).not.toHaveProperty('tasks');
      expect(resultIn(await call(stdio, 'greet', { name: 'Ada' }))).toMatchObject({
        content: [{ text: 'Hello, Ada!' }],
      });
      expect(errorIn(await stdio.request('tasks/list')).code).toBe(-32601);
    } finally {
      await stdio.close();
    }
  });

  it('holds every request against the version that it claims', async () => {
    const stdio = connectRev2026Stdio(given().options);
    try {
      await stdio.request('tools/list');
      const _meta = { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' };

      expect(errorIn(await stdio.request('tools/list', { _meta }))).toMatchObject({
        code: -32022,
        data: { supported: ['2026-07-28'], requested: '2099-01-01' },
      });
      const update = { taskId: 'x', inputResponses: 'yes' };
      expect(errorIn(await stdio.request('tasks/update', update))).toMatchObject({
        code: -32602,
        message: 'Invalid params: "inputResponses" must be an object.',
      });
    } finally {
      await stdio.close();
    }
  });

  it('asks within a call, and goes on with the same Workflow', async () => {
    const stdio = connectRev2026Stdio(given().options);
    try {
      const input = { filename: 'a.txt' };
      const capabilities = FORMS_ONLY;
      const asked = resultIn(await call(stdio, 'delete_file', input, { capabilities }));
      const { requestState } = asked;
      const inputResponses = { [keysOf(asked)[0] ?? '']: { action: 'decline' } };
      const params = { requestState, inputResponses };
      const done = await call(stdio, 'delete_file', input, { capabilities, params });

      expect(resultIn(done)).toMatchObject({
        content: [{ text: 'Did not delete a.txt: decline.' }],
      });
    } finally {
      await stdio.close();
    }
  });

  const callOverStdio = async (): Promise<{
    stdio: Rev2026Stdio;
    token: string;
    workflowId: string;
  }> => {
    const stdio = connectRev2026Stdio(given().options);
    const token = randomUUID();
    stdio.send({
      id: token,
      method: 'tools/call',
      params: withEnvelope({ name: 'wait_inline', _meta: { progressToken: token } }),
    });
    return { stdio, token, workflowId: await untilCallIs(given(), 'Running', token) };
  };

  it('cancels the work of a call that is withdrawn', async () => {
    const { stdio, token, workflowId } = await callOverStdio();
    stdio.send({ method: 'notifications/cancelled', params: { requestId: token } });

    expect(await untilCallIs(given(), 'Canceled', token)).toBe(workflowId);
    await stdio.close();
  });

  it('leaves the work of a call alone when it ends', async () => {
    const { stdio, workflowId } = await callOverStdio();
    await stdio.close();
    const { status, raw } = await given().temporal.workflow.getHandle(workflowId).describe();

    expect(status.name).toBe('RUNNING');
    expect(raw.workflowExtendedInfo?.cancelRequested).toBeFalsy();
  });

  it('is of 2025-11-25 when its client initializes, also after it has asked what there is', async () => {
    const stdio = connectRev2026Stdio(given().options);
    try {
      await stdio.request('server/discover');
      stdio.send({
        id: 'init',
        method: 'initialize',
        params: {
          protocolVersion: '2025-11-25',
          capabilities: {},
          clientInfo: { name: 'raw', version: '0' },
        },
      });
      const reply = await eventuallyReply(stdio.messages, 'init');
      expect(reply.result).toMatchObject({
        protocolVersion: '2025-11-25',
        capabilities: { tasks: { cancel: {} } },
      });
      expect(reply.result?.['capabilities']).not.toHaveProperty('extensions');
      stdio.send({ id: 'list', method: 'tasks/list', params: {} });
      expect(await eventuallyReply(stdio.messages, 'list')).toHaveProperty('result.tasks');
    } finally {
      await stdio.close();
    }
  });
});
