import { describe, expect, it } from '@jest/globals';

import { TaskError, TaskErrorCode } from '../../../../../src/core/errors.js';
import { WITHDRAWN } from '../../../../../src/core/exchange.js';
import type { ToolDefinition } from '../../../../../src/core/tool/tool-definition.js';
import { parseManifest } from '../../../../../src/manifest/load/load-manifest.js';
import { leaveCall } from '../../../../../src/service/calls/answer/abandoned-call.js';
import { createOwned } from '../../../../support/create-owned.js';
import { FakeTasks } from '../../../../support/fake-tasks.js';
import { CALLER, TEST_PROTOCOL, toExchange } from '../../../../support/open-calls.js';

const { tools } = parseManifest(`defaults: { workflow: { taskQueue: q } }
tools:
  silent: { workflow: doIt }
  stubborn: { workflow: doIt, cancel: { onCallCancelled: false } }
  dropped: { workflow: doIt, cancel: { onDisconnect: true } }
`);

async function setUp(name: string): Promise<{ tasks: FakeTasks; tool: ToolDefinition }> {
  const tasks = new FakeTasks();
  const tool = tools.get(name);
  if (!tool) throw new Error(`There is no ${name}.`);
  await createOwned(tasks, { tool, workflowArguments: [], owner: CALLER, protocolVersion: 'test' });
  return { tasks, tool };
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
    const { tasks, tool } = await setUp(name);
    await leaveCall(toExchange({ signal: AbortSignal.abort(reason) }), 'task-1', { tasks, tool });

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
    const { tasks, tool } = await setUp('silent');
    const call = toExchange({ signal: AbortSignal.abort(WITHDRAWN) });
    tasks.settle('task-1', { kind: 'cancelled' });

    await expect(leaveCall(call, 'task-1', { tasks, tool })).resolves.toBeUndefined();

    tasks.failNext(new TaskError(TaskErrorCode.unavailable, 'Temporal is away.'));

    await expect(leaveCall(call, 'task-1', { tasks, tool })).rejects.toThrow('Temporal is away.');
  });
});
