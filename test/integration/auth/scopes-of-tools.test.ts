import { describe, expect, it } from '@jest/globals';

import {
  type Answer,
  LIST,
  withProtectedServer,
} from '../../support/auth/with-protected-server.js';
import { verifies } from '../../support/conformance/verify-authorization.js';

/** An action on orders, only for people of the finance department with the scope `orders:write`. */
const ACTION =
  'orders_action: { workflow: waitForFinish, signal: finish, access: { scopes: [ orders:write ], allow: { groups: [ finance ] } } }';

const there = withProtectedServer({
  auth: ({ issuer }) => `
    issuers: [{ issuer: "${issuer}" }],
    scopes: [tasks:use],
    implies: { orders:all: [orders:read, orders:write], admin: [orders:all, tasks:use] },
    allow: { status: [active] }`,
  actions: ACTION,
  tools: `
    open_tool: { workflow: unused },
    orders_tool: { workflow: unused, access: { scopes: [orders:read, orders:write] } },
    asking_tool: { workflow: unused, access: { scopes: [orders:read] }, confirm: "Really?" },
    secret_tool: { workflow: unused, access: { allow: { groups: [finance] }, scopes: [secret:use] }, confirm: "Really?" }`,
});

const ADA = { status: 'active' };

async function tokenOf(scope: unknown, claims: object = {}): Promise<string> {
  return there().issuer.sign({ claims: { ...ADA, scope, ...claims } });
}

