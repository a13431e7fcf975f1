import { describe, expect } from '@jest/globals';

import { verifyRev2026 } from '../../support/conformance/verify-rev2026.js';
import { connectStatelessHttp, envelope, REVISION } from '../../support/raw-mcp-2026.js';
import { startMcpServer } from '../../support/start-mcp-server.js';
import { errorOf, finish } from '../../support/steps/rev2025-task-steps.js';
import { createTask, getTask, untilStatus } from '../../support/steps/rev2026-task-steps.js';

const { verifies, verifiesOverHttp } = verifyRev2026();

const METHODS = ['tasks/get', 'tasks/update', 'tasks/cancel'];
const paramsOf = (taskId: string): Record<string, unknown> => ({ taskId, inputResponses: {} });

describe('the headers of a request', () => {
  // FastMCP 4.1 sends no Mcp-Name. The body has the same name: docs/decisions/0135.
  verifiesOverHttp(['T26-91'], 'may lack Mcp-Name, which the body says too', async ({ mcp }) => {
    const { taskId } = await createTask(mcp, 'wait_for_finish');
    for (const method of METHODS) {
      const { status, message } = await mcp.exchange(method, paramsOf(taskId), {
        headers: { 'mcp-name': undefined },
      });

      expect([method, status, message?.error]).toStrictEqual([method, 200, undefined]);
    }
  });

  for (const [what, headers] of [
    ['another Mcp-Name', { 'mcp-name': 'another' }],
    ['another Mcp-Method', { 'mcp-method': 'tools/list' }],
    ['no Mcp-Method', { 'mcp-method': undefined }],
    ['another MCP-Protocol-Version', { 'mcp-protocol-version': '2025-11-25' }],
    ['an Mcp-Name in another case', { 'mcp-name': 'UPPER' }],
    ['an Mcp-Name that is no Base64', { 'mcp-name': '=?base64?%%%?=' }],
  ] as const) {
    verifiesOverHttp(
      ['T26-91'],
      `are refused with ${what}, and nothing is done`,
      async ({ mcp }) => {
        const { taskId } = await createTask(mcp, 'wait_for_finish');
        for (const method of METHODS) {
          const name = headers as Record<string, string | undefined>;
          const sent =
            name['mcp-name'] === 'UPPER' ? { 'mcp-name': taskId.toUpperCase() } : { ...name };
          const { status, message } = await mcp.exchange(method, paramsOf(taskId), {
            headers: sent,
          });

          expect([method, status, message?.error?.code]).toStrictEqual([method, 400, -32020]);
        }
        expect(await getTask(mcp, taskId)).toHaveProperty('status', 'working');
        await mcp.request('tasks/cancel', { taskId });
      },
    );
  }

  verifiesOverHttp(['T26-91'], 'may be encoded, and their names in any case', async ({ mcp }) => {
    const { taskId } = await createTask(mcp, 'quick_job');
    const encoded = `=?base64?${Buffer.from(taskId).toString('base64')}?=`;
    for (const headers of [
      { 'mcp-name': encoded },
      { 'mcp-name': undefined, 'MCP-NAME': taskId },
      { 'mcp-name': ` ${taskId} ` },
    ]) {
      const { status, message } = await mcp.exchange('tasks/get', { taskId }, { headers });

      expect([status, message?.result?.['taskId']]).toStrictEqual([200, taskId]);
    }
  });

  verifiesOverHttp(['T26-90'], 'repeat the tool of a call', async ({ mcp }) => {
    const params = { name: 'greet', arguments: { name: 'Ada' } };
    const right = await mcp.exchange('tools/call', params, {});
    const wrong = await mcp.exchange('tools/call', params, {
      headers: { 'mcp-name': 'quick_job' },
    });

    expect([right.status, wrong.status, wrong.message?.error?.code]).toStrictEqual([
      200, 400, -32020,
    ]);
  });
});

describe('a method', () => {
  verifies(['T26-92'], 'that has gone or never was is -32601', async ({ mcp }) => {
    const { taskId } = await createTask(mcp, 'quick_job');
    for (const method of ['tasks/result', 'tasks/list', 'tasks/nothing', 'nothing']) {
      expect(await errorOf(mcp.request(method, { taskId }))).toHaveProperty('code', -32601);
    }
  });

  verifiesOverHttp(
    ['T26-92', 'T26-102'],
    'that has gone or never was is HTTP 404',
    async ({ mcp }) => {
      for (const method of ['tasks/result', 'tasks/list', 'nothing']) {
        const { status, message } = await mcp.exchange(method, { taskId: 'any' }, {});

        expect([method, status, message?.error?.code]).toStrictEqual([method, 404, -32601]);
      }
    },
  );
});

describe('the endpoint', () => {
  verifiesOverHttp(['T26-93'], 'refuses web pages of other origins', async ({ mcp }) => {
    const headers = { origin: 'https://evil.example' };
    const { status } = await mcp.exchange('tools/call', { name: 'quick_job' }, { headers });

    expect(status).toBe(403);
  });

  verifiesOverHttp(
    ['T26-93'],
    'takes a notification with HTTP 202 and no body',
    async ({ url }) => {
      const method = 'notifications/cancelled';
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': REVISION,
          'mcp-method': method,
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          method,
          params: { requestId: 'any', _meta: envelope() },
        }),
      });

      expect([response.status, await response.text()]).toStrictEqual([202, '']);
    },
  );

  verifiesOverHttp(['T26-93'], 'does not care for a session', async ({ mcp }) => {
    const headers = { 'mcp-session-id': 'no such session' };
    const { status, message, headers: sent } = await mcp.exchange('tools/list', {}, { headers });

    expect([status, message?.error]).toStrictEqual([200, undefined]);
    expect(sent.get('mcp-session-id')).toBeNull();
  });

  verifiesOverHttp(
    ['T26-07', 'T26-45'],
    'answers a look-up with HTTP 200, also where there is nothing',
    async ({ mcp }) => {
      const { taskId } = await createTask(mcp, 'quick_job');
      const found = await mcp.exchange('tasks/get', { taskId }, {});
      const unknown = await mcp.exchange('tasks/get', { taskId: 'unknown' }, {});

      expect([found.status, unknown.status, unknown.message?.error?.code]).toStrictEqual([
        200, 200, -32602,
      ]);
    },
  );

  verifiesOverHttp(
    ['T26-94', 'T26-02'],
    'is any process, also one that has just started',
    async ({ mcp, options, temporal, log }) => {
      const { taskId } = await createTask(mcp, 'wait_for_finish');
      const server = await startMcpServer(options);
      try {
        const fresh = connectStatelessHttp(server.url, log);
        expect(await getTask(fresh, taskId)).toHaveProperty('status', 'working');
        await finish(temporal, taskId, 'done');
        expect(await untilStatus(fresh, taskId, 'completed')).toHaveProperty('taskId', taskId);
      } finally {
        await server.stop();
      }
    },
  );
});
