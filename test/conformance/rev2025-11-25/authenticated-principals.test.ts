/** Requirements of the revision for authenticated requestors. Other tests of tokens are in test/integration/auth. */
import { describe, expect } from '@jest/globals';

import {
  type Answer,
  beginSession,
  LIST,
  type ProtectedServer,
  withProtectedServer,
} from '../../support/auth/with-protected-server.js';
import type { RequirementId } from '../../support/conformance/requirements-2025-11-25.js';
import { verifyOver } from '../../support/conformance/verifies.js';

const there = withProtectedServer({
  worker: true,
  limits: '{ requestsPerMinute: 40 }',
});

interface Principals extends ProtectedServer {
  readonly ada: string;
  readonly eve: string;
}

const verifiesOverHttp = verifyOver<RequirementId, Principals>('HTTP', async (body) => {
  const { issuer } = there();
  const ada = await issuer.sign({ claims: { sub: 'ada' } });
  await body({ ...there(), ada, eve: await issuer.sign({ claims: { sub: 'eve' } }) });
});

async function createTask({ send25, given, ada }: Principals): Promise<string> {
  const params = { name: 'wait_for_finish', arguments: {}, task: {} };
  const { message } = await send25(ada, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const { taskId } = message.result?.['task'] as { readonly taskId: string };
  given.terminateLater(taskId);
  return taskId;
}

describe('calls', () => {
  verifiesOverHttp(
    ['T25-129'],
    'are validated, authorized and limited',
    async ({ send25, issuer }) => {
      const bob = await issuer.sign({ claims: { sub: 'bob' } });
      const call = async (token: string | undefined): Promise<Answer> => {
        const params = { name: 'slow_compute', arguments: { surplus: true }, task: {} };
        return send25(token, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      };

      expect((await call(bob)).message.error).toHaveProperty('code', -32602);
      expect(await call(undefined)).toHaveProperty('status', 401);

      for (let more = 0; more < 39; more += 1) await call(bob);

      const refused = await call(bob);

      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
    },
  );
});

describe('a task of somebody who is authenticated', () => {
  verifiesOverHttp(
    ['T25-120', 'T25-121'],
    'is theirs alone, with whatever token and in whatever session',
    async (peer) => {
      const { send25, issuer, ada, eve } = peer;
      const taskId = await createTask(peer);
      const renewed = await issuer.sign({ claims: { sub: 'ada', jti: 'renewed' } });
      const session = await beginSession(peer, renewed);
      const ask = async (token: string, method: string, headers = {}): Promise<string> =>
        (await send25(token, { jsonrpc: '2.0', id: 1, method, params: { taskId } }, headers)).text;

      expect(await ask(ada, 'tasks/get')).toContain('"working"');
      expect(await ask(renewed, 'tasks/get', { 'mcp-session-id': session })).toContain('"working"');
      expect(await ask(ada, 'tasks/list')).toContain(taskId);
      for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel']) {
        expect(await ask(eve, method)).toContain('"code":-32602');
      }
      expect(await ask(eve, 'tasks/list')).not.toContain(taskId);
      expect(await ask(ada, 'tasks/get')).toContain('"working"');
    },
  );

  verifiesOverHttp(['T25-128'], 'is not reached by a session alone', async (peer) => {
    const session = await beginSession(peer, peer.ada);
    const withSession = { 'mcp-session-id': session };

    expect(await peer.send25(undefined, LIST, withSession)).toHaveProperty('status', 401);
    expect(await peer.send25(peer.eve, LIST, withSession)).toHaveProperty('status', 404);
    expect(await peer.send25(peer.ada, LIST, withSession)).toHaveProperty('status', 200);
  });
});
