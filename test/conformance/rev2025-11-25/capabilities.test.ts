import { describe, expect } from '@jest/globals';

import { verifyRev2025 } from '../../support/conformance/verify-rev2025.js';
import { PATIENCE_MS, within } from '../../support/eventually.js';
import { connectRawHttp, initializeParams } from '../../support/raw-mcp.js';
import { startMcpServer } from '../../support/start-mcp-server.js';
import { errorOf, resultOf } from '../../support/steps/rev2025-task-steps.js';

const { verifies, verifiesOverHttp, verifiesOverStdio } = verifyRev2025();

const CAPABILITIES = {
  tools: {},
  resources: {},
  tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
};

describe('capabilities.tasks', () => {
  verifiesOverHttp(
    ['T25-01', 'T25-02', 'T25-03'],
    'is in the reply to initialize, its leaves empty objects and tools/call its only request',
    async ({ mcp }) => {
      const result = await resultOf(mcp.request('initialize', initializeParams()));

      expect(result['protocolVersion']).toBe('2025-11-25');
      expect(result['capabilities']).toStrictEqual(CAPABILITIES);
    },
  );

  verifiesOverStdio(
    ['T25-01', 'T25-02', 'T25-03'],
    'is in the reply to initialize, its leaves empty objects and tools/call its only request',
    async ({ mcp: { initializeReply } }) => {
      const result = await resultOf(Promise.resolve(initializeReply));

      expect(result['protocolVersion']).toBe('2025-11-25');
      expect(result['capabilities']).toStrictEqual(CAPABILITIES);
    },
  );

  verifiesOverHttp(
    ['T25-123', 'T25-07'],
    'has no list where anybody in the network is served without authentication',
    async ({ options }) => {
      const args = ['--host', '0.0.0.0', '--allow-unauthenticated'];
      const server = await startMcpServer({ ...options, args });
      const mcp = connectRawHttp(server.url.replace('0.0.0.0', '127.0.0.1'));
      const initialized = await resultOf(mcp.request('initialize', initializeParams()));
      const listed = await mcp.request('tasks/list', {});
      await server.stop();

      expect(initialized['capabilities']).toHaveProperty('tasks', {
        cancel: {},
        requests: { tools: { call: {} } },
      });
      expect(listed.error?.code).toBe(-32601);
    },
  );
});

describe('params.task', () => {
  for (const method of ['ping', 'tools/list', 'tasks/list']) {
    verifies(
      ['T25-03', 'T25-05'],
      `is ignored on ${method}, which was not announced for it`,
      async ({ mcp }) => {
        const plain = await resultOf(mcp.request(method, {}));

        expect(await resultOf(mcp.request(method, { task: {} }))).toStrictEqual(plain);
      },
    );
  }
});

describe('a method that does not exist', () => {
  for (const method of ['tasks/update', 'tasks/delete', 'resources/subscribe']) {
    verifies(['T25-07'], `is answered with -32601: ${method}`, async ({ mcp }) => {
      const error = await errorOf(within(PATIENCE_MS, mcp.request(method, { taskId: 'any' })));

      expect(error.code).toBe(-32601);
    });
  }
});
