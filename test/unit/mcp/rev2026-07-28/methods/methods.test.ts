import { describe, expect, it } from '@jest/globals';

import { InputMethod } from '../../../../../src/core/contract/input-request.js';
import { TaskError, TaskErrorCode } from '../../../../../src/core/errors.js';
import type { Exchange } from '../../../../../src/core/request/exchange.js';
import { parseManifest } from '../../../../../src/manifest/load/load-manifest.js';
import { createRows } from '../../../../../src/mcp/rev2026-07-28/methods/methods.js';
import { createToolbox } from '../../../../../src/service/calls/toolbox.js';
import { ownQuestion } from '../../../../support/asking.js';
import { FakeTasks } from '../../../../support/fake-tasks.js';
import { FORMS_ONLY, toExchange } from '../../../../support/open-calls.js';
import { testSealer } from '../../../../support/test-sealer.js';

const { tools } =
  parseManifest(`defaults: { workflow: { taskQueue: q }, ttl: 10m, task: { pollInterval: 200ms } }
tools:
  always: { workflow: doIt, input: { type: object } }
  never: { workflow: doIt, task: forbidden, input: { type: object } }
  required: { workflow: doIt, task: required }
  soon: { workflow: doIt, task: { becomesTaskAfter: 20ms } }
  patient: { workflow: doIt, task: { becomesTaskAfter: 1h } }
  kept: { workflow: doIt, cancel: { onDisconnect: false } }
  dropped: { workflow: doIt, cancel: { onDisconnect: true } }
  checked: { workflow: doIt, input: { type: object, required: [ b ] } }
  confirmed: { workflow: doIt, confirm: Really? }
`);

const done = {
  kind: 'result' as const,
  result: { content: [{ type: 'text', text: 'done' }] },
};
const question = {
  method: InputMethod.elicit,
  params: {
    message: 'Well?',
    requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } } },
  },
};
const accept = { action: 'accept', content: { ok: true } };

const toAsked = (): Exchange => toExchange({ client: FORMS_ONLY });

function setUp() {
  const tasks = new FakeTasks();
  const toolbox = createToolbox(tasks, tools);
  const identity = { name: 'test', version: '1.0.0' };
  const rows = createRows({ identity, tasks, tools: toolbox, sealer: testSealer });
  const run = async (
    name: string,
    params: unknown,
    exchange: Exchange = toExchange({ client: { ...FORMS_ONLY, usesTasks: true } }),
  ): Promise<{ readonly requestState?: unknown }> => {
    const row = rows.get(name);
    if (!row) throw new Error(`There is no method ${name}.`);
    return row.run(exchange, params);
  };
  return { tasks, run };
}

const ask = (tasks: FakeTasks, key = 'i1'): void => {
  tasks.update('task-1', { phase: 'inputRequired', questions: [ownQuestion(key, question)] });
};

const withCode = (code: keyof typeof TaskErrorCode): object => expect.objectContaining({ code });

describe('tools/call', () => {
  it.each([
    [{}, '"name" must be the name of a tool'],
    [{ name: 'always', arguments: [] }, '"arguments" must be an object'],
    [{ name: 'always', inputResponses: 5 }, '"inputResponses" must be an object'],
    [{ name: 'always', requestState: 5 }, '"requestState" must be the string'],
    [{ name: 'nobody' }, 'Unknown tool: nobody'],
  ])('refuses %j', async (params, message) => {
    const { run } = setUp();

    await expect(run('tools/call', params)).rejects.toThrow(message);
  });
});

describe('tools/call, asking', () => {
  it('asks again after an answer whose content does not fit', async () => {
    const { tasks, run } = setUp();
    const asking = run('tools/call', { name: 'always' }, toAsked());
    await tasks.untilCreated(1);
    ask(tasks);
    const { requestState } = await asking;
    const retry = { name: 'always', requestState, inputResponses: { i1: accept } };
    const misfit = (path: string): TaskError =>
      new TaskError(TaskErrorCode.invalidInput, 'x', { violations: [{ path, message: 'x' }] });

    tasks.failNext(misfit('/content/ok'));
    expect(await run('tools/call', retry, toAsked())).toMatchObject({
      resultType: 'input_required',
    });
    tasks.failNext(misfit('/action'));
    await expect(run('tools/call', retry, toAsked())).rejects.toThrow(withCode('invalidInput'));
  });

  it('lets no client make up that it could not be asked', async () => {
    const { tasks, run } = setUp();
    const asking = run('tools/call', { name: 'always' }, toAsked());
    await tasks.untilCreated(1);
    ask(tasks);
    const { requestState } = await asking;
    const inputResponses = { i1: { action: 'cancel', error: { code: 1, message: 'x' } } };
    const repeated = run('tools/call', { name: 'always', requestState, inputResponses }, toAsked());
    while (tasks.answered.length === 0) await new Promise(setImmediate);
    tasks.settle('task-1', done);
    await repeated;

    expect(tasks.answered[0]?.responses).toEqual({ i1: { action: 'cancel' } });
  });
});

describe('the methods of tasks', () => {
  it('say beside the acknowledgement which answers came too late', async () => {
    const { tasks, run } = setUp();
    await run('tools/call', { name: 'always' });
    const update = async (inputResponses: object): Promise<unknown> =>
      run('tasks/update', { taskId: 'task-1', inputResponses });
    ask(tasks);
    expect(await update({ i1: accept })).toEqual({});
    ask(tasks, 'i2');
    tasks.overtaken = ['i2'];

    expect(await update({ i1: accept, i2: accept })).toEqual({
      _meta: { 'temporal-mcp-tasks/too-late': ['i1', 'i2'] },
    });
  });

  it('say there which questions are for somebody else, and do not call these too late', async () => {
    const { tasks, run } = setUp();
    await run('tools/call', { name: 'always' });
    const given = { tooLate: [], forOthers: ['i1'] };
    tasks.answer = async () => Promise.resolve(given);

    expect(await run('tasks/update', { taskId: 'task-1', inputResponses: { i1: accept } })).toEqual(
      { _meta: { 'temporal-mcp-tasks/for-others': ['i1'] } },
    );
  });
});
