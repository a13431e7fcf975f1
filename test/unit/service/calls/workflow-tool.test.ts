import { describe, expect, it } from '@jest/globals';

import { TaskError, TaskErrorCode } from '../../../../src/core/errors.js';
import { InputMethod } from '../../../../src/core/question/input-request.js';
import { parseManifest } from '../../../../src/manifest/file/load-manifest.js';
import type { CallReply, CallRequest } from '../../../../src/service/calls/tool.js';
import { createToolbox, type Toolbox } from '../../../../src/service/calls/toolbox.js';
import { FakeTasks } from '../../../support/fake-tasks.js';
import {
  CALLER,
  type CallContextOptions,
  toCallContext,
  toCallRequest,
} from '../../../support/open-calls.js';

const { tools: catalog } = parseManifest(`
defaults: { taskQueue: q }
tools:
  plain: { workflow: doIt, title: Plain, input: { type: object, required: [], properties: { n: { type: number } } } }
  soon: { workflow: doIt, becomesTask: 20ms }
  patient: { workflow: doIt, becomesTask: 1h }
  order: { workflow: doIt, workflowId: 'o-{id}', onRunning: use, joinRepeats: false, input: { type: object, required: [id], properties: { id: {} } } }
  confirmed: { workflow: doIt, confirm: Really? }
  follow: { workflow: doIt, adopt: "Customer = '{owner}'" }
`);

const done = { kind: 'result' as const, result: { content: [{ type: 'text', text: 'done' }] } };
const question = {
  method: InputMethod.elicit,
  params: {
    message: 'Well?',
    requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } } },
  },
};
const unlawful = { method: InputMethod.elicit, params: { message: '' } };
const accept = { action: 'accept', content: { ok: true } };

interface Setup {
  readonly tasks: FakeTasks;
  readonly tools: Toolbox;
  readonly call: (
    name: string,
    request?: Partial<CallRequest>,
    context?: CallContextOptions,
  ) => Promise<CallReply>;
}

function setUp(): Setup {
  const tasks = new FakeTasks();
  const tools = createToolbox(tasks, catalog);
  return {
    tasks,
    tools,
    call: async (name, request, context) =>
      tools
        .find(name, { owner: CALLER })
        .call(toCallRequest({ name, ...request }), toCallContext(context)),
  };
}

const ask = (tasks: FakeTasks, inputRequests: object = { i1: question }): void => {
  tasks.update('task-1', {
    phase: 'inputRequired',
    inputRequests: inputRequests as Record<string, typeof question>,
  });
};

/** A call that waits, until its task has a question that its reply brings. */
async function askedBy({ tasks, call }: Setup): Promise<CallReply> {
  const asking = call('plain');
  await tasks.untilCreated(1);
  ask(tasks);
  return asking;
}

describe('a toolbox', () => {
  it('knows its tools by name, and no others', () => {
    const { tools } = setUp();

    expect(tools.list({ owner: CALLER, usesTasks: true }).map(({ name }) => name)).toStrictEqual([
      ...catalog.keys(),
    ]);
    expect(tools.find('plain', { owner: CALLER }).listing).toMatchObject({
      name: 'plain',
      title: 'Plain',
    });
    // Pydantic AI, say, which makes tasks and gives them up after 300 s.
    const known = tools.list({ owner: CALLER, usesTasks: true, clientName: 'mcp' });
    expect(known.map(({ name }) => name)).toContain('task_result');
    expect([tools.has('plain'), tools.has('nobody')]).toStrictEqual([true, false]);
    expect(() => tools.find('nobody', { owner: CALLER })).toThrow('Unknown tool: nobody');
  });
});

describe('a call that asks for a task', () => {
  it('is answered at once, with all that the client said', async () => {
    const { tasks, call } = setUp();
    const reply = await call('soon', {
      stance: 'asksFor',
      ttlMs: 5,
      progressToken: 0,
      idempotencyKey: 'key',
    });

    expect(reply).toMatchObject({ kind: 'task', task: { taskId: 'task-1', phase: 'working' } });
    expect(tasks.created).toMatchObject([
      {
        owner: CALLER,
        protocolVersion: 'test',
        ttlMs: 5,
        origin: { progressToken: 0 },
        idempotencyKey: 'key',
      },
    ]);
  });

  it('fails with bad arguments, and where a person does not want it', async () => {
    const { tasks, call } = setUp();
    const refuse = async (): Promise<unknown> => Promise.resolve({ action: 'decline' });

    await expect(call('plain', { stance: 'asksFor', input: { n: 'x' } })).rejects.toMatchObject({
      code: 'invalidArguments',
    });
    await expect(call('confirmed', { stance: 'asksFor' }, { ask: refuse })).rejects.toMatchObject({
      code: 'invalidParams',
      message: 'Not started: "Really?" was not confirmed.',
    });
    expect(tasks.created).toStrictEqual([]);
  });
});

