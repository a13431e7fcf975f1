import { describe, expect, it } from '@jest/globals';

import { TaskError, TaskErrorCode } from '../../../../../src/core/errors.js';
import { WITHDRAWN } from '../../../../../src/core/request/exchange.js';
import { parseManifest } from '../../../../../src/manifest/load/load-manifest.js';
import {
  leaveCall,
  type LeftCall,
} from '../../../../../src/service/calls/answer/abandoned-call.js';
import { HOST_TIMES } from '../../../../../src/service/calls/answer/host-limits.js';
import { Repeats } from '../../../../../src/service/calls/call/repeats.js';
import { createOwned } from '../../../../support/create-owned.js';
import { FakeTasks } from '../../../../support/fake-tasks.js';
import { CALLER, TEST_PROTOCOL, toExchange } from '../../../../support/open-calls.js';

const { tools } = parseManifest(`defaults: { workflow: { taskQueue: q } }
tools:
  silent: { workflow: doIt }
  stubborn: { workflow: doIt, cancel: { onCallCancelled: false } }
  dropped: { workflow: doIt, cancel: { onDisconnect: true } }
`);

async function setUp(name: string): Promise<LeftCall & { readonly tasks: FakeTasks }> {
  const tasks = new FakeTasks();
  const tool = tools.get(name);
  if (!tool) throw new Error(`There is no ${name}.`);
  await createOwned(tasks, { tool, workflowArguments: [], owner: CALLER, protocolVersion: 'test' });
  return { tasks, tool, budgets: { times: HOST_TIMES }, repeats: new Repeats() };
}

describe('leaveCall', () => {
  it.each([
    ['silent', 'withdrawn', true],
    ['silent', 'gone', false],
    ['dropped', 'withdrawn', true],
    ['dropped', 'gone', true],
    ['stubborn', 'withdrawn', false],
    ['stubborn', 'gone', false],
  ])('of a %s tool, %s, cancels its work: %s', async (name, left, isCancelled) => {
    const reason = left === 'withdrawn' ? WITHDRAWN : new Error('The client has gone.');
    const call = await setUp(name);
    const { tasks } = call;
    await leaveCall(toExchange({ signal: AbortSignal.abort(reason) }), 'task-1', call);

    expect(tasks.cancelled).toStrictEqual(
      isCancelled
        ? [
            {
              taskId: 'task-1',
              protocol: TEST_PROTOCOL,
              reason: 'The client withdrew the call',
            },
          ]
        : [],
    );
  });

  it('is content with work that has ended, and with nothing else', async () => {
    const left = await setUp('silent');
    const { tasks } = left;
    const call = toExchange({ signal: AbortSignal.abort(WITHDRAWN) });
    tasks.settle('task-1', { kind: 'cancelled' });

    await expect(leaveCall(call, 'task-1', left)).resolves.toBeUndefined();

    tasks.failNext(new TaskError(TaskErrorCode.unavailable, 'Temporal is away.'));

    await expect(leaveCall(call, 'task-1', left)).rejects.toThrow('Temporal is away.');
  });
});
