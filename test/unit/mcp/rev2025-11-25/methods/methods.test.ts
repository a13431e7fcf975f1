import { describe, expect, it } from '@jest/globals';

import { TaskErrorCode } from '../../../../../src/core/errors.js';
import type { Task } from '../../../../../src/core/task/task.js';
import type { TaskOutcome } from '../../../../../src/core/tool/tool-result.js';
import { parseManifest } from '../../../../../src/manifest/file/load-manifest.js';
import { createBinding } from '../../../../../src/mcp/rev2025-11-25/index.js';
import {
  createMethods,
  type Methods,
} from '../../../../../src/mcp/rev2025-11-25/methods/methods.js';
import type { RequestContext } from '../../../../../src/mcp/rev2025-11-25/methods/request-context.js';
import {
  type TaskCaller,
  toCaller,
} from '../../../../../src/mcp/rev2025-11-25/methods/task-caller.js';
import { TaskSessions } from '../../../../../src/mcp/rev2025-11-25/streams/task-sessions.js';
import { protocol } from '../../../../../src/mcp/rev2025-11-25/wire/protocol.js';
import { createToolbox } from '../../../../../src/service/calls/toolbox.js';
import { CREATED_AT, FakeTasks } from '../../../../support/fake-tasks.js';
import { testSealer } from '../../../../support/test-sealer.js';

const { tools } = parseManifest(`
defaults: { taskQueue: q, ttl: 10m, pollInterval: 200 }
tools:
  optional:
    workflow: doIt
    input: { type: object, required: [b], properties: { b: { type: string } } }
    arguments: [b]
  required: { workflow: doIt, task: required, immediateResponse: It is being done. }
  forbidden: { workflow: doIt, task: forbidden }
  abandoned: { workflow: doIt, onDisconnect: cancel, input: { type: object } }
`);

const done = {
  kind: 'result' as const,
  result: { content: [{ type: 'text', text: 'done' }], _meta: { 'example.com/a': 1 } },
};
const toolError = {
  kind: 'result' as const,
  result: { content: [{ type: 'text', text: 'sold out' }], isError: true },
};
const protocolError = {
  kind: 'error' as const,
  error: { code: -32042, message: 'Sign in first', data: { elicitations: [] } },
};
const plain = { name: 'optional', arguments: { b: 'x' } };
const asTask = { ...plain, task: {} };
const wireTask = {
  taskId: 'task-1',
  status: 'working',
  createdAt: CREATED_AT,
  lastUpdatedAt: CREATED_AT,
  ttl: 600_000,
  pollInterval: 200,
};
const related = { 'io.modelcontextprotocol/related-task': { taskId: 'task-1' } };

interface Setup {
  readonly tasks: FakeTasks;
  readonly methods: Methods;
}

function setUp(): Setup {
  const tasks = new FakeTasks();
  const binding = createBinding({
    tasks,
    tools: createToolbox(tasks, tools, { taskTools: false }),
    sealer: testSealer,
  });
  return { tasks, methods: createMethods(binding) };
}

function callerOf(changes: Partial<TaskCaller> = {}): TaskCaller {
  const facts = {
    identity: { owner: 'me' },
    session: 'session',
    protocolVersion: '2025-11-25',
    capabilities: undefined,
    clientVersion: '1.0.0',
    clientName: 'test',
  };
  return { ...toCaller(facts, new TaskSessions()), ...changes };
}

function context({
  caller = {},
  ...rest
}: Partial<Omit<RequestContext, 'caller'>> & {
  readonly caller?: Partial<TaskCaller>;
} = {}): RequestContext {
  const made = callerOf(caller);
  return {
    caller: made,
    requestId: 1,
    signal: new AbortController().signal,
    departure: () => 'withdrawn',
    stream: {
      askable: made.askable,
      session: 'session',
      toldStatuses: new Map(),
      send: async () => Promise.resolve(),
    },
    notify: async () => Promise.resolve(),
    stand: () => undefined,
    onTaskKnown: () => undefined,
    ...rest,
  };
}

