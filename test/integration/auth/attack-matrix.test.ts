/** Every operation on every kind of foreign task, in both generations and over both transports. */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, it } from '@jest/globals';

import {
  ATTACKED_REVISIONS,
  type AttackedRevision,
  type Channel,
  type ChannelReply,
} from '../../support/attacks/attacked-server.js';
import { type Attack, ATTACKS, HANDLES_OF_METHODS } from '../../support/attacks/attacks.js';
import { compareTimes } from '../../support/attacks/compare-times.js';
import { findAnsweredMethods, findMethodNames } from '../../support/attacks/find-methods.js';
import {
  type InventedShape,
  inventTaskIds,
  TASK_KINDS,
  type TaskKindName,
} from '../../support/attacks/foreign-tasks.js';
import { withAttackedServer } from '../../support/attacks/with-attacked-server.js';
import { verifies } from '../../support/conformance/verify-authorization.js';
import { eventually } from '../../support/eventually.js';

const MANIFEST = fileURLToPath(
  new URL('../../support/attacks/attack-manifest.yaml', import.meta.url),
);
/** More tasks than fit on one page of a list. */
const MORE_THAN_A_PAGE = 52;

/** The tasks to time: one whose ID tells its owner, and one that the server must look up. */
const TIMED = ['working', 'working, with an ID of its tool'] as const;
const SAMPLES = 80;
/**
 * Largest deviation from even odds (0.5). With 80 samples, chance alone exceeds it
 * less than once in 10,000 times (4.5 standard errors).
 */
const MOST_LEAN = 0.2;

const there = withAttackedServer(MANIFEST);

const KINDS = Object.keys(TASK_KINDS) as TaskKindName[];
/** IDs of Ada's tasks. */
const foreign = new Map<TaskKindName, string>();
let invented: ReturnType<typeof inventTaskIds>;
/** The state of Ada's tasks in Temporal before the attacks. */
let before: readonly unknown[];
const ada = {} as Record<AttackedRevision, Channel>;
/** Eve over HTTP, and the local user over stdio. */
const attackers = {} as Record<AttackedRevision, readonly Channel[]>;

beforeAll(async () => {
  const { server, temporal, taskQueue } = there();
  for (const revision of ATTACKED_REVISIONS) {
    ada[revision] = server.connectHttp('ada', revision);
    attackers[revision] = [
      server.connectHttp('eve', revision),
      ...(revision === '2025-11-25'
        ? [server.connectHttp('eve', revision, { session: await server.beginSession('eve') })]
        : []),
      await server.connectStdio(revision),
    ];
  }
  const channel = ada['2025-11-25'];
  await Promise.all(
    KINDS.map(async (name) => {
      foreign.set(name, await TASK_KINDS[name].make({ channel, temporal, taskQueue }));
    }),
  );
  const own = await attackers['2025-11-25'][0]?.send('tools/call', {
    name: 'end',
    arguments: {},
    task: {},
  });
  const { taskId } = own?.message?.result?.['task'] as { readonly taskId: string };
  invented = inventTaskIds(taskId, idOf('working'));
  before = await look();
});

function idOf(kind: TaskKindName): string {
  return foreign.get(kind) ?? '';
}

/** Reads the state of Ada's tasks in Temporal. A successful attack would change it. */
async function look(): Promise<readonly unknown[]> {
  return Promise.all(
    KINDS.map(async (kind) => {
      const { status, historyLength, raw } = await there().describe(idOf(kind));
      const { cancelRequested } = raw.workflowExtendedInfo ?? {};
      return [kind, status.name, historyLength, cancelRequested];
    }),
  );
}

/** The parts of an answer that a caller can compare, without the ID that the request had. */
function likeness({ status, headers, text }: ChannelReply, handle: string): unknown {
  const asSent = JSON.stringify(handle).slice(1, -1);
  const repeated = [asSent, encodeURIComponent(handle), handle];
  // The seal of a cursor differs with each answer.
  const comparable = text.replaceAll(/"cursor":"[^"]+"/g, '"cursor":"SEALED"');
  return {
    status,
    headers,
    text: repeated.reduce((told, one) => told.replaceAll(one, 'HANDLE'), comparable),
  };
}

/** The answer to an attempt, and its calls to Temporal by name. */
interface Attempt {
  readonly told: unknown;
  readonly cost: Readonly<Record<string, number>>;
}

async function tryOn(channel: Channel, attack: Attack, handle: string): Promise<Attempt> {
  const { counter, cost } = there().server;
  counter.reset();
  const reply = await channel.send(attack.method, attack.params(handle));
  return { told: likeness(reply, handle), cost: cost() };
}

