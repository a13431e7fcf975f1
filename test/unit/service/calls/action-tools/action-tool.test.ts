import { describe, expect, it } from '@jest/globals';

import { TaskErrorCode } from '../../../../../src/core/errors.js';
import type { MessageOutcome } from '../../../../../src/core/task/task-message.js';
import { parseManifest } from '../../../../../src/manifest/load/load-manifest.js';
import type { CallReply, CallRequest } from '../../../../../src/service/calls/call/tool.js';
import { createToolbox, type Toolbox } from '../../../../../src/service/calls/toolbox.js';
import { createOwned } from '../../../../support/create-owned.js';
import { FakeTasks } from '../../../../support/fake-tasks.js';
import { CALLER, toCallRequest, toExchange } from '../../../../support/open-calls.js';

const manifest = parseManifest(`tools:
  buy: { workflow: { type: purchase, taskQueue: q } }
actions:
  show: { workflow: purchase, query: getPurchase, timeout: 2s, output: { type: object, required: [ state ], properties: { state: {} } } }
  approve:
    workflow: purchase
    signal: approve
    title: Approve
    description: Approves.
    annotations: { destructiveHint: true }
    input: { type: object, required: [ note ], properties: { note: { type: string } } }
    arguments: [ { value: true }, note ]
  refund: { workflow: purchase, update: refund }
  collect: { workflow: purchase, update: collect, answerWithin: 3s, output: { type: object } }
`);

interface Setup {
  readonly tasks: FakeTasks;
  readonly tools: Toolbox;
  readonly call: (name: string, request?: Partial<CallRequest>) => Promise<CallReply>;
}

/** A task, and what becomes of messages to it. */
async function setUp(outcome?: MessageOutcome): Promise<Setup> {
  const tasks = new FakeTasks();
  const [buy] = manifest.tools.values();
  if (!buy) throw new Error('There is no tool.');
  await createOwned(tasks, {
    tool: buy,
    workflowArguments: [],
    owner: CALLER,
    protocolVersion: 'test',
  });
  if (outcome) tasks.messageOutcome = outcome;
  const tools = createToolbox(tasks, manifest.tools, manifest);
  return {
    tasks,
    tools,
    call: async (name, { input, ...request } = {}) =>
      tools.call(
        toExchange(),
        toCallRequest({ name, input: { task_id: 'task-1', ...input }, ...request }),
      ),
  };
}

const resultOf = (reply: CallReply): unknown =>
  reply.kind === 'ended' && reply.outcome.kind === 'result' ? reply.outcome.result : reply;

function textOf(reply: CallReply): string {
  const { content } = resultOf(reply) as { readonly content: readonly { readonly text: string }[] };
  return content.map(({ text }) => text).join('');
}

/** The arguments that a model is told to call `update_result` with; `undefined` where it is told to stop. */
function nextInput(text: string): Record<string, unknown> | undefined {
  const [, input] = /call update_result with (\{.*?\})/.exec(text) ?? [];
  return input === undefined ? undefined : (JSON.parse(input) as Record<string, unknown>);
}

describe('an action in a toolbox', () => {
  it('is listed for clients that use tasks too, and so is what collects an Update', async () => {
    const { tools } = await setUp();
    const own = ['buy', 'show', 'approve', 'refund', 'collect', 'update_result'];
    const names = (usesTasks: boolean): string[] =>
      tools.list({ owner: 'me' }, { usesTasks }).map(({ name }) => name);

    expect(names(true)).toStrictEqual(own);
    expect(names(false)).toStrictEqual([...own, ...names(false).slice(own.length)]);
    expect(names(false)).toContain('task_result');
  });

  it('may be answered with a handle where it is an Update', async () => {
    const { tools } = await setUp();

    const listed = tools.list({ owner: 'me' }, { usesTasks: true });
    const schemaOf = (name: string): unknown =>
      listed.find((tool) => tool.name === name)?.shown.outputSchema;

    expect(schemaOf('collect')).toMatchObject({ anyOf: [{}, {}] });
    expect(schemaOf('show')).toHaveProperty('required', ['state']);
  });

  it('collects no Update where no tools act on tasks', () => {
    const tools = createToolbox(new FakeTasks(), manifest.tools, { ...manifest, taskTools: false });

    expect(tools.has('update_result')).toBe(false);
    expect(tools.has('collect')).toBe(true);
  });
});

describe('a call of an action', () => {
  it('waits as long as the action says', async () => {
    const { tasks, call } = await setUp({ kind: 'answered', value: { state: 'x' } });
    await call('show');
    await call('collect');

    expect(tasks.sent).toMatchObject([{ limitMs: 2_000 }, { resultWithinMs: 3_000 }]);
  });

  it('makes the same Update of the same key, and another one of none', async () => {
    const { tasks, call } = await setUp({ kind: 'answered', value: {} });
    for (const idempotencyKey of ['one', 'one', 'two', undefined, undefined]) {
      await call('collect', { idempotencyKey });
    }
    const [first, second, ...others] = tasks.sent.map(({ updateId }) => updateId);

    expect(first).toMatch(/^mcp\.collect\.[0-9a-f]{64}$/);
    expect(second).toBe(first);
    expect(new Set([first, ...others]).size).toBe(4);
  });

  it('is no task', async () => {
    const { call } = await setUp();

    await expect(call('show', { stance: 'asksFor' })).rejects.toMatchObject({
      code: TaskErrorCode.taskForbidden,
    });
  });
});

describe('the result of an Update', () => {
  it('is read with other arguments each time, until the model is told to stop', async () => {
    const { call } = await setUp({ kind: 'running' });
    const told: string[] = [];
    const given: unknown[] = [];
    let input: Record<string, unknown> | undefined;
    let text = textOf(await call('collect'));
    while ((input = nextInput(text)) !== undefined && given.length < 10) {
      given.push(input['after']);
      text = textOf(await call('update_result', { input }));
      told.push(text);
    }

    expect(given).toStrictEqual(['1-0', '2-0', '3-0']);
    expect(told.at(-1)).toMatch(
      /^(?!.*Don't call).*End your turn now\..*Tell the user that it is still running.*update_result with \{"task_id": "task-1", "update_id": "mcp\.collect\..*", "after": "4-0"\}/,
    );
  });

  it('is waited for longer each time', async () => {
    const { tasks, call } = await setUp({ kind: 'running' });
    const update_id = `mcp.refund.${crypto.randomUUID()}`;
    for (const after of ['1-0', '2-1']) {
      await call('update_result', { input: { update_id, after } });
    }

    expect(tasks.updateWaitsMs.map((waitMs) => Math.round(waitMs / 1_000))).toStrictEqual([45, 55]);
  });
});
