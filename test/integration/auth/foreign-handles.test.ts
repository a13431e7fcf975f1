/** What one principal can do with what another one holds: the same as with what never was. */
import { beforeAll, describe, expect } from '@jest/globals';

import { connectAskedHttp, untilAsked } from '../../support/asked-client.js';
import {
  type Answer,
  beginSession,
  LIST,
  post26,
  type ProtectedServer,
  readAnswer,
  withProtectedServer,
} from '../../support/auth/with-protected-server.js';
import { verifies } from '../../support/conformance/verify-authorization.js';
import { eventually } from '../../support/eventually.js';
import { countAnswers, YES } from '../../support/steps/question-steps.js';

const there = withProtectedServer({
  worker: true,
  tools: 'asking_tool: { workflow: quickJob, confirm: "Really?" }',
});

let ada: string;
let eve: string;
/** Tasks of Ada's, one of each kind. */
let foreign: Readonly<Record<'working' | 'asking' | 'completed', string>>;

beforeAll(async () => {
  const { issuer } = there();
  ada = await issuer.sign({ claims: { sub: 'ada' } });
  eve = await issuer.sign({ claims: { sub: 'eve' } });
  const [working, asking, completed] = await Promise.all([
    create(ada, 'wait_for_finish'),
    create(ada, 'confirm_delete', { filename: 'a.txt' }),
    create(ada, 'quick_job'),
  ]);
  await untilStatus(asking, 'input_required');
  await untilStatus(completed, 'completed');
  foreign = { working, asking, completed };
});

function rpc(method: string, params: object): object {
  return { jsonrpc: '2.0', id: 1, method, params };
}

async function create(token: string, name: string, args: object = {}): Promise<string> {
  const params = { name, arguments: args, task: {} };
  const { message } = await there().send25(token, rpc('tools/call', params));
  const { taskId } = message.result?.['task'] as { readonly taskId: string };
  given().terminateLater(taskId);
  return taskId;
}

function given(): ProtectedServer['given'] {
  return there().given;
}

async function untilStatus(taskId: string, status: string): Promise<void> {
  await eventually(`${taskId} is ${status}`, async () => {
    const { message } = await there().send25(ada, rpc('tasks/get', { taskId }));
    return message.result?.['status'] === status ? true : undefined;
  });
}

/** All of an answer that a client could tell apart, with the ID that it has sent itself left out. */
function likeness({ status, headers, text }: Answer, taskId: string): unknown {
  const told = [...headers].filter(([name]) => !['date', 'content-length'].includes(name));
  return {
    status,
    headers: told,
    text: text.replaceAll(taskId, 'ID'),
    shrinks: text.includes(taskId),
  };
}

const KEY_ANSWER = { action: 'accept', content: { confirm: true } };

type Operation = (token: string, taskId: string) => Promise<Answer>;

/** A call of one of the tools that act on tasks. */
function toolCall(name: string, args: object = {}): readonly (readonly [string, Operation])[] {
  const params = (taskId: string): object => ({ name, arguments: { task_id: taskId, ...args } });
  return [
    [
      `${name} of 2025-11-25`,
      async (token, id) => there().send25(token, rpc('tools/call', params(id))),
    ],
    [`${name} of 2026-07-28`, async (token, id) => there().send26(token, 'tools/call', params(id))],
  ];
}

/** Everything that acts on a task by its ID, in both generations. */
const OPERATIONS: readonly (readonly [string, Operation])[] = [
  ...['tasks/get', 'tasks/result', 'tasks/cancel'].map(
    (method) =>
      [
        `${method} of 2025-11-25`,
        async (token: string, taskId: string) => there().send25(token, rpc(method, { taskId })),
      ] as const,
  ),
  ...['tasks/get', 'tasks/cancel'].map(
    (method) =>
      [
        `${method} of 2026-07-28`,
        async (token: string, taskId: string) => there().send26(token, method, { taskId }),
      ] as const,
  ),
  [
    'tasks/update of 2026-07-28',
    async (token, taskId) =>
      there().send26(token, 'tasks/update', { taskId, inputResponses: { confirm: KEY_ANSWER } }),
  ],
  ...toolCall('task_status'),
  ...toolCall('task_result'),
  ...toolCall('task_cancel', { reason: 'mine' }),
  ...toolCall('task_answer', { question: 'confirm', content: { confirm: true } }),
];