/** A set-up with one task of mine. */
async function setUpTask(): Promise<Setup> {
  const setup = setUp();
  await setup.methods['tools/call'](asTask, context());
  return setup;
}

const withCode = (code: TaskErrorCode): unknown =>
  expect.objectContaining({ name: 'TaskError', code });

describe('tools/list', () => {
  it('shows every tool, with what tasks it supports', async () => {
    const { tools: listed } = await setUp().methods['tools/list']({}, context());

    expect(listed.map(({ name, execution }) => [name, execution?.taskSupport])).toStrictEqual([
      ['optional', 'optional'],
      ['required', 'required'],
      ['forbidden', 'forbidden'],
      ['abandoned', 'optional'],
    ]);
  });

  it('does not speak of tasks where the revision has none', async () => {
    const without = context({ caller: { withTasks: false } });
    const { tools: listed } = await setUp().methods['tools/list']({}, without);

    expect(listed.filter((tool) => 'execution' in tool)).toStrictEqual([]);
  });
});

describe('tools/call, as a task', () => {
  it('answers with the task, before its work is done', async () => {
    await expect(setUp().methods['tools/call'](asTask, context())).resolves.toStrictEqual({
      task: wireTask,
      _meta: related,
    });
  });

  it('adds the text for the model', async () => {
    const answer = await setUp().methods['tools/call']({ name: 'required', task: {} }, context());

    expect(answer._meta).toMatchObject({
      'io.modelcontextprotocol/model-immediate-response': 'It is being done.',
    });
  });

  it('hands on what the call says', async () => {
    const { tasks, methods } = setUp();
    const meta = { progressToken: 0, 'temporal-mcp-tasks/idempotency-key': 'k' };
    await methods['tools/call']({ ...asTask, task: { ttl: 5_000 }, _meta: meta }, context());

    expect(tasks.created).toStrictEqual([
      {
        tool: tools.get('optional'),
        workflowArguments: ['x'],
        owner: 'me',
        protocolVersion: '2025-11-25',
        origin: { session: 'session', progressToken: 0 },
        ttlMs: 5_000,
        idempotencyKey: 'k',
      },
    ]);
  });

  it('hands on no wish that the call does not have', async () => {
    const { tasks, methods } = setUp();
    await methods['tools/call'](asTask, context());

    expect(Object.keys(tasks.created[0] ?? {}).sort()).toStrictEqual([
      'idempotencyKey',
      'isNumbered',
      'origin',
      'owner',
      'protocolVersion',
      'tool',
      'workflowArguments',
    ]);
    expect(tasks.created[0]?.origin).toStrictEqual({ session: 'session' });
  });

  it.each([
    ['a tool that cannot run as one', { name: 'forbidden', task: {} }, 'taskForbidden'],
    ['an unknown tool', { name: 'none', task: {} }, 'unknownTool'],
    ['a tool named like a member of every object', { name: 'toString', task: {} }, 'unknownTool'],
    ['arguments that do not fit', { name: 'optional', task: {} }, 'invalidArguments'],
    ['a task that is none', { ...plain, task: true }, 'invalidParams'],
    ['a ttl that is none', { ...plain, task: { ttl: '5m' } }, 'invalidParams'],
  ] as const)('refuses %s, and creates nothing', async (_what, params, code) => {
    const { tasks, methods } = setUp();

    await expect(methods['tools/call'](params, context())).rejects.toThrow(withCode(code));
    expect(tasks.created).toStrictEqual([]);
  });

  it('says where arguments do not fit', async () => {
    await expect(
      setUp().methods['tools/call']({ ...asTask, arguments: { b: 5 } }, context()),
    ).rejects.toMatchObject({
      message: 'Invalid arguments for optional: /b must be string.',
      violations: [{ path: '/b', message: 'must be string' }],
    });
  });
});

