import { describe, expect, it } from '@jest/globals';

import { TaskError, TaskErrorCode } from '../../../../src/core/errors.js';
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

const { tools: catalog } = parseManifest(`defaults: { workflow: { taskQueue: q } }
tools:
  plain: { workflow: doIt, title: Plain, input: { type: object, required: [], properties: { n: { type: number } } } }
  soon: { workflow: doIt, task: { after: 20ms } }
  patient: { workflow: doIt, task: { after: 1h } }
  order: { workflow: { type: doIt, id: 'o-{id}', idConflictPolicy: UseExisting }, task: { joinRepeats: false }, input: { type: object, required: [ id ], properties: { id: {} } } }
  confirmed: { workflow: doIt, confirm: Really? }
  follow: { workflow: { type: doIt, adopt: { searchAttribute: Customer } } }
`);

const done = { kind: 'result' as const, result: { content: [{ type: 'text', text: 'done' }] } };

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

describe('a call that may become a task', () => {
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