describe.each(OPERATIONS)('%s', (_name, operate) => {
  verifies(
    ['A-074', 'A-098'],
    'gives of a foreign task what it gives of one that never was',
    async () => {
      const [prefix = '', , random = ''] = foreign.working.split('-');
      const own = await create(eve, 'quick_job');
      const unknown = `${own.slice(0, -random.length)}${'a'.repeat(random.length)}`;
      const expected = likeness(await operate(eve, unknown), unknown);

      for (const taskId of [
        ...Object.values(foreign),
        `${foreign.working.slice(0, -4)}aaaa`,
        `${prefix}-${'a'.repeat(20)}-${random}`,
        'nonsense',
      ]) {
        expect(likeness(await operate(eve, taskId), taskId)).toStrictEqual(expected);
      }
    },
  );
});

describe('after all of that', () => {
  verifies(['A-074'], 'nothing has happened to the foreign tasks', async () => {
    const statuses = await Promise.all(
      Object.values(foreign).map(async (taskId) => {
        const { message } = await there().send25(ada, rpc('tasks/get', { taskId }));
        return message.result?.['status'];
      }),
    );

    expect(statuses).toStrictEqual(['working', 'input_required', 'completed']);
    expect(await countAnswers(given().temporal, foreign.asking)).toBe(0);
  });

  verifies(['A-074'], 'no list shows them', async () => {
    for (const token of [eve, ada]) {
      const { text } = await there().send25(token, rpc('tasks/list', {}));
      const listed = Object.values(foreign).filter((taskId) => text.includes(taskId));

      expect(listed).toHaveLength(token === ada ? 3 : 0);
    }
  });
});

describe('a subscription', () => {
  verifies(['A-074', 'A-075'], 'to a foreign task is one to nothing', async () => {
    const { url } = there();
    const firstOf = async (taskId: string): Promise<string> => {
      const gone = new AbortController();
      const response = await post26(url, {
        ...{ method: 'subscriptions/listen', params: { notifications: { taskIds: [taskId] } } },
        ...{ headers: { authorization: `Bearer ${eve}` }, signal: gone.signal },
      });
      const first = (await response.body?.getReader().read()) as { readonly value?: Uint8Array };
      gone.abort();
      return Buffer.from(first.value ?? []).toString();
    };

    expect(await firstOf(foreign.asking)).toBe(await firstOf(`${foreign.asking.slice(0, -4)}aaaa`));
    expect(await firstOf(foreign.asking)).not.toContain(foreign.asking);
  });
});

describe('a session', () => {
  verifies(
    ['A-006', 'A-071', 'A-072', 'A-073', 'A-098'],
    'of somebody else is none, by POST and by GET, and a bad token is said first',
    async () => {
      const { send25, url } = there();
      const session = await beginSession(there(), ada);
      const get = async (sessionId: string): Promise<Answer> =>
        readAnswer(
          await fetch(url, {
            headers: {
              ...{ accept: 'text/event-stream', 'mcp-protocol-version': '2025-11-25' },
              ...{ authorization: `Bearer ${eve}`, 'mcp-session-id': sessionId },
            },
          }),
        );
      const altered = `${session.slice(0, -6)}AAAAAA`;
      const unknown = likeness(await send25(eve, LIST, { 'mcp-session-id': 'unknown' }), '-');

      for (const sessionId of [session, altered]) {
        expect(
          likeness(await send25(eve, LIST, { 'mcp-session-id': sessionId }), '-'),
        ).toStrictEqual(unknown);
        expect(likeness(await get(sessionId), '-')).toStrictEqual(
          likeness(await get('unknown'), '-'),
        );
      }
      expect(await send25(ada, LIST, { 'mcp-session-id': session })).toHaveProperty('status', 200);
      expect(await send25('bad', LIST, { 'mcp-session-id': session })).toHaveProperty(
        'status',
        401,
      );
      expect(await send25('bad', LIST, { 'mcp-session-id': 'unknown' })).toHaveProperty(
        'status',
        401,
      );
      expect(unknown).toHaveProperty('status', 404);
    },
  );

  verifies(['A-073'], 'goes on with a renewed token of the same principal', async () => {
    const { issuer, send25 } = there();
    const session = await beginSession(there(), ada);
    const renewed = await issuer.sign({ claims: { sub: 'ada', jti: 'another' } });
    const expired = await issuer.sign({ claims: { sub: 'ada', exp: 1 } });

    expect(await send25(renewed, LIST, { 'mcp-session-id': session })).toHaveProperty(
      'status',
      200,
    );
    expect(await send25(expired, LIST, { 'mcp-session-id': session })).toHaveProperty(
      'status',
      401,
    );
    expect(await send25(renewed, LIST, { 'mcp-session-id': session })).toHaveProperty(
      'status',
      200,
    );
  });
});

