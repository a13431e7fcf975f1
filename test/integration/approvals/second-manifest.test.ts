/** Four eyes at a server that has another manifest than the one that started the task. */
import { randomUUID } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import type { Caller } from '../../../src/core/person/caller.js';
import type { CreatedTask, Tasks } from '../../../src/core/task/tasks.js';
import { asApprover, asOwner } from '../../../src/core/task/viewer.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';
import { planStart } from '../../../src/service/calls/start/plan-start.js';
import { createTemporalTasks } from '../../../src/temporal/temporal-tasks.js';
import { createOwned } from '../../support/create-owned.js';
import { eventually } from '../../support/eventually.js';
import { rev2025 } from '../../support/protocols.js';
import { somebody } from '../../support/somebody.js';
import { testSealer as sealer } from '../../support/test-sealer.js';
import { whenClosed, withTasks } from '../../support/with-tasks.js';

const given = withTasks();

const INPUT = `input: { type: object, required: [item], properties: { item: { type: string } } }`;
const QUESTIONS = `questions:
          approval:
            when: { query: getPurchase, value: $query.state, is: awaiting approval }
            message: Approve?
            properties: { approved: { type: boolean } }
            required: [ approved ]
            answer: { signal: approve, arguments: [ $answer.approved ] }`;
const guarded = (id: string): string => `buy:
        workflow: { type: purchase, id: '${id}{item}' }
        ${INPUT}
        access: { approvers: { subjects: [ bob ], owner: false } }
        ${QUESTIONS}`;

/** An approver by name. */
const BOB: Caller = { owner: JSON.stringify(['https://id.example', 'user', 'bob']), claims: {} };

interface Server {
  readonly tasks: Tasks;
  readonly start: (by: Caller, tool: string, item: string) => Promise<CreatedTask>;
}

/** A server with the same secret in the same namespace. */
function connect(tool: string): Server {
  const { temporal: client, taskQueue, secret } = given();
  const { tools } = parseManifest(`
    defaults: { workflow: { taskQueue: ${taskQueue} }, ttl: 10 minutes }
    tools:
      ${tool}`);
  const tasks = createTemporalTasks({ serverName: 'tests', client, tools, secret, sealer });
  return {
    tasks,
    async start({ owner }, name, item) {
      const found = tools.get(name);
      const input = { item, note: 'n' };
      const parsed = await found?.input.parse(input);
      if (!found || !parsed?.ok) throw new Error(`${name} cannot be called so.`);
      const start = await planStart(found, { input });
      const { workflowArguments } = parsed;
      const created = await createOwned(tasks, {
        tool: found,
        workflowArguments,
        owner,
        protocolVersion: rev2025.version,
        start,
      });
      given().terminateLater(created.taskId);
      return created;
    },
  };
}

const message = (kind: 'signal' | 'update' | 'query', name: string): Parameters<Tasks['send']>[2] =>
  ({
    kind,
    name,
    arguments: [true, 'me'],
    workflowType: 'purchase',
    updateId: randomUUID(),
    limitMs: 5_000,
    resultWithinMs: 5_000,
    signal: AbortSignal.timeout(10_000),
  }) as const;

async function stateOf(taskId: string): Promise<unknown> {
  const handle = given().temporal.workflow.getHandle(taskId);
  return (await handle.query<Record<string, unknown>>('getPurchase'))['state'];
}

const REFUSED = { code: 'invalidInput', message: expect.stringMatching(/^Nothing was sent: /) };

