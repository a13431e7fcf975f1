/** The same person in an unrelated tenant, which has its own namespace or shares one. */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { loadManifest } from '../../../src/manifest/file/load-manifest.js';
import {
  ATTACKED_REVISIONS,
  type AttackedRevision,
  type Channel,
} from '../../support/attacks/attacked-server.js';
import { type Attack, ATTACKS } from '../../support/attacks/attacks.js';
import { TASK_KINDS, type TaskKindName } from '../../support/attacks/foreign-tasks.js';
import { withAttackedServer } from '../../support/attacks/with-attacked-server.js';
import { verifies } from '../../support/conformance/verify-authorization.js';
import { eventually } from '../../support/eventually.js';
import { runTestWorker, type TestWorker } from '../../support/run-test-worker.js';

const MANIFEST = fileURLToPath(
  new URL('../../support/attacks/attacked-tenants.yaml', import.meta.url),
);
/** More tasks than fit on one page of a list. */
const MORE_THAN_A_PAGE = 52;
const KINDS = [
  ...(['working', 'asking', 'completed', 'cancelled', 'with a resource'] as const),
  'working, with an ID of its tool',
] as const satisfies readonly TaskKindName[];
/** The tenant of the tasks, and the tenant of the attacker. Only globex and initech share a namespace. */
const PAIRS = [
  ['acme', 'globex'],
  ['globex', 'acme'],
  ['globex', 'initech'],
] as const;

const there = withAttackedServer(MANIFEST);
const workers: TestWorker[] = [];
/** Task IDs of the same person, by tenant. */
const tasks = new Map<string, ReadonlyMap<TaskKindName, string>>();

function connect(tenant: string, revision: AttackedRevision, session?: string): Channel {
  return there().server.connectHttp(`ada/${tenant}`, revision, session ? { session } : {});
}

async function call(tenant: string, name: string, args: object = {}): Promise<string> {
  const { message } = await connect(tenant, '2025-11-25').send('tools/call', {
    name,
    arguments: args,
    task: {},
  });
  return (message?.result?.['task'] as { readonly taskId: string }).taskId;
}

beforeAll(async () => {
  const { temporal, other, taskQueue } = there();
  const { namespace } = other.options;
  const acme = { namespace, taskQueue: `acme-${taskQueue}` };
  workers.push(
    await runTestWorker({ definitions: 'fixtures', ...acme }),
    await runTestWorker({ definitions: 'system', namespace, taskQueue: 'temporal-mcp-tasks' }),
  );
  for (const [tenant, client, queue] of [
    ['acme', other, acme.taskQueue],
    ['globex', temporal, taskQueue],
  ] as const) {
    const channel = connect(tenant, '2025-11-25');
    const made = KINDS.map(async (kind) => {
      const making = { channel, temporal: client, taskQueue: queue };
      return [kind, await TASK_KINDS[kind].make(making)] as const;
    });
    tasks.set(tenant, new Map(await Promise.all(made)));
  }
});

afterAll(async () => {
  await Promise.all(workers.map(async (worker) => worker.stop()));
});

/** The attacks that need no action. The manifest of this suite has no actions. */
function attacksOf(revision: AttackedRevision): readonly Attack[] {
  return ATTACKS[revision].filter(
    ({ title, handle }) =>
      handle === 'task' && !title.includes('purchase') && !/amount|update_result/.test(title),
  );
}

async function tryOn(channel: Channel, attack: Attack, handle: string): Promise<unknown> {
  const { counter } = there().server;
  counter.reset();
  const { status, headers, text } = await channel.send(attack.method, attack.params(handle));
  const told = [JSON.stringify(handle).slice(1, -1), encodeURIComponent(handle)];
  return {
    status,
    headers,
    cost: counter.sent(),
    text: told.reduce((all, one) => all.replaceAll(one, 'HANDLE'), text),
  };
}

function invent(kind: TaskKindName, taskId: string): string {
  return TASK_KINDS[kind].shape === 'own'
    ? `order-${randomUUID()}`
    : taskId.replace(/.{8}$/, 'aaaaaaaa');
}

async function listOf(tenant: string): Promise<readonly string[]> {
  const { message } = await connect(tenant, '2025-11-25').send('tasks/list', {});
  const listed = message?.result?.['tasks'] as readonly { readonly taskId: string }[];
  return listed.map(({ taskId }) => taskId);
}

describe.each(ATTACKED_REVISIONS)(
  'by %s, a task of the same person in another tenant',
  (revision) => {
    verifies(
      ['A-074', 'A-075', 'A-098'],
      'is like one that never was, and as dear to the server, for every operation',
      async () => {
        for (const [owner, tenant] of PAIRS) {
          const channel = connect(tenant, revision);
          for (const attack of attacksOf(revision)) {
            for (const [kind, taskId] of tasks.get(owner) ?? []) {
              const unknown = await tryOn(channel, attack, invent(kind, taskId));
              const told = await tryOn(channel, attack, taskId);

              expect([tenant, attack.title, kind, told]).toStrictEqual([
                ...[tenant, attack.title, kind],
                unknown,
              ]);
              expect(JSON.stringify(told)).toMatch(/not found|"taskIds\\+":\[\]/i);
            }
          }
        }
      },
    );

    verifies(['A-074'], 'is its own in its tenant', async () => {
      for (const [tenant, own] of tasks) {
        const { text } = await connect(tenant, revision).send('tasks/get', {
          taskId: own.get('working'),
        });

        expect(text).toContain('"status":"working"');
      }
    });
  },
);

