import { describe, expect, it } from '@jest/globals';

import { TaskError, TaskErrorCode } from '../../../../src/core/errors.js';
import { type Exchange, WITHDRAWN } from '../../../../src/core/request/exchange.js';
import { toTextResult } from '../../../../src/core/tool/tool-result.js';
import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';
import type { CallReply, CallRequest } from '../../../../src/service/calls/call/tool.js';
import { createToolbox } from '../../../../src/service/calls/toolbox.js';
import { FakeTasks } from '../../../support/fake-tasks.js';
import { FORMS_ONLY, toCallRequest, toExchange } from '../../../support/open-calls.js';

const { tools: catalog } = parseManifest(`defaults: { workflow: { taskQueue: q } }
tools:
  plain: { workflow: doIt }
  patient: { workflow: doIt, task: { becomesTaskAfter: 1h } }
  soon: { workflow: doIt, task: { becomesTaskAfter: 10ms } }
  required: { workflow: doIt, task: required }
  forbidden: { workflow: doIt, task: forbidden }
  stubborn: { workflow: doIt, cancel: { onCallCancelled: false } }
  dropped: { workflow: doIt, cancel: { onDisconnect: true } }
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

describe('the form of the reply', () => {
  it.each([
    ['plain', 'asksFor'],
    ['patient', 'asksFor'],
    ['required', 'asksFor'],
    ['soon', 'takes'],
    ['required', 'takes'],
  ] as const)('of tool %s to a client that %s it is the running task', async (name, stance) => {
    const { call } = setUp();

    expect(await call(name, { stance })).toMatchObject({ kind: 'task' });
  });

  it.each([
    ['plain', 'takes'],
    ['forbidden', 'takes'],
    ['plain', 'declines'],
    ['patient', 'declines'],
    ['forbidden', 'declines'],
    ['plain', 'knowsNone'],
    ['required', 'knowsNone'],
    ['forbidden', 'knowsNone'],
  ] as const)('of tool %s to a client that %s it is the result', async (name, stance) => {
    const { tasks, call } = setUp();
    const reply = call(name, { stance });
    await tasks.untilCreated(1);
    tasks.settle('task-1', { kind: 'result', result: toTextResult('done') });

    expect(await reply).toMatchObject({ kind: 'ended', outcome: { kind: 'result' } });
  });

  it.each([
    ['forbidden', 'asksFor', 'taskForbidden'],
    ['required', 'declines', 'taskRequired'],
  ] as const)('is an error of tool %s for a client that %s it', async (name, stance, code) => {
    const { tasks, call } = setUp();

    await expect(call(name, { stance })).rejects.toMatchObject({ code });
    expect(tasks.created).toStrictEqual([]);
  });
});

describe('a call whose client has left', () => {
  it.each([
    ['plain', 'withdrawn', true],
    ['plain', 'gone', false],
    ['dropped', 'withdrawn', true],
    ['dropped', 'gone', true],
    ['stubborn', 'withdrawn', false],
    ['stubborn', 'gone', false],
  ])('of tool %s, %s, has its work cancelled: %s', async (name, left, isCancelled) => {
    const reason = left === 'withdrawn' ? WITHDRAWN : new Error('The client has gone.');
    const { tasks, call } = setUp();
    const reply = call(name, { stance: 'takes' }, { signal: AbortSignal.abort(reason) });

    await expect(reply).rejects.toMatchObject({ code: 'aborted' });
    expect(tasks.cancelled).toMatchObject(
      isCancelled ? [{ taskId: 'task-1', reason: 'The client withdrew the call' }] : [],
    );
  });

  it('goes on with its work after the time-out of a host that shows it as a cancellation', async () => {
    const { tasks, call } = setUp();
    const client = { ...FORMS_ONLY, name: 'codex-mcp-client' };
    const left = { signal: AbortSignal.abort(WITHDRAWN), client };

    await expect(call('plain', { stance: 'takes' }, left)).rejects.toMatchObject({
      code: 'aborted',
    });
    expect(tasks.cancelled).toStrictEqual([]);
  });

  it.each([
    ['taskTerminal', 'aborted'],
    ['taskExpired', 'aborted'],
    ['unavailable', 'unavailable'],
  ] as const)('fails after a cancellation with %s by %s', async (ofCancellation, code) => {
    const { tasks, call } = setUp();
    tasks.cancel = async () =>
      Promise.reject(new TaskError(TaskErrorCode[ofCancellation], 'It was not cancelled.'));
    const reply = call('plain', { stance: 'takes' }, { signal: AbortSignal.abort(WITHDRAWN) });

    await expect(reply).rejects.toMatchObject({ code });
  });
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