describe('a call that waits for its result', () => {
  it.each([
    ['a result', done],
    ['a protocol error', { kind: 'error', error: { code: 1, message: 'x' } }],
    ['a cancellation', { kind: 'cancelled' }],
  ] as const)('is answered with %s', async (_what, outcome) => {
    const { tasks, call } = setUp();
    const answer = call('plain');
    await tasks.untilCreated(1);
    tasks.settle('task-1', outcome);

    await expect(answer).resolves.toStrictEqual({ kind: 'ended', outcome, taskId: 'task-1' });
  });

  it('is answered with a tool error where a model can do better', async () => {
    const { tasks, call } = setUp();
    const toolError = (text: string): CallReply => ({
      kind: 'ended',
      outcome: { kind: 'result', result: { content: [{ type: 'text', text }], isError: true } },
    });
    const refuse = async (): Promise<unknown> => Promise.resolve({ action: 'decline' });

    await expect(call('plain', { input: { n: 'x' } })).resolves.toStrictEqual(
      toolError('Invalid arguments for plain: /n must be number.'),
    );
    await expect(call('confirmed', {}, { ask: refuse })).resolves.toStrictEqual(
      toolError('Not started: "Really?" was not confirmed.'),
    );
    expect(tasks.created).toStrictEqual([]);
  });

  it('does not start where nobody can be asked first', async () => {
    const { tasks, call } = setUp();

    await expect(call('confirmed', {}, { askable: {} })).resolves.toMatchObject({
      kind: 'unaskable',
      lacking: 'elicitation',
    });
    expect(tasks.created).toStrictEqual([]);
  });

  it('goes on waiting for a client that is asked on its stream', async () => {
    const { tasks, call } = setUp();
    const shown: unknown[] = [];
    const acceptAll = async (): Promise<unknown> => Promise.resolve(accept);
    const answer = call(
      'plain',
      {},
      { ask: acceptAll, show: ({ inputRequests }) => shown.push(inputRequests) },
    );
    await tasks.untilCreated(1);
    ask(tasks);
    while (!shown.some(Boolean)) await new Promise(setImmediate);
    tasks.settle('task-1', done);

    await expect(answer).resolves.toMatchObject({ kind: 'ended' });
    expect(shown).toContainEqual({ i1: question });
  });

  it('cancels its work when it is withdrawn', async () => {
    const { tasks, call } = setUp();
    const gone = new AbortController();
    const answer = call('plain', {}, { signal: gone.signal });
    await tasks.untilCreated(1);
    gone.abort();

    await expect(answer).rejects.toMatchObject({ code: 'aborted' });
    expect(tasks.cancelled).toMatchObject([{ taskId: 'task-1' }]);
  });
});

describe('a call whose questions travel in replies', () => {
  it('is answered with those that its client can be asked', async () => {
    const { tasks, call } = setUp();
    const asking = call('plain');
    await tasks.untilCreated(1);
    ask(tasks, { i1: question, i2: unlawful });

    await expect(asking).resolves.toStrictEqual({
      kind: 'questions',
      requests: { i1: question },
      progress: { phase: 'running', taskId: 'task-1' },
      lifetimeMs: catalog.get('plain')?.ttlMs,
    });
    expect(tasks.answered).toMatchObject([
      { responses: { i2: { action: 'cancel', error: { code: -32602 } } } },
    ]);
  });

  it('goes on with its task when it is repeated', async () => {
    const setup = setUp();
    const { tasks, call } = setup;
    await askedBy(setup);
    const repeated = call('plain', {
      progress: { phase: 'running', taskId: 'task-1' },
      answers: { i1: accept },
    });
    while (tasks.answered.length === 0) await new Promise(setImmediate);
    tasks.settle('task-1', done);

    await expect(repeated).resolves.toMatchObject({ kind: 'ended', outcome: done });
    expect(tasks.answered).toStrictEqual([{ taskId: 'task-1', responses: { i1: accept } }]);
    expect(tasks.created).toHaveLength(1);
  });

  it('asks again after an answer whose content does not fit', async () => {
    const setup = setUp();
    const { tasks, call } = setup;
    await askedBy(setup);
    const progress = { phase: 'running', taskId: 'task-1' } as const;
    const misfit = (path: string): TaskError =>
      new TaskError(TaskErrorCode.invalidInput, 'x', { violations: [{ path, message: 'x' }] });

    tasks.failNext(misfit('/content/ok'));
    await expect(call('plain', { progress, answers: { i1: accept } })).resolves.toMatchObject({
      kind: 'questions',
    });
    tasks.failNext(misfit('/action'));
    await expect(call('plain', { progress, answers: { i1: {} } })).rejects.toMatchObject({
      code: 'invalidInput',
    });
  });

  it('starts once, however often it is repeated with the same progress', async () => {
    const { tasks, call } = setUp();
    const reply = await call('confirmed', { stance: 'takes' });
    if (reply.kind !== 'questions') throw new Error('There is no question.');
    const repeated = {
      stance: 'takes',
      progress: reply.progress,
      answers: { confirm: { action: 'accept', content: { confirm: true } } },
    } as const;
    await call('confirmed', repeated);
    await call('confirmed', repeated);
    const keys = tasks.created.map(({ idempotencyKey }) => idempotencyKey);

    expect(keys).toHaveLength(2);
    expect(keys[0]).toStrictEqual(expect.any(String));
    expect(keys[1]).toBe(keys[0]);
  });
});

