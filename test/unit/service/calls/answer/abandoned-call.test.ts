import { describe, expect, it } from '@jest/globals';

import { TaskError, TaskErrorCode } from '../../../../../src/core/errors.js';
import type { ToolDefinition } from '../../../../../src/core/tool/tool-definition.js';
import { parseManifest } from '../../../../../src/manifest/load/load-manifest.js';
import { leaveCall } from '../../../../../src/service/calls/answer/abandoned-call.js';
import { createOwned } from '../../../../support/create-owned.js';
import { FakeTasks } from '../../../../support/fake-tasks.js';
import { CALLER, TEST_PROTOCOL, toCallContext } from '../../../../support/open-calls.js';

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
    ['silent', { isWithdrawn: true }, true],
    ['silent', { isWithdrawn: false }, false],
    ['dropped', { isWithdrawn: true }, true],
    ['dropped', { isWithdrawn: false }, true],
    ['stubborn', { isWithdrawn: true }, false],
    ['stubborn', { isWithdrawn: false }, false],
  ])('of a %s tool, %j, cancels its work: %s', async (name, left, isCancelled) => {
    const { tasks, tool } = await setUp(name);
    await leaveCall('task-1', { tasks, tool }, toCallContext(left));

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
    const call = toCallContext();
    tasks.settle('task-1', { kind: 'cancelled' });

    await expect(leaveCall('task-1', { tasks, tool }, call)).resolves.toBeUndefined();

    tasks.failNext(new TaskError(TaskErrorCode.unavailable, 'Temporal is away.'));

    await expect(leaveCall('task-1', { tasks, tool }, call)).rejects.toThrow('Temporal is away.');
  });
});
