import { randomBytes, randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import type { Caller } from '../../../src/core/person/caller.js';
import type { AnswerResults } from '../../../src/core/question/answer-results.js';
import type { AskedTask } from '../../../src/core/question/asked-task.js';
import { type Approvals, toApprovals } from '../../../src/core/task/approvals.js';
import type { Tasks } from '../../../src/core/task/tasks.js';
import { asApprover, asOwner } from '../../../src/core/task/viewer.js';
import { toCallScope } from '../../../src/core/tool/call-scope.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';
import { planStart } from '../../../src/service/calls/start/plan-start.js';
import { createTemporalTasks } from '../../../src/temporal/temporal-tasks.js';
import { approvalsManifest } from '../../support/approvals-manifest.js';
import { createOwned } from '../../support/create-owned.js';
import { eventually } from '../../support/eventually.js';
import { rev2025 } from '../../support/protocols.js';
import { readAnswers, readFirstAnswer, readHeader } from '../../support/read-answers.js';
import { nameOf, somebody } from '../../support/somebody.js';
import { testSealer as sealer } from '../../support/test-sealer.js';
import { whenClosed, withTasks } from '../../support/with-tasks.js';

import { type AbreastClient, connectAbreast } from './connect-abreast.js';

const given = withTasks();

const INBOX = { enabled: true, url: 'https://mcp.example/inbox' };
const NOT_FOUND = { code: 'taskNotFound', message: expect.stringMatching(/^Task not found/) };
/** Nobody else's group, so that no list shows what other tests have started. */
const GROUP = `finance-${randomUUID()}`;

/** Tasks by a manifest, as another process of the same secret has them, unless it is said to have another one. */
function connect(
  approvers: string,
  secret = given().secret,
  temporal = given().temporal,
): {
  readonly tasks: Tasks;
  readonly approvals: Approvals;
  readonly start: (by: Caller, tool: string, input?: object) => Promise<string>;
} {
  const { tools } = parseManifest(approvalsManifest(given().taskQueue, approvers));
  const tasks = createTemporalTasks({
    serverName: 'tests',
    client: temporal,
    tools,
    secret,
    sealer,
    inbox: INBOX,
  });
  return {
    tasks,
    approvals: toApprovals(tasks),
    async start({ owner }, name, input = { filename: 'a.txt' }) {
      const tool = tools.get(name);
      const parsed = await tool?.input.parse({ ...input });
      if (!tool || !parsed?.ok) throw new Error(`${name} cannot be called so.`);
      const start = await planStart(tool, toCallScope({ ...input }, { owner }));
      const { taskId } = await createOwned(tasks, {
        tool,
        workflowArguments: parsed.workflowArguments,
        owner,
        protocolVersion: rev2025.version,
        start,
      });
      given().terminateLater(taskId);
      return taskId;
    },
  };
}

/** The one question of a task, as soon as somebody may answer it. */
async function untilAsked(
  approvals: Approvals,
  taskId: string,
  by: Caller,
): Promise<AskedTask & { readonly key: string }> {
  return eventually('the question is there', async () => {
    const asked = await approvals.getAsked(taskId, by).catch(() => undefined);
    const [question] = asked?.questions ?? [];
    return asked && question && { ...asked, key: question.key };
  });
}

const YES = { action: 'accept', content: { confirm: true } };

describe('somebody who may answer for others', () => {
  let there: ReturnType<typeof connect>;
  const approver = somebody([GROUP]);
  const owner = somebody();

  let abreast: AbreastClient;

  beforeAll(async () => {
    abreast = await connectAbreast(['SignalWorkflowExecution', 'UpdateWorkflowExecution']);
    there = connect(`{ allow: { groups: [${GROUP}] } }`);
  });

  afterAll(async () => abreast.close());

  it('sees what is asked, of which tool, by whom and since when, and nothing else', async () => {
    const taskId = await there.start(owner, 'delete_file');
    const asked = await untilAsked(there.approvals, taskId, approver);

    expect(asked).toEqual({
      taskId,
      key: 'i1',
      toolName: 'delete_file',
      toolTitle: 'Delete a file',
      calledBy: { kind: 'user', issuer: 'https://id.example', subject: nameOf(owner) },
      createdAt: expect.stringMatching(/Z$/),
      askedAt: expect.stringMatching(/Z$/),
      questions: [
        {
          key: 'i1',
          audience: 'owner',
          askedAt: expect.stringMatching(/Z$/),
          method: 'elicitation/create',
          params: {
            mode: 'form',
            message: 'Delete a.txt?',
            requestedSchema: expect.objectContaining({ type: 'object' }),
          },
        },
      ],
    });
    await expect(there.tasks.get(asOwner(approver), taskId)).rejects.toMatchObject(NOT_FOUND);
    await expect(
      there.tasks.cancel(asOwner(approver), taskId, { protocol: rev2025 }),
    ).rejects.toMatchObject(NOT_FOUND);
  });

  it('answers, and the Workflow, its history and the owner know who has', async () => {
    const taskId = await there.start(owner, 'delete_file');
    const { key } = await untilAsked(there.approvals, taskId, approver);
    const forged = { ...YES, answeredBy: { kind: 'user', subject: 'eve' }, answeredAt: 'now' };
    await there.approvals.answerAsked(taskId, approver, { [key]: forged });
    const ended = await there.tasks.waitFor(asOwner(owner), taskId, whenClosed());
    const payload = await readAnswers(given().temporal, taskId);

    expect(ended).toMatchObject({ phase: 'succeeded' });
    expect(payload).toStrictEqual({
      [key]: {
        ...YES,
        answeredBy: {
          kind: 'user',
          issuer: 'https://id.example',
          subject: nameOf(approver),
          claims: { mail: `${nameOf(approver)}@example.com` },
        },
        answeredAt: expect.stringMatching(/^\d{4}-.*Z$/),
        answeredIn: { kind: 'program' },
      },
    });
  });

  it('answers a Workflow that knows nothing of MCP, in the way that the manifest says', async () => {
    const taskId = await there.start(owner, 'buy', { item: 'a lamp', cents: 5 });
    const { key } = await untilAsked(there.approvals, taskId, approver);
    const content = { approved: true };
    await there.approvals.answerAsked(taskId, approver, { [key]: { action: 'accept', content } });

    const purchase = await eventually('the purchase is approved', async () => {
      const handle = given().temporal.workflow.getHandle(taskId);
      const { state, note } = await handle.query<Record<string, unknown>>('getPurchase');
      return state === 'in delivery' ? { note } : undefined;
    });
    expect(purchase).toStrictEqual({ note: nameOf(approver) });
    expect(await readHeader(given().temporal, taskId)).toMatchObject({
      kind: 'user',
      subject: nameOf(approver),
    });
  });

  it('answers by an Update, whose history says who has, and which the Workflow may refuse', async () => {
    const taskId = await there.start(owner, 'expenses', { approvals: 1 });
    const { key } = await untilAsked(there.approvals, taskId, approver);
    const answer = async (decision: string): Promise<unknown> =>
      there.approvals.answerAsked(taskId, approver, {
        [key]: { action: 'accept', content: { decision } },
      });

    await expect(answer('later')).rejects.toMatchObject({
      code: 'invalidInput',
      message: expect.stringContaining('Decide now'),
    });
    await answer('yes');
    const { events } = await given().temporal.workflow.getHandle(taskId).fetchHistory();
    const accepted = events?.find((event) => event.workflowExecutionUpdateAcceptedEventAttributes);
    const { acceptedRequest } = accepted?.workflowExecutionUpdateAcceptedEventAttributes ?? {};
    const { data } = acceptedRequest?.input?.header?.fields?.['mcp.answeredBy'] ?? {};
    expect(data && JSON.parse(Buffer.from(data).toString())).toMatchObject({
      subject: nameOf(approver),
    });
  });

  it('answers once: a second answer finds nothing, and one that does not fit leaves it open', async () => {
    const taskId = await there.start(owner, 'delete_file');
    const { key } = await untilAsked(there.approvals, taskId, approver);
    const answer = async (response: object): Promise<unknown> =>
      there.approvals.answerAsked(taskId, approver, { [key]: response });

    await expect(answer({ action: 'accept', content: { confirm: 'x' } })).resolves.toEqual({
      tooLate: [],
    });
    const again = await eventually('it is asked again', async () => {
      const { key: next } = await untilAsked(there.approvals, taskId, approver);
      return next === key ? undefined : next;
    });
    await expect(answer(YES)).rejects.toMatchObject(NOT_FOUND);
    for (const undecided of [{ action: 'cancel' }, { action: 'cancel', error: { code: 1 } }]) {
      await expect(
        there.approvals.answerAsked(taskId, approver, { [again]: undecided }),
      ).rejects.toMatchObject({ code: 'invalidInput' });
    }
    await there.approvals.answerAsked(taskId, approver, { [again]: YES });
    await expect(
      there.approvals.answerAsked(taskId, approver, { [again]: YES }),
    ).rejects.toMatchObject(NOT_FOUND);
  });

  const toKeys = ({ tooLate }: AnswerResults): string => tooLate.join();

  it.each([
    ['delete_file', { filename: 'a.txt' }, { confirm: true }, { confirm: false }],
    ['buy', { item: 'a lamp', cents: 5 }, { approved: true }, { approved: false }],
    ['expenses', { approvals: 1 }, { decision: 'yes' }, { decision: 'no' }],
  ])(
    'is told that another answer was first, of two in the same moment at two servers: %s',
    async (tool, input, ...contents) => {
      const approvers = `{ allow: { groups: [${GROUP}] } }`;
      const servers = [1, 2].map(() => connect(approvers, given().secret, abreast.client));
      const people = [approver, somebody([GROUP])];
      const taskId = await there.start(owner, tool, input);
      const { key } = await untilAsked(there.approvals, taskId, approver);
      const answers = servers.map(async ({ approvals }, at) =>
        approvals.answerAsked(taskId, people[at] ?? owner, {
          [key]: { action: 'accept', content: contents[at] },
        }),
      );
      const became = await Promise.all(answers);
      const said = became.map(toKeys);

      expect(said.toSorted()).toStrictEqual(['', key]);
      const quicker = people[said.indexOf('')] ?? owner;
      expect(await readFirstAnswer(given().temporal, taskId)).toContain(nameOf(quicker));
      const decided = {
        key,
        request: { params: expect.objectContaining({ message: expect.any(String) }) },
        end: {
          kind: 'answered',
          response: { action: 'accept', content: contents[said.indexOf('')] },
          answeredBy: { kind: 'user', issuer: 'https://id.example', subject: nameOf(quicker) },
          answeredAt: expect.stringMatching(/^\d{4}-.*Z$/),
          answeredIn: { kind: 'program' },
        },
      };
      const past = async (by: Caller): Promise<unknown> =>
        there.approvals.readDecision(taskId, by, key);
      expect(await past(people[said.indexOf(key)] ?? owner)).toMatchObject({
        toolName: tool,
        decision: decided,
      });
      const own = await there.tasks.readDecision(asOwner(owner), taskId, key);
      expect(own.decision).toMatchObject(decided);
      for (const other of [somebody(), owner]) {
        await expect(past(other)).rejects.toMatchObject(NOT_FOUND);
      }
    },
  );

  it('learns nothing of an answer once the owner cannot read the task any longer', async () => {
    const { approvals, tasks, start } = there;
    const taskId = await start(owner, 'delete_briefly');
    const { key } = await untilAsked(approvals, taskId, approver);
    await approvals.answerAsked(taskId, approver, { [key]: YES });
    const past = async (): Promise<unknown> => approvals.readDecision(taskId, approver, key);
    await eventually('the task has expired', async () => {
      const error = await tasks.get(asOwner(owner), taskId).catch((reason: unknown) => reason);
      return (error as { readonly code?: unknown }).code === 'taskExpired';
    });

    await expect(past()).rejects.toMatchObject(NOT_FOUND);
  });

  it('is not told so when they send the same twice', async () => {
    const other = connect(`{ allow: { groups: [${GROUP}] } }`);
    const taskId = await there.start(owner, 'delete_file');
    const { key } = await untilAsked(there.approvals, taskId, approver);
    const answers = [there, other].map(async ({ approvals }) =>
      approvals.answerAsked(taskId, approver, { [key]: YES }).then(toKeys, () => 'gone'),
    );

    expect(await Promise.all(answers)).not.toContain(key);
  });

  it('lists what is asked, and nothing of others and of their own, a page at a time', async () => {
    const group = `group-${randomUUID()}`;
    const { approvals, start } = connect(`{ allow: { groups: [${group}, ${GROUP}] } }`);
    const [one, other] = [somebody([group]), somebody([group])];
    const asked = [
      await start(one, 'delete_file'),
      await start(one, 'buy', { item: 'a', cents: 1 }),
    ];
    const unguarded = await start(one, 'unguarded');
    await untilAsked(approvals, asked[0] ?? '', other);
    const listAll = async (by: Caller): Promise<string[]> => {
      const found: AskedTask[] = [];
      let cursor: string | undefined;
      do {
        const page = await approvals.listAsked(by, cursor === undefined ? {} : { cursor });
        found.push(...page.tasks);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return found.map(({ taskId }) => taskId);
    };

    await eventually('both are listed', async () => {
      const ids = await listAll(other);
      return asked.every((taskId) => ids.includes(taskId)) ? ids : undefined;
    });
    expect(await listAll(other)).not.toContain(unguarded);
    const own = await listAll(one);
    expect(asked.filter((taskId) => own.includes(taskId))).toStrictEqual([]);
    expect(await approvals.listAsked(somebody(['others']))).toStrictEqual({ tasks: [] });
    expect(await approvals.listAsked({ owner: 'local' })).toStrictEqual({ tasks: [] });
  });

  it('is shown what the token may answer, also by a search that another token shares', async () => {
    const group = `group-${randomUUID()}`;
    const { tasks, start } = connect(`{ allow: { groups: [${group}] } }`);
    const taskId = await start(somebody(), 'delete_file');
    const one = somebody([group]);
    const isShown = async (by: Caller): Promise<boolean> => {
      let cursor: string | undefined;
      do {
        const page = await tasks.listQueue([asOwner(by), asApprover(by)], { cursor });
        if (page.tasks.some((asked) => asked.taskId === taskId)) return true;
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return false;
    };
    await eventually('it is listed', async () => isShown(one));
    const without = { ...one, claims: { groups: [] } };

    expect(await Promise.all([one, one, without].map(isShown))).toStrictEqual([true, true, false]);
  });

  it('refuses cursors that are not theirs', async () => {
    const { owner: name } = approver;
    const sealed = async (value: object): Promise<string> => sealer.seal('queue-cursor', value);
    const position = Buffer.from('x').toString('base64');
    const cursors = [
      'nonsense',
      await sealed({ owner: 'eve', namespace: 'default', position }),
      await sealed({ owner: name, namespace: 'other', position }),
      await sealed({ owner: name, namespace: 'default' }),
      await sealer.seal('session', { owner: name, namespace: 'default', position }),
    ];

    for (const cursor of cursors) {
      await expect(there.approvals.listAsked(approver, { cursor })).rejects.toMatchObject({
        code: 'invalidCursor',
      });
    }
  });

  it('sees what the Workflow was started with only where the tool shows it', async () => {
    const { approvals } = connect(`{ allow: { groups: [${GROUP}] }, showArguments: true }`);
    const taskId = await there.start(owner, 'delete_file', { filename: 'b.txt' });

    expect(await untilAsked(approvals, taskId, approver)).toMatchObject({
      workflowArguments: [{ filename: 'b.txt' }],
    });
    const { workflowArguments } = await there.approvals.getAsked(taskId, approver);
    expect(workflowArguments).toBeUndefined();
  });
});

describe('somebody who may not answer', () => {
  const owner = somebody([GROUP]);

  it.each([
    ['has none of the claims', somebody(['sales'])],
    ['has no claims', { owner: somebody().owner }],
    ['is the local user', { owner: 'local', claims: { groups: [GROUP] } }],
    ['has called the tool', owner],
    [
      'has called the tool, with a client of another name for the same',
      { owner: owner.owner, claims: { groups: [GROUP] } },
    ],
  ])('gets the answer of a task that is not there: who %s', async (_who, by) => {
    const { approvals, start } = connect(`{ allow: { groups: [${GROUP}] } }`);
    const taskId = await start(owner, 'delete_file');
    await untilAsked(approvals, taskId, somebody([GROUP]));

    await expect(approvals.getAsked(taskId, by)).rejects.toMatchObject(NOT_FOUND);
    await expect(approvals.answerAsked(taskId, by, { i1: YES })).rejects.toMatchObject(NOT_FOUND);
  });

  it('gets the same of what nobody may answer: other tools, other executions, what is no ID', async () => {
    const { approvals, start } = connect(`{ allow: { groups: [${GROUP}] } }`);
    const approver = somebody([GROUP]);
    const unguarded = await start(owner, 'unguarded');
    const foreign = `foreign-${randomUUID()}`;
    const { temporal, taskQueue } = given();
    const args = [{ filename: 'x' }];
    await temporal.workflow.start('confirmDelete', { workflowId: foreign, taskQueue, args });
    given().terminateLater(foreign);
    const unknown = `mcp-${'a'.repeat(20)}-${'b'.repeat(26)}`;

    for (const taskId of [unguarded, foreign, unknown, '', 'a b', '*']) {
      await expect(approvals.getAsked(taskId, approver)).rejects.toMatchObject(NOT_FOUND);
    }
  });

  it('may not any more as soon as the manifest says so, and the other way round', async () => {
    const before = connect(`{ allow: { groups: [${GROUP}] } }`);
    const after = connect('{ subjects: [boss] }');
    const approver = somebody([GROUP]);
    const boss = { owner: JSON.stringify(['https://id.example', 'user', 'boss']) };
    const taskId = await before.start(owner, 'delete_file');
    const { key } = await untilAsked(before.approvals, taskId, approver);

    await expect(after.approvals.getAsked(taskId, approver)).rejects.toMatchObject(NOT_FOUND);
    await expect(before.approvals.getAsked(taskId, boss)).rejects.toMatchObject(NOT_FOUND);
    expect(await after.approvals.getAsked(taskId, boss)).toMatchObject({ taskId });
    await after.approvals.answerAsked(taskId, boss, { [key]: YES });
  });
});

describe('where it takes four eyes', () => {
  const owner = somebody([GROUP]);
  const approver = somebody([GROUP]);
  const connectGuarded = () => connect(`{ allow: { groups: [${GROUP}] }, owner: false }`);

  it('the owner sees that it waits, cannot answer, and has it done by somebody else', async () => {
    const { tasks, approvals, start } = connectGuarded();
    const taskId = await start(owner, 'delete_file');
    const { key } = await untilAsked(approvals, taskId, approver);
    const shown = await tasks.get(asOwner(owner), taskId);

    expect(shown).toMatchObject({
      phase: 'working',
      statusMessage: expect.stringContaining(
        'Waiting for an approval by somebody else, to be given at https://',
      ),
      questions: [{ key, audience: 'others', page: expect.stringContaining('/inbox/questions/') }],
    });
    for (const answer of [YES, { action: 'decline' }, { action: 'cancel', error: { code: 1 } }]) {
      const given = { [key]: answer, other: answer };
      // Nobody has answered, so nothing is too late.
      expect(await tasks.answer(asOwner(owner), taskId, given)).toStrictEqual({
        tooLate: ['other'],
        forOthers: [key],
      });
    }
    expect(await approvals.getAsked(taskId, approver)).toMatchObject({ taskId });
    await approvals.answerAsked(taskId, approver, { [key]: YES });
    expect(await tasks.waitFor(asOwner(owner), taskId, whenClosed())).toMatchObject({
      phase: 'succeeded',
      outcome: { result: { content: [{ type: 'text', text: 'Deleted a.txt.' }] } },
    });
  });

  it('no message of the owner answers either', async () => {
    const { tasks, approvals, start } = connectGuarded();
    const taskId = await start(owner, 'buy', { item: 'a lamp', cents: 5 });
    await untilAsked(approvals, taskId, approver);
    const message = {
      kind: 'signal',
      arguments: [true],
      workflowType: 'purchase',
      limitMs: 1_000,
      resultWithinMs: 1_000,
      signal: AbortSignal.timeout(10_000),
    } as const;

    for (const name of ['approve', 'mcp.task.input']) {
      const sent = tasks.send(asOwner(owner), taskId, { ...message, name });
      await expect(sent).rejects.toMatchObject({ code: 'invalidInput' });
    }
    expect(await approvals.getAsked(taskId, approver)).toMatchObject({ taskId });
  });

  it('this holds when the tool is not listed any more: then nobody answers', async () => {
    const { approvals, start } = connectGuarded();
    const taskId = await start(owner, 'delete_file');
    const { key } = await untilAsked(approvals, taskId, approver);
    const { temporal, secret } = given();
    const bare = createTemporalTasks({
      serverName: 'tests',
      client: temporal,
      tools: new Map(),
      secret,
      sealer,
    });
    await bare.answer(asOwner(owner), taskId, { [key]: YES });

    expect(await bare.get(asOwner(owner), taskId)).toMatchObject({ phase: 'working' });
    await expect(toApprovals(bare).getAsked(taskId, approver)).rejects.toMatchObject(NOT_FOUND);
    expect(await approvals.getAsked(taskId, approver)).toMatchObject({ taskId });
  });
});

describe('an owner who is among the approvers', () => {
  it('is no approver of their own task, also when the secret that marked it is known no longer', async () => {
    const guarded = `{ allow: { groups: [${GROUP}] }, owner: false }`;
    const { approvals, start } = connect(guarded);
    const later = connect(guarded, randomBytes(32));
    const owner = somebody([GROUP]);
    const approver = somebody([GROUP]);
    const taskId = await start(owner, 'delete_file');
    const { key } = await untilAsked(approvals, taskId, approver);

    await expect(approvals.getAsked(taskId, owner)).rejects.toMatchObject(NOT_FOUND);
    await expect(later.approvals.getAsked(taskId, owner)).rejects.toMatchObject(NOT_FOUND);
    await expect(later.approvals.answerAsked(taskId, owner, { [key]: YES })).rejects.toMatchObject(
      NOT_FOUND,
    );
    expect(await later.approvals.getAsked(taskId, approver)).toMatchObject({ taskId });
  });
});

describe('an owner who may answer as well', () => {
  it.each([
    ['cancels', { action: 'cancel' }, undefined],
    ['has a program that declines at once', { action: 'decline' }, 999],
  ])('%s, and the question stays open for others', async (_who, answer, afterMs) => {
    const { tasks, approvals, start } = connect(`{ allow: { groups: [${GROUP}] } }`);
    const owner = somebody();
    const approver = somebody([GROUP]);
    const taskId = await start(owner, 'delete_file');
    const { key } = await untilAsked(approvals, taskId, approver);
    expect(await tasks.get(asOwner(owner), taskId)).toMatchObject({ phase: 'inputRequired' });
    await tasks.answer(asOwner(owner), taskId, { [key]: answer }, { afterMs });

    expect(await tasks.get(asOwner(owner), taskId)).toMatchObject({ phase: 'working' });
    expect(await approvals.getAsked(taskId, approver)).toMatchObject({ taskId });
    await approvals.answerAsked(taskId, approver, { [key]: { action: 'decline' } });
    expect(await tasks.waitFor(asOwner(owner), taskId, whenClosed())).toMatchObject({
      outcome: { result: { content: [{ text: 'Did not delete a.txt: decline.' }] } },
    });
  });

  it('declines as a person after a second', async () => {
    const owner = somebody();
    const guarded = connect(`{ allow: { groups: [${GROUP}] } }`);
    const slow = await guarded.start(owner, 'delete_file');
    const { key } = await untilAsked(guarded.approvals, slow, somebody([GROUP]));
    const no = { [key]: { action: 'decline' } };
    await guarded.tasks.answer(asOwner(owner), slow, no, { afterMs: 1_000 });

    expect(await guarded.tasks.waitFor(asOwner(owner), slow, whenClosed())).toMatchObject({
      outcome: { result: { content: [{ text: 'Did not delete a.txt: decline.' }] } },
    });
  });

  it('may still answer what they, or their host, have put aside', async () => {
    const { tasks, approvals, start } = connect(`{ allow: { groups: [${GROUP}] } }`);
    const owner = somebody();
    const taskId = await start(owner, 'delete_file');
    const { key } = await untilAsked(approvals, taskId, somebody([GROUP]));
    for (let times = 0; times < 2; times += 1) {
      await tasks.answer(asOwner(owner), taskId, {
        [key]: { action: 'cancel', error: { code: -32601 } },
      });
    }
    expect(await tasks.get(asOwner(owner), taskId)).not.toHaveProperty('inputRequests');
    await tasks.answer(asOwner(owner), taskId, { [key]: YES });

    expect(await tasks.waitFor(asOwner(owner), taskId, whenClosed())).toMatchObject({
      outcome: { result: { content: [{ text: 'Deleted a.txt.' }] } },
    });
  });

  it('answers, and the history says that it was them', async () => {
    const { tasks, start } = connect(`{ allow: { groups: [${GROUP}] } }`);
    const owner = somebody();
    const taskId = await start(owner, 'delete_file');
    const asked = await eventually('it asks', async () => {
      const task = await tasks.get(asOwner(owner), taskId);
      return task.questions.length > 0 ? task : undefined;
    });
    expect(asked.statusMessage).toMatch(/^Waiting for an answer, which you can give at https:/);
    await tasks.answer(asOwner(owner), taskId, { i1: YES });

    expect(
      await eventually('the answer is there', async () => readAnswers(given().temporal, taskId)),
    ).toMatchObject({
      i1: { ...YES, answeredBy: { kind: 'user', subject: nameOf(owner) } },
    });
  });
});