describe('a call that may become a task', () => {
  it('is answered with its result if that comes in time', async () => {
    const { tasks, call } = setUp();
    const answer = call('patient', { stance: 'takes' });
    await tasks.untilCreated(1);
    tasks.settle('task-1', done);

    await expect(answer).resolves.toMatchObject({ kind: 'ended', outcome: done });
  });

  it.each([
    ['the time is over', 'soon', (): void => undefined],
    ['it has a question', 'patient', ask],
  ])('is answered with its task when %s', async (_what, name, happen) => {
    const { tasks, call } = setUp();
    const answer = call(name, { stance: 'takes' });
    await tasks.untilCreated(1);
    happen(tasks);

    await expect(answer).resolves.toMatchObject({ kind: 'task', task: { taskId: 'task-1' } });
  });

  it.each(['plain', 'patient'])(
    'of %s leaves nothing behind when its client goes before it learns of the task',
    async (name) => {
      const { tasks, call } = setUp();
      const answer = call(name, { stance: 'takes' }, { signal: AbortSignal.abort() });

      await expect(answer).rejects.toMatchObject({ code: 'aborted' });
      expect(tasks.cancelled).toMatchObject([{ taskId: 'task-1' }]);
    },
  );
});

describe('a call of a tool with Workflow IDs of its own', () => {
  const shareNext = (tasks: FakeTasks): void => {
    const create = tasks.create.bind(tasks);
    tasks.create = async (request) => ({ ...(await create(request)), isShared: true });
  };

  it('starts its task under the ID that its arguments give', async () => {
    const { tasks, call } = setUp();
    const answer = call('order', { input: { id: 7 } });
    await tasks.untilCreated(1);
    tasks.settle('task-1', done);

    await answer;
    expect(tasks.created).toMatchObject([{ start: { ownId: { workflowId: 'o-7' } } }]);
  });

  it('says that it has started nothing where it shares a task', async () => {
    const { tasks, call } = setUp();
    shareNext(tasks);
    const answer = call('order', { input: { id: 7 } });
    await tasks.untilCreated(1);
    tasks.settle('task-1', done);

    await expect(answer).resolves.toMatchObject({
      outcome: {
        result: { content: [{}, { text: expect.stringContaining('same call made before') }] },
      },
    });
  });

  it.each(['knowsNone', 'takes'] as const)(
    'leaves a task alone that it shares, when it is withdrawn (%s)',
    async (stance) => {
      const { tasks, call } = setUp();
      shareNext(tasks);
      const gone = new AbortController();
      const answer = call('order', { input: { id: 7 }, stance }, { signal: gone.signal });
      await tasks.untilCreated(1);
      gone.abort();

      await expect(answer).rejects.toMatchObject({ code: 'aborted' });
      expect(tasks.cancelled).toStrictEqual([]);
    },
  );

  it.each(['workflowIdInUse', 'invalidArguments'] as const)(
    'tells the model of %s, and a client that asks for a task by an error',
    async (code) => {
      const { tasks, call } = setUp();
      const refusal = new TaskError(TaskErrorCode[code], 'It is there already.');

      tasks.failNext(refusal);
      await expect(call('order', { input: { id: 7 } })).resolves.toMatchObject({
        outcome: { result: { isError: true, content: [{ text: 'It is there already.' }] } },
      });
      tasks.failNext(refusal);
      await expect(call('order', { input: { id: 7 }, stance: 'asksFor' })).rejects.toBe(refusal);
    },
  );
});

describe('a call of a tool that adopts what others have started', () => {
  it('is a tool error where there is no such execution, and an error where a task is asked for', async () => {
    const { tasks, call } = setUp();
    const missing = new TaskError(TaskErrorCode.taskNotFound, 'There is none.');
    const input = { workflow_id: 'report-1' };

    tasks.failNext(missing);
    await expect(call('follow', { input })).resolves.toMatchObject({
      outcome: { result: { isError: true, content: [{ text: 'There is none.' }] } },
    });
    tasks.failNext(missing);
    await expect(call('follow', { input, stance: 'asksFor' })).rejects.toBe(missing);
  });
});
