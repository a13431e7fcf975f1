import { describe, expect, it } from '@jest/globals';

import { type Exchange, WITHDRAWN } from '../../../../src/core/request/exchange.js';
import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';
import type { CallReply, CallRequest } from '../../../../src/service/calls/call/tool.js';
import { createToolbox } from '../../../../src/service/calls/toolbox.js';
import { FakeTasks } from '../../../support/fake-tasks.js';
import { toCallRequest, toExchange } from '../../../support/open-calls.js';

const { tools: catalog } = parseManifest(`defaults: { workflow: { taskQueue: q } }
tools:
  plain: { workflow: doIt }
  patient: { workflow: doIt, task: { becomesTaskAfter: 1h } }
  order: { workflow: { type: doIt, id: 'o-{id}', idConflictPolicy: UseExisting }, task: { joinRepeats: false }, input: { type: object, required: [ id ], properties: { id: {} } } }
`);

interface Setup {
  readonly tasks: FakeTasks;
  readonly call: (
    name: string,
    request?: Partial<CallRequest>,
    exchange?: Partial<Exchange>,
  ) => Promise<CallReply>;
}

function setUp(): Setup {
  const tasks = new FakeTasks();
  const tools = createToolbox(tasks, catalog);
  return {
    tasks,
    call: async (name, request, exchange) =>
      tools.call(toExchange(exchange), toCallRequest({ name, ...request })),
  };
}

describe('a call that may become a task', () => {
  it.each(['plain', 'patient'])(
    'of %s leaves nothing behind when its client goes before it learns of the task',
    async (name) => {
      const { tasks, call } = setUp();
      const answer = call(name, { stance: 'takes' }, { signal: AbortSignal.abort(WITHDRAWN) });

      await expect(answer).rejects.toMatchObject({ code: 'aborted' });
      expect(tasks.cancelled).toMatchObject([{ taskId: 'task-1' }]);
    },
  );
});

describe('a call of a tool with Workflow IDs of its own', () => {
  const shareNext = (tasks: FakeTasks): void => {
    const create = tasks.create.bind(tasks);
    tasks.create = async (by, request) => ({ ...(await create(by, request)), isShared: true });
  };

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
});