describe('a task that only others may answer, at a server with a later manifest', () => {
  it.each([
    ['has renamed its tool', 'buy_it', '{ type: purchase }'],
    ['has given its name to another Workflow', 'buy', '{ type: waitForFinish }'],
  ])('takes no Signal and no Update of its owner, where it %s', async (_what, name, workflow) => {
    const owner = somebody();
    const { taskId } = await connect(guarded(`a-${randomUUID()}-`)).start(owner, 'buy', 'x');
    const { tasks } = connect(`${name}: { workflow: ${workflow} }`);

    for (const [kind, sent] of [
      ['signal', 'approve'],
      ['signal', 'anything'],
      ['update', 'changeAmount'],
    ] as const) {
      const sending = tasks.send(asOwner(owner), taskId, message(kind, sent));
      await expect(sending).rejects.toMatchObject(REFUSED);
    }
    expect(await stateOf(taskId)).toBe('awaiting approval');
  });

  it('takes no answer of its owner, where the tool now lets the owner answer', async () => {
    const owner = somebody();
    const id = `b-${randomUUID()}-`;
    const { taskId } = await connect(guarded(id)).start(owner, 'buy', 'x');
    const { tasks } = connect(guarded(id).replace('owner: false', 'owner: true'));
    const [question] = await eventually('it asks', async () => {
      const { questions } = await tasks.get(asOwner(owner), taskId);
      return questions.length > 0 ? questions : undefined;
    });
    const key = question?.key ?? '';
    const yes = { action: 'accept', content: { approved: true } };

    expect(await tasks.answer(asOwner(owner), taskId, { [key]: yes })).toMatchObject({
      forOthers: [key],
    });
    const sending = tasks.send(asOwner(owner), taskId, message('signal', 'approve'));
    await expect(sending).rejects.toMatchObject(REFUSED);
    expect(await stateOf(taskId)).toBe('awaiting approval');
  });

  it('takes no message of its owner that another tool sends with a start', async () => {
    const owner = somebody();
    const id = `c-${randomUUID()}-`;
    const { taskId } = await connect(guarded(id)).start(owner, 'buy', 'x');
    const other = connect(`approve_it:
        workflow: { type: purchase, id: '${id}{item}', startWith: { signal: approve, arguments: [ { value: true } ] } }
        ${INPUT}`);

    await expect(other.start(owner, 'approve_it', 'x')).rejects.toMatchObject(REFUSED);
    expect(await stateOf(taskId)).toBe('awaiting approval');
  });

  it('takes no message of its owner that a start of another type sends under its ID', async () => {
    const owner = somebody();
    const id = `f-${randomUUID()}-`;
    const { taskId } = await connect(guarded(id)).start(owner, 'buy', 'x');
    const other = connect(`${guarded(id)}
      approve_it:
        workflow: { type: waitForFinish, id: '${id}{item}', startWith: { signal: approve, arguments: [ { value: true } ] } }
        ${INPUT}`);

    await expect(other.start(owner, 'approve_it', 'x')).rejects.toMatchObject({
      code: 'workflowIdInUse',
      message: expect.stringContaining('which is other work under the same ID'),
    });
    expect(await stateOf(taskId)).toBe('awaiting approval');
  });

  it('gets no answer by a cancellation of its owner, where that is the Signal before it', async () => {
    const owner = somebody();
    const { taskId } = await connect(guarded(`e-${randomUUID()}-`)).start(owner, 'buy', 'x');
    const { tasks } = connect(`buy:
        workflow: { type: purchase }
        cancel: { signal: approve }
        ${QUESTIONS}`);
    await tasks.cancel(asOwner(owner), taskId, { protocol: rev2025 });
    await tasks.waitFor(asOwner(owner), taskId, whenClosed());
    const { events } = await given().temporal.workflow.getHandle(taskId).fetchHistory();

    expect(events?.length).toBeGreaterThan(0);
    expect(events?.filter((event) => event.workflowExecutionSignaledEventAttributes)).toStrictEqual(
      [],
    );
  });

  it('answers Queries, and can be cancelled by its owner', async () => {
    const owner = somebody();
    const { taskId } = await connect(guarded(`d-${randomUUID()}-`)).start(owner, 'buy', 'x');
    const { tasks } = connect(`other: { workflow: purchase }`);
    const asked = await tasks.send(asOwner(owner), taskId, message('query', 'getPurchase'));
    await tasks.cancel(asOwner(owner), taskId, { protocol: rev2025 });

    expect(asked).toMatchObject({ kind: 'answered', value: { state: 'awaiting approval' } });
    expect(await tasks.waitFor(asOwner(owner), taskId, whenClosed())).toMatchObject({
      phase: 'cancelled',
    });
  });
});