/** Every ID to try, with its kind and its shape. */
function allTargets(): readonly (readonly [string, InventedShape, string])[] {
  const made = KINDS.map((kind) => [kind, TASK_KINDS[kind].shape, idOf(kind)] as const);
  const shapes = Object.keys(invented) as InventedShape[];
  const others = shapes.flatMap((shape) =>
    invented[shape].map((taskId) => [taskId, shape, taskId] as const),
  );
  return [...others, ...made];
}

/** The channels that try a method. Tools ignore sessions, so the channel with a session skips them. */
function waysOf(revision: AttackedRevision, { method }: Attack): readonly Channel[] {
  return attackers[revision].filter(({ hasSession }) => !hasSession || method !== 'tools/call');
}

/** The attacks on handles of one kind. */
function attacksOn(revision: AttackedRevision, handle: Attack['handle']): readonly Attack[] {
  return ATTACKS[revision].filter((attack) => attack.handle === handle);
}

describe.each(ATTACKED_REVISIONS)('the table of attacks of %s', (revision) => {
  it('has every method that is answered, and no other', async () => {
    const [channel] = attackers[revision];
    const answered = channel ? await findAnsweredMethods(channel, findMethodNames()) : [];

    expect(answered).toStrictEqual(Object.keys(HANDLES_OF_METHODS[revision]).sort());
  });

  it('has an attack for everything that a method can name', () => {
    const named = Object.entries(HANDLES_OF_METHODS[revision]).flatMap(([method, handles]) =>
      handles.map((handle) => `${method}: ${handle}`),
    );
    const attacked = ATTACKS[revision].map(({ method, handle }) => `${method}: ${handle}`);

    expect([...new Set(attacked)].sort()).toStrictEqual(named.sort());
  });

  it('has every tool that takes a task or a cursor', async () => {
    // The server hides these tools from clients with tasks, which may call them all the same.
    const { message } = await ada['2025-11-25'].send('tools/list', {});
    const tools = message?.result?.['tools'] as readonly {
      readonly name: string;
      readonly inputSchema: { readonly properties?: object };
    }[];
    const taking = tools.filter(({ inputSchema: { properties = {} } }) =>
      ['task_id', 'workflow_id', 'cursor'].some((name) => Object.hasOwn(properties, name)),
    );
    const titles = ATTACKS[revision]
      .filter(({ method }) => method === 'tools/call')
      .map(({ title }) => title);

    expect(taking.length).toBeGreaterThan(8);
    expect(titles).toStrictEqual(expect.arrayContaining(taking.map(({ name }) => name)));
  });
});

describe.each(ATTACKED_REVISIONS)('by %s, a task of somebody else', (revision) => {
  describe.each(attacksOn(revision, 'task').map((attack) => [attack.title, attack] as const))(
    'is for %s',
    (_title, attack) => {
      verifies(
        ['A-074', 'A-098'],
        'like one that never was, and as dear to the server, over every transport',
        async () => {
          for (const channel of waysOf(revision, attack)) {
            const unknown = await tryOn(channel, attack, invented.random[0] ?? '');

            expect(JSON.stringify(unknown.told)).toMatch(/not found|forbidden|"taskIds\\":\[\]/i);

            // The server reads the owner from an ID that it made itself, without a call to Temporal.
            const least = attack.cost ?? {};
            const costs = new Map<InventedShape, Attempt['cost']>([['random', least]]);
            for (const [what, shape, taskId] of allTargets()) {
              const { told, cost } = await tryOn(channel, attack, taskId);

              expect([channel.title, what, told]).toStrictEqual([
                channel.title,
                what,
                unknown.told,
              ]);
              if (!channel.isQuiet || shape === 'odd') continue;
              // The first ID of each shape is an invented one, and sets the expected cost.
              const expected = costs.get(shape) ?? cost;
              costs.set(shape, expected);
              expect([channel.title, what, cost]).toStrictEqual([channel.title, what, expected]);
            }
            expect(costs.get('own') ?? 'none').not.toStrictEqual(least);
          }
        },
      );
    },
  );
});