describe('tools/call, plainly', () => {
  it.each([
    ['the result of the work', done],
    ['a tool error', toolError],
  ])('waits for %s, and does not speak of tasks', async (_what, outcome) => {
    const { tasks, methods } = setUp();
    const answer = methods['tools/call'](plain, context());
    await tasks.untilCreated(1);
    tasks.settle('task-1', outcome);

    await expect(answer).resolves.toStrictEqual(outcome.result);
  });

  it('fails with the error that the work ended with', async () => {
    const { tasks, methods } = setUp();
    const answer = methods['tools/call'](plain, context());
    await tasks.untilCreated(1);
    tasks.settle('task-1', protocolError);

    await expect(answer).rejects.toMatchObject({
      name: 'JsonRpcError',
      code: -32042,
      message: 'Sign in first',
      data: { elicitations: [] },
    });
  });

  it('fails when its task is cancelled', async () => {
    const { tasks, methods } = setUp();
    const answer = methods['tools/call'](plain, context());
    await tasks.untilCreated(1);
    await methods['tasks/cancel']({ taskId: 'task-1' }, context());

    await expect(answer).rejects.toMatchObject({ name: 'JsonRpcError', code: -32603 });
  });

  it('refuses a tool that runs as a task only', async () => {
    const { tasks, methods } = setUp();

    await expect(methods['tools/call']({ name: 'required' }, context())).rejects.toThrow(
      withCode('taskRequired'),
    );
    expect(tasks.created).toStrictEqual([]);
  });

  it('runs a tool that cannot run as a task', async () => {
    const { tasks, methods } = setUp();
    const answer = methods['tools/call']({ name: 'forbidden' }, context());
    await tasks.untilCreated(1);
    tasks.settle('task-1', done);

    await expect(answer).resolves.toMatchObject({ content: [{ text: 'done' }] });
  });

  it('takes no account of "task" where the revision has none', async () => {
    const { tasks, methods } = setUp();
    const answer = methods['tools/call'](asTask, context({ caller: { withTasks: false } }));
    await tasks.untilCreated(1);
    tasks.settle('task-1', done);

    await expect(answer).resolves.toMatchObject({ content: [{ text: 'done' }] });
  });

  it('awaits a tool that runs as a task only where the revision has no tasks', async () => {
    const { tasks, methods } = setUp();
    const answer = methods['tools/call'](
      { name: 'required' },
      context({ caller: { withTasks: false } }),
    );
    await tasks.untilCreated(1);
    tasks.settle('task-1', done);

    await expect(answer).resolves.toMatchObject({ content: [{ text: 'done' }] });
  });

  it('answers arguments that do not fit with a tool error, which a model can mend', async () => {
    await expect(
      setUp().methods['tools/call']({ name: 'optional' }, context()),
    ).resolves.toStrictEqual({
      content: [{ type: 'text', text: 'Invalid arguments for optional: /b is required.' }],
      isError: true,
    });
  });

  it('does so also for a TaskError of another copy of this package', async () => {
    const { tasks, methods } = setUp();
    const message = 'The arguments have 9 bytes; at most 8 are taken.';
    tasks.failNext(
      Object.assign(new Error(message), {
        name: 'TaskError',
        code: TaskErrorCode.invalidArguments,
      }),
    );

    await expect(methods['tools/call'](plain, context())).resolves.toStrictEqual({
      content: [{ type: 'text', text: message }],
      isError: true,
    });
  });

  it.each([
    ['withdrawn', 'optional', 1],
    ['withdrawn', 'abandoned', 1],
    ['disconnected', 'optional', 0],
    ['disconnected', 'abandoned', 1],
  ] as const)('when %s, of the tool %s, cancels what it should', async (...row) => {
    const [departure, name, count] = row;
    const { tasks, methods } = setUp();
    const controller = new AbortController();
    const { signal } = controller;
    const answer = methods['tools/call'](
      { ...plain, name },
      context({ signal, departure: () => departure }),
    );
    await tasks.untilCreated(1);
    controller.abort();

    await expect(answer).rejects.toThrow(withCode('aborted'));
    expect(tasks.cancelled).toHaveLength(count);
  });

  it('says why it cancels', async () => {
    const { tasks, methods } = setUp();
    const signal = AbortSignal.abort();

    await expect(methods['tools/call'](plain, context({ signal }))).rejects.toThrow(
      withCode('aborted'),
    );
    expect(tasks.cancelled).toStrictEqual([
      {
        taskId: 'task-1',
        protocol,
        reason: 'The client withdrew the call',
      },
    ]);
  });
});