/** A call in each generation. The arguments are invalid, so that no call starts a Workflow. */
async function call(token: string, name: string): Promise<readonly [Answer, Answer]> {
  const { send25, send26 } = there();
  const params = { name, arguments: { surplus: true } };
  return [
    await send25(token, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    await send26(token, 'tools/call', params),
  ];
}

async function toolsOf(token: string): Promise<readonly (readonly string[])[]> {
  const { send25, send26 } = there();
  const answers = [await send25(token, LIST), await send26(token, 'tools/list')];
  return answers.map(({ message }) =>
    (message.result?.['tools'] as { name: string }[])
      .map(({ name }) => name)
      .filter((name) => name.endsWith('_tool')),
  );
}

describe('a call', () => {
  verifies(
    ['A-055', 'A-056', 'A-057', 'A-059', 'A-063', 'A-100'],
    'that lacks scopes is told all that it needs, by HTTP and at once',
    async () => {
      const { resource, log } = there();
      const metadata = `${new URL(resource).origin}/.well-known/oauth-protected-resource/mcp`;
      const challenge = `Bearer error="insufficient_scope", error_description="The access token does not grant what this request needs.", scope="tasks:use orders:read orders:write", resource_metadata="${metadata}"`;
      for (const scope of [
        'tasks:use',
        'tasks:use orders:read',
        'tasks:use other',
        'orders:write',
        '',
      ]) {
        for (const { status, headers, message } of await call(
          await tokenOf(scope),
          'orders_tool',
        )) {
          expect(status).toBe(403);
          expect(headers.get('www-authenticate')).toBe(challenge);
          expect(headers.get('content-type')).toMatch(/^application\/json/);
          expect(message).toMatchObject({ error: 'insufficient_scope' });
        }
      }
      expect(log).toContainEqual(
        expect.objectContaining({
          message: 'A request needs more scopes',
          missing: ['orders:write'],
          correlationId: expect.any(String) as unknown,
        }),
      );
    },
  );

  verifies(
    ['A-056', 'A-058'],
    'is carried out with them, or with a broader scope that implies them',
    async () => {
      for (const scope of ['tasks:use orders:read orders:write', 'tasks:use orders:all', 'admin']) {
        for (const { status, message } of await call(await tokenOf(scope), 'orders_tool')) {
          expect(status).toBe(200);
          expect(JSON.stringify(message)).toContain('surplus');
        }
      }
    },
  );

  verifies(['A-058'], 'takes scopes from either claim, as a text or as a list', async () => {
    for (const claims of [{ scp: ['tasks:use'] }, { scp: 'tasks:use' }, { scope: ['tasks:use'] }]) {
      const [first] = await call(await tokenOf(undefined, claims), 'open_tool');

      expect(first.status).toBe(200);
    }
    const [none] = await call(await tokenOf('tasks:use-not *'), 'open_tool');

    expect(none.status).toBe(403);
  });

  verifies(['A-057', 'A-059'], 'hides in no list of messages', async () => {
    const { send25 } = there();
    const { status } = await send25(await tokenOf('tasks:use'), [
      LIST,
      {
        jsonrpc: '2.0',
        id: 2,
        method: 'tools/call',
        params: { name: 'orders_tool', arguments: {} },
      },
    ]);

    expect(status).toBe(400);
  });

  it('is refused, and breaks nothing, however deep its body is', async () => {
    const { send25 } = there();
    const body = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

    expect(await send25(await tokenOf('tasks:use'), body as never)).toHaveProperty('status', 400);
  });

  verifies(['A-055'], 'is not the only request that needs scopes', async () => {
    const { send25, send26, url } = there();
    const token = await tokenOf('other');

    for (const { status } of [
      await send25(token, LIST),
      await send25(token, { ...LIST, method: 'initialize' }),
      await send26(token, 'tasks/get', { taskId: 'mcp-x' }),
      await send26(token, 'subscriptions/listen', { notifications: {} }),
      await fetch(url, { headers: { authorization: `Bearer ${token}` } }),
    ]) {
      expect(status).toBe(403);
    }
  });
});

describe('a tool', () => {
  verifies(
    ['A-062'],
    'that lacks scopes only is shown, one that is for others is not there',
    async () => {
      const shown = ['open_tool', 'orders_tool', 'asking_tool'];

      expect(await toolsOf(await tokenOf('tasks:use'))).toStrictEqual([shown, shown]);

      const finance = await tokenOf('tasks:use', { groups: ['staff', 'finance'] });

      expect(await toolsOf(finance)).toStrictEqual([
        [...shown, 'secret_tool'],
        [...shown, 'secret_tool'],
      ]);
      expect((await call(finance, 'secret_tool')).map(({ status }) => status)).toStrictEqual([
        403, 403,
      ]);
    },
  );

  verifies(
    ['A-062', 'A-059'],
    'that is for others is answered like one that never was',
    async () => {
      const token = await tokenOf('tasks:use secret:use');
      const hidden = await call(token, 'secret_tool');
      const unknown = await call(token, 'xecret_took');
      const like = (answer: Answer): string => answer.text.replaceAll(/[sx]ecret_too[lk]/g, 'name');

      expect(hidden.map(like)).toStrictEqual(unknown.map(like));
      expect(hidden.map(({ status }) => status)).toStrictEqual(unknown.map(({ status }) => status));
      expect(hidden.map(({ headers }) => headers.get('content-type'))).toStrictEqual(
        unknown.map(({ headers }) => headers.get('content-type')),
      );
      expect(unknown[0].text).not.toContain('secret_tool');
    },
  );

  verifies(['A-062'], 'is in a list that caches keep to themselves', async () => {
    const { message } = await there().send26(await tokenOf('tasks:use'), 'tools/list');

    expect(message.result).toHaveProperty('cacheScope', 'private');
  });
});

describe('an action', () => {
  verifies(['A-055', 'A-062'], 'needs scopes, and is there for some, like any tool', async () => {
    const { send25 } = there();
    const finance = await tokenOf('tasks:use', { groups: 'finance' });
    const list = async (token: string): Promise<string> => (await send25(token, LIST)).text;
    const [refused] = await call(finance, 'orders_action');

    expect(await list(finance)).toContain('orders_action');
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toContain('scope="tasks:use orders:write"');

    const others = await tokenOf('tasks:use');
    const [hidden] = await call(others, 'orders_action');

    expect(await list(others)).not.toContain('orders_action');
    expect(hidden.status).toBe(200);
    expect(hidden.text).toContain('Unknown tool: orders_action');
  });
});

describe('somebody whom the server is not for', () => {
  verifies(['A-055'], 'is refused, and not sent to log in again', async () => {
    const { send25, send26, log } = there();
    for (const status of ['suspended', undefined, ['inactive']]) {
      const token = await tokenOf('tasks:use', { status });
      for (const answer of [await send25(token, LIST), await send26(token, 'tools/list')]) {
        expect(answer.status).toBe(403);
        expect(answer.headers.has('www-authenticate')).toBe(false);
        const id = answer.headers.get('x-correlation-id');
        expect(log.find(({ correlationId }) => correlationId === id)).toMatchObject({
          unmetClaims: ['status'],
        });
      }
    }
  });
});