describe.each(ATTACKED_REVISIONS)('by %s, what somebody else was given', (revision) => {
  /** Handles of Ada's, by kind. */
  const HANDLES: Readonly<Record<'cursor' | 'request state', () => Promise<string>>> = {
    cursor: async () =>
      eventually('there is another page', async () => {
        const { message } = await ada['2025-11-25'].send('tasks/list', {});
        return message?.result?.['nextCursor'] as string | undefined;
      }),
    'request state': async () => {
      const { message } = await ada[revision].send('tools/call', {
        name: 'ask_first',
        arguments: {},
      });
      return message?.result?.['requestState'] as string;
    },
  };

  beforeAll(async () => {
    const { send } = ada['2025-11-25'];
    const call = { name: 'wait', arguments: {}, task: {} };
    const calls = Array.from({ length: revision === '2025-11-25' ? MORE_THAN_A_PAGE : 0 });
    await Promise.all(calls.map(async () => send('tools/call', call)));
  });

  verifies(['A-074', 'A-075'], 'is nothing: a cursor, and the state of a call', async () => {
    const sealed = (['cursor', 'request state'] as const).flatMap((handle) =>
      attacksOn(revision, handle).map((attack) => ({ attack, make: HANDLES[handle] })),
    );

    expect(sealed.length).toBeGreaterThan(1);

    for (const { attack, make } of sealed) {
      const handle = await make();
      for (const channel of attackers[revision]) {
        const { told } = await tryOn(channel, attack, handle);

        expect([attack.title, told]).toStrictEqual([
          attack.title,
          (await tryOn(channel, attack, 'nonsense')).told,
        ]);
        expect(told).not.toStrictEqual((await tryOn(ada[revision], attack, handle)).told);
      }
    }
  });
});

describe('a call that is the same', () => {
  verifies(['A-075'], 'is joined by its owner alone', async () => {
    const revision = '2025-11-25';
    const [attack, ...others] = attacksOn(revision, 'call under way');
    const note = randomUUID();
    const call = async (channel: Channel): Promise<string> => {
      const { message } = await channel.send('tools/call', attack?.params(note) ?? {});
      const [taskId = ''] = /mcp-[a-z2-7-]+/.exec(JSON.stringify(message)) ?? [];
      return taskId;
    };
    const own = await call(ada[revision]);

    expect(others).toStrictEqual([]);
    expect(own).not.toBe('');
    expect(await call(ada[revision])).toBe(own);

    for (const channel of attackers[revision]) {
      const theirs = await call(channel);

      expect(theirs).not.toBe('');
      expect(theirs).not.toBe(own);
    }
  });
});

describe('after all of that', () => {
  verifies(['A-074'], 'nothing has happened to the tasks of others', async () => {
    expect(await look()).toStrictEqual(before);
  });

  verifies(['A-074'], 'nobody’s list has those of others', async () => {
    const ids = new Set<string>(foreign.values());
    for (const channel of attackers['2025-11-25']) {
      const { message } = await channel.send('tasks/list', {});
      const tasks = message?.result?.['tasks'] as readonly { readonly taskId: string }[];

      expect(tasks.length).toBeGreaterThan(0);
      expect(tasks.filter(({ taskId }) => ids.has(taskId))).toStrictEqual([]);
    }
  });

  it.each(ATTACKED_REVISIONS)('their owner is answered otherwise by %s', async (revision) => {
    for (const attack of attacksOn(revision, 'task')) {
      const taskId = idOf(attack.worksOn ?? 'working');
      const unknown = invented.mine[0] ?? '';
      const own = await tryOn(ada[revision], attack, taskId);

      expect(own.told).not.toStrictEqual((await tryOn(ada[revision], attack, unknown)).told);
    }
  });
});

describe('the time that an answer takes', () => {
  verifies(['A-074'], 'does not tell a foreign task from one that never was', async () => {
    for (const revision of ATTACKED_REVISIONS) {
      const [eve] = attackers[revision];
      const attempt =
        (channel: Channel | undefined, taskId: string): (() => Promise<unknown>) =>
        async () =>
          channel?.send('tasks/get', { taskId });
      const unknown = attempt(eve, invented.random[0] ?? '');

      // A call to Temporal takes measurably longer, so a call for a foreign task would show as well.
      await eventually('a look can be told', async () => {
        const odds = await compareTimes(attempt(ada[revision], idOf('working')), unknown, 40);
        return odds > 0.7;
      });
      for (const kind of TIMED) {
        const never = invented[TASK_KINDS[kind].shape][0] ?? '';
        const isEven = await eventually(`${kind} and none cannot be told apart`, async () => {
          const odds = await compareTimes(attempt(eve, idOf(kind)), attempt(eve, never), SAMPLES);
          return Math.abs(odds - 0.5) < MOST_LEAN;
        });

        expect(isEven).toBe(true);
      }
    }
  });
});