describe('a task that a client gets to know', () => {
  const knownBy = (): { known: string[]; onTaskKnown: (task: Task) => void } => {
    const known: string[] = [];
    return { known, onTaskKnown: ({ taskId }) => known.push(taskId) };
  };

  it.each([
    ['creates as one', 'tools/call', asTask],
    ['reads', 'tasks/get', { taskId: 'task-1' }],
    ['waits for', 'tasks/result', { taskId: 'task-1' }],
  ] as const)('is one that it %s', async (_how, method, params) => {
    const { tasks, methods } = await setUpTask();
    tasks.settle('task-1', done);
    const { known, onTaskKnown } = knownBy();
    await methods[method](params, context({ onTaskKnown }));

    expect(known).toStrictEqual([method === 'tools/call' ? 'task-2' : 'task-1']);
  });

  it.each([
    ['calls plainly', 'tools/call', plain],
    ['lists', 'tasks/list', {}],
    ['cancels', 'tasks/cancel', { taskId: 'task-1' }],
  ] as const)('is none that it %s', async (_how, method, params) => {
    const { tasks, methods } = await setUpTask();
    const { known, onTaskKnown } = knownBy();
    const answer = methods[method]?.(params, context({ onTaskKnown }));
    if (method === 'tools/call') {
      await tasks.untilCreated(2);
      tasks.settle('task-2', done);
    }
    await answer;

    expect(known).toStrictEqual([]);
    expect(tasks.created.map(({ origin }) => origin?.session).slice(1)).toStrictEqual(
      method === 'tools/call' ? [undefined] : [],
    );
  });
});

describe('tasks/get', () => {
  it('shows the task flat, without related-task metadata', async () => {
    const { methods } = await setUpTask();

    await expect(methods['tasks/get']({ taskId: 'task-1' }, context())).resolves.toStrictEqual(
      wireTask,
    );
  });
});

describe('tasks/getResult', () => {
  it('waits for the end, and says which task the result belongs to', async () => {
    const { tasks, methods } = await setUpTask();
    const answer = methods['tasks/result']({ taskId: 'task-1' }, context());
    tasks.update('task-1', { phase: 'inputRequired' });
    tasks.settle('task-1', done);

    await expect(answer).resolves.toStrictEqual({
      content: [{ type: 'text', text: 'done' }],
      _meta: { 'example.com/a': 1, ...related },
    });
  });

  it('answers everybody, and again and again', async () => {
    const { tasks, methods } = await setUpTask();
    const ask = async (): Promise<unknown> =>
      methods['tasks/result']({ taskId: 'task-1' }, context());
    const early = [ask(), ask(), ask()];
    tasks.settle('task-1', toolError);
    const answers = await Promise.all([...early, ask(), ask()]);

    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ isError: true, _meta: related });
  });

  it('fails with the error that the work ended with, as a plain call does', async () => {
    const { tasks, methods } = await setUpTask();
    tasks.settle('task-1', protocolError);

    await expect(methods['tasks/result']({ taskId: 'task-1' }, context())).rejects.toMatchObject({
      code: -32042,
      message: 'Sign in first',
      data: { elicitations: [] },
    });
  });

  it.each<[string, TaskOutcome | undefined]>([
    ['is still going on', undefined],
    ['has succeeded nevertheless', done],
    ['has failed since', protocolError],
    ['has ended as cancelled', { kind: 'cancelled' }],
  ])('says that a cancelled task has no result when its work %s', async (_what, outcome) => {
    const { tasks, methods } = await setUpTask();
    await methods['tasks/cancel']({ taskId: 'task-1' }, context());
    if (outcome) tasks.settle('task-1', outcome);

    await expect(methods['tasks/result']({ taskId: 'task-1' }, context())).rejects.toMatchObject({
      code: -32603,
      message: 'The task was cancelled. It has no result.',
      data: { taskId: 'task-1', status: 'cancelled' },
    });
  });

  it('ends its wait, and nothing else, when the client withdraws it', async () => {
    const { tasks, methods } = await setUpTask();
    const controller = new AbortController();
    const { signal } = controller;
    const answer = methods['tasks/result']({ taskId: 'task-1' }, context({ signal }));
    controller.abort();

    await expect(answer).rejects.toThrow(withCode('aborted'));
    expect(tasks.cancelled).toStrictEqual([]);
  });
});