describe('an ID that can be guessed', () => {
  it.each([
    ['owner', asOwner(somebody())],
    ['approver of the tool', asApprover(BOB)],
  ])('is refused to an %s in even steps of time, whether it exists or not', async (_who, by) => {
    const { tasks } = connect(guarded('x-'));
    const workflow = `{ type: waitForFinish, id: 'g-{item}' }`;
    const item = randomUUID();
    await connect(`other: { workflow: ${workflow}, ${INPUT} }`).start(somebody(), 'other', item);

    for (const taskId of [`g-${item}`, `g-${randomUUID()}`]) {
      const sinceMs = performance.now();
      await expect(tasks.get(by, taskId)).rejects.toMatchObject({ code: 'taskNotFound' });
      // The timer of Node may be early by a millisecond.
      expect(performance.now() - sinceMs).toBeGreaterThan(18);
    }
  });
});

describe('a task whose guard of approvers was false at its start', () => {
  const withGuard = (id: string, startWith = ''): string =>
    guarded(id)
      .replace('owner: false', `owner: false, if: "item != 'cheap'"`)
      .replace("{item}' }", `{note}'${startWith} }`)
      .replace('required: [item]', 'required: [item, note]')
      .replace('item: { type: string }', 'item: { type: string }, note: { type: string }');
  const byItsOwner = async ({ tasks }: Server, owner: Caller, taskId: string) =>
    eventually('it asks', async () => {
      const { questions } = await tasks.get(asOwner(owner), taskId);
      return questions[0];
    });

  it('has its owner answer alone, also under a later manifest without the guard', async () => {
    const owner = somebody();
    const id = `e-${randomUUID()}-`;
    const { taskId } = await connect(withGuard(id)).start(owner, 'buy', 'cheap');
    const later = connect(guarded(id));
    const { key, audience } = await byItsOwner(later, owner, taskId);

    expect(audience).toBe('owner');
    await expect(later.tasks.get(asApprover(BOB), taskId)).rejects.toMatchObject({
      code: 'taskNotFound',
    });
    const yes = { action: 'accept', content: { approved: true } };
    await expect(later.tasks.answer(asApprover(BOB), taskId, { [key]: yes })).rejects.toMatchObject(
      { code: 'taskNotFound' },
    );
    expect(await later.tasks.answer(asOwner(owner), taskId, { [key]: yes })).not.toHaveProperty(
      'forOthers',
      [key],
    );
    await eventually(
      'the answer counts',
      async () => (await stateOf(taskId)) !== 'awaiting approval',
    );
  });

  it('is one of approvers where the guard was not false, whatever a later guard says', async () => {
    const owner = somebody();
    const id = `f-${randomUUID()}-`;
    const { taskId } = await connect(withGuard(id)).start(owner, 'buy', 'dear');
    const later = connect(withGuard(id).replace("item != 'cheap'", '`false`'));
    const { audience } = await byItsOwner(later, owner, taskId);

    expect(audience).toBe('others');
    expect(await later.tasks.get(asApprover(BOB), taskId)).toMatchObject({ taskId });
  });

  it('takes no message of a start that would have approvers', async () => {
    const owner = somebody();
    const server = connect(
      withGuard(`g-${randomUUID()}-`, ', startWith: { signal: changeItem, arguments: [item] }'),
    );
    const { taskId } = await server.start(owner, 'buy', 'cheap');
    const again = await server.start(owner, 'buy', 'cheap');

    expect(again.taskId).toBe(taskId);
    await expect(server.start(owner, 'buy', 'dear')).rejects.toMatchObject({
      code: 'invalidInput',
      message: expect.stringContaining('this call needs approvers'),
    });
  });
});