describe('what somebody was given in another tenant', () => {
  verifies(['A-072', 'A-075'], 'is nothing: a session', async () => {
    const { server } = there();
    const session = await server.beginSession('ada/acme');
    const ping = async (tenant: string, id: string): Promise<unknown> => {
      const { status, headers, text } = await connect(tenant, '2025-11-25', id).send('ping', {});
      return { status, headers, text };
    };

    expect(await ping('globex', session)).toStrictEqual(await ping('globex', 'unknown'));
    expect(await ping('globex', session)).toHaveProperty('status', 404);
    expect(await ping('acme', session)).toHaveProperty('status', 200);
  });

  verifies(['A-075'], 'is nothing: a cursor, and no list has tasks of another one', async () => {
    for (const [owner, tenant] of PAIRS) {
      const made = Array.from({ length: MORE_THAN_A_PAGE }, async () => call(owner, 'wait'));
      await Promise.all(made);
      const list = async (who: string, cursor: string): Promise<string> =>
        (await connect(who, '2025-11-25').send('tasks/list', { cursor })).text;
      const cursor = await eventually('there is another page', async () => {
        const { message } = await connect(owner, '2025-11-25').send('tasks/list', {});
        return message?.result?.['nextCursor'] as string | undefined;
      });

      expect(await list(tenant, cursor)).toBe(await list(tenant, 'nonsense'));
      expect(await list(owner, cursor)).toContain('"taskId"');
      expect(cursor).not.toContain(Buffer.from('of-acme').toString('base64url').slice(0, 8));
    }
    const mine = await call('initech', 'wait');

    expect(await listOf('initech')).toStrictEqual([mine]);
  });

  verifies(['A-075'], 'is nothing: the state of a call, and a call under way', async () => {
    const ask = { name: 'ask_first', arguments: {} };
    const [acme, globex] = [connect('acme', '2026-07-28'), connect('globex', '2026-07-28')];
    const { message } = await acme.send('tools/call', ask);
    const inputResponses = { confirm: { action: 'accept', content: { confirm: true } } };
    const repeat = async (requestState: unknown): Promise<string> =>
      (await globex.send('tools/call', { ...ask, requestState, inputResponses })).text;

    expect(await repeat(message?.result?.['requestState'])).toBe(await repeat('nonsense'));

    const params = { name: 'wait', arguments: { note: randomUUID() } };
    const under = async (tenant: string): Promise<string | undefined> => {
      const { text } = await connect(tenant, '2025-11-25').send('tools/call', params);
      return /mcp-[a-z2-7-]+/.exec(text)?.[0];
    };
    const own = await under('globex');

    expect(await under('globex')).toBe(own);
    expect(await under('initech')).not.toBe(own);
    expect(await under('acme')).not.toBe(own);
  });
});

describe('the work of a tenant', () => {
  it('runs in its namespace, and on its Task Queue', async () => {
    const { temporal, other, taskQueue } = there();
    const where = async (tenant: string, client: typeof temporal): Promise<unknown> => {
      const { raw } = await client.workflow.getHandle(await call(tenant, 'wait')).describe();
      return raw.executionConfig?.taskQueue?.name;
    };

    await expect(where('acme', other)).resolves.toBe(`acme-${taskQueue}`);
    await expect(where('globex', temporal)).resolves.toBe(taskQueue);
    await expect(where('initech', temporal)).resolves.toBe(`initech-${taskQueue}`);
    await expect(where('acme', temporal)).rejects.toThrow(/not found/);
  });

  it('is ended there when its time to live is over', async () => {
    const taskId = await call('acme', 'end_late');
    const status = await eventually('its end', async () => {
      const { status } = await there().other.workflow.getHandle(taskId).describe();
      return status.name === 'RUNNING' ? undefined : status.name;
    });

    expect(status).toBe('CANCELLED');
  });
});

describe('a token', () => {
  it.each(['ada', 'ada/umbrella', 'ada/ACME', 'ada/'])(
    'of nobody in a tenant is refused without a challenge: %s',
    async (who) => {
      for (const revision of ATTACKED_REVISIONS) {
        const { status, headers, text } = await there()
          .server.connectHttp(who, revision)
          .send('tools/list', {});

        expect(status).toBe(403);
        expect(headers.map(([name]) => name)).not.toContain('www-authenticate');
        expect(JSON.stringify([headers, text])).not.toMatch(/acme|globex|org|tenant/i);
      }
    },
  );
});

describe('a reload', () => {
  it('adds a tenant with a namespace of its own, and takes one away', async () => {
    const server = await there().startAnother();
    const ask = async (tenant: string): Promise<number | undefined> =>
      (await server.connectHttp(`ada/${tenant}`, '2025-11-25').send('tools/list', {})).status;
    const { taskQueue, other } = there();
    const manifest = await loadManifest(MANIFEST, {
      TEST_TASK_QUEUE: taskQueue,
      TEST_OTHER_NAMESPACE: other.options.namespace,
    });
    const { namespace } = other.options;

    expect([await ask('acme'), await ask('hooli')]).toStrictEqual([200, 403]);

    await server.reload({
      ...manifest,
      namespaces: new Map([['of-hooli', { namespace }]]),
      tenants: { claim: 'org', values: new Map([['hooli', { namespace: 'of-hooli' }]]) },
    });

    expect([await ask('acme'), await ask('hooli')]).toStrictEqual([403, 200]);

    const { message } = await server
      .connectHttp('ada/hooli', '2025-11-25')
      .send('tools/call', { name: 'wait', arguments: {}, task: {} });
    const { taskId } = message?.result?.['task'] as { readonly taskId: string };

    await expect(other.workflow.getHandle(taskId).describe()).resolves.toHaveProperty(
      'taskQueue',
      taskQueue,
    );
  });
});