describe('tasks/list', () => {
  it('shows page after page, until there is no cursor any more', async () => {
    const { methods } = setUp();
    for (let count = 0; count < 3; count += 1) await methods['tools/call'](asTask, context());
    const first = await methods['tasks/list']?.(undefined, context());
    const second = await methods['tasks/list']?.({ cursor: first?.nextCursor }, context());

    expect(first).toMatchObject({ tasks: [wireTask, { taskId: 'task-2' }] });
    expect(second).toStrictEqual({ tasks: [{ ...wireTask, taskId: 'task-3' }] });
  });

  it("shows nothing of others' tasks", async () => {
    const { methods } = await setUpTask();

    await expect(
      methods['tasks/list']?.({}, context({ caller: { owner: 'you' } })),
    ).resolves.toStrictEqual({
      tasks: [],
    });
  });

  it('refuses a cursor that is none', async () => {
    const { methods } = setUp();

    await expect(methods['tasks/list']?.({ cursor: 'next' }, context())).rejects.toThrow(
      withCode('invalidCursor'),
    );
  });
});

describe('tasks/cancel', () => {
  it('shows the task as cancelled', async () => {
    const { tasks, methods } = await setUpTask();

    await expect(methods['tasks/cancel']({ taskId: 'task-1' }, context())).resolves.toStrictEqual({
      ...wireTask,
      status: 'cancelled',
    });
    expect(tasks.cancelled).toStrictEqual([{ taskId: 'task-1', protocol }]);
  });

  it('refuses a task that is over, be it that it was cancelled', async () => {
    const { methods } = await setUpTask();
    await methods['tasks/cancel']({ taskId: 'task-1' }, context());

    await expect(methods['tasks/cancel']({ taskId: 'task-1' }, context())).rejects.toThrow(
      withCode('taskTerminal'),
    );
  });
});

describe.each(['tasks/get', 'tasks/result', 'tasks/cancel'] as const)('%s', (name) => {
  it.each([
    ['an unknown task', { taskId: 'task-9' }, 'me', 'taskNotFound'],
    ["another owner's task", { taskId: 'task-1' }, 'you', 'taskNotFound'],
    ['a task ID that is a number', { taskId: 1 }, 'me', 'invalidParams'],
    ['no params', undefined, 'me', 'invalidParams'],
  ] as const)('refuses %s', async (...[, params, owner, code]) => {
    const { methods } = await setUpTask();

    await expect(methods[name](params, context({ caller: { owner } }))).rejects.toThrow(
      withCode(code),
    );
  });

  it('takes no account of related-task metadata', async () => {
    const { tasks, methods } = await setUpTask();
    await methods['tools/call'](asTask, context());
    if (name === 'tasks/result') tasks.settle('task-2', done);
    const answer = await methods[name]({ taskId: 'task-2', _meta: related }, context());

    expect(JSON.stringify(answer)).toContain('task-2');
  });
});