describe('what a client carries for the server', () => {
  verifies(['A-074', 'A-075'], 'is of no use to somebody else: the ID of a question', async () => {
    const { url, send25 } = there();
    const client = await connectAskedHttp([url], { headers: { authorization: `Bearer ${ada}` } });
    const { drop } = client.open('tasks/result', { taskId: foreign.asking });
    const [{ id }] = await untilAsked(client, { taskId: foreign.asking });
    drop();
    const answer = async (some: string): Promise<unknown> =>
      likeness(await send25(eve, { jsonrpc: '2.0', id: some, result: YES }), '-');

    expect(await answer(id)).toStrictEqual(await answer('mcp-input.nonsense'));
    expect(await countAnswers(given().temporal, foreign.asking)).toBe(0);

    await client.close();
  });

  verifies(['A-074', 'A-075'], 'is of no use to somebody else: the state of a call', async () => {
    const { send26 } = there();
    const params = { name: 'asking_tool', arguments: {} };
    const asked = await send26(ada, 'tools/call', params);
    const requestState = asked.message.result?.['requestState'];
    const repeat = async (token: string, state: unknown): Promise<Answer> =>
      send26(token, 'tools/call', {
        ...params,
        requestState: state,
        inputResponses: { confirm: KEY_ANSWER },
      });

    expect(likeness(await repeat(eve, requestState), '-')).toStrictEqual(
      likeness(await repeat(eve, 'nonsense'), '-'),
    );
    expect((await repeat(ada, requestState)).message.result).toMatchObject({ resultType: 'task' });
  });
});

describe('a user who is called like a client', () => {
  verifies(
    ['A-070', 'A-090'],
    'is another principal, also across issuers and clients',
    async () => {
      const { issuer, send25 } = there();
      const user = await issuer.sign({ claims: { sub: 'robot', client_id: 'portal' } });
      const machine = await issuer.sign({ claims: { sub: undefined, client_id: 'robot' } });
      const again = await issuer.sign({ claims: { sub: 'robot', client_id: 'another portal' } });
      const taskId = await create(user, 'wait_for_finish');
      const get = async (token: string): Promise<Answer> =>
        send25(token, rpc('tasks/get', { taskId }));

      expect((await get(machine)).message).toHaveProperty('error');
      expect((await get(again)).message).toHaveProperty('result');
    },
  );
});

/** How much longer the one takes than the other, in milliseconds: the median of many pairs in turn. */
async function compare(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  pairs: number,
): Promise<number> {
  const timed = async (act: () => Promise<unknown>): Promise<number> => {
    const began = performance.now();
    await act();
    return performance.now() - began;
  };
  const differences: number[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    // In turn, so that what comes first is at no disadvantage.
    if (pair % 2 === 0) {
      const first = await timed(one);
      differences.push(first - (await timed(other)));
    } else {
      const first = await timed(other);
      differences.push((await timed(one)) - first);
    }
  }
  return differences.sort((a, b) => a - b)[Math.floor(pairs / 2)] ?? 0;
}

describe('the time that an answer takes', () => {
  verifies(['A-074'], 'does not tell a foreign task from one that never was', async () => {
    const { send25, send26 } = there();
    const unknown = `${foreign.working.slice(0, -4)}aaaa`;
    for (const get of [
      async (token: string, taskId: string) => send25(token, rpc('tasks/get', { taskId })),
      async (token: string, taskId: string) => send26(token, 'tasks/get', { taskId }),
    ]) {
      // What a look at Temporal costs here and now is the measure: a busy machine changes both.
      const measure = async (): Promise<boolean> => {
        const look = await compare(
          async () => get(ada, foreign.working),
          async () => get(eve, unknown),
          60,
        );
        const difference = await compare(
          async () => get(eve, foreign.working),
          async () => get(eve, unknown),
          200,
        );
        return look > 0 && Math.abs(difference) < look / 2;
      };

      expect((await measure()) || (await measure()) || (await measure())).toBe(true);
    }
  });
});
