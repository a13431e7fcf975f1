import { describe, expect } from '@jest/globals';

import { verifyRev2026 } from '../../support/conformance/verify-rev2026.js';
import { beforeCall, findExecution } from '../../support/open-executions.js';
import { NO_EXTENSION } from '../../support/raw-mcp-2026.js';
import { errorOf, finish, resultOf } from '../../support/steps/rev2025-task-steps.js';
import {
  accept,
  call,
  createTask,
  getTask,
  membersOf,
  untilStatus,
} from '../../support/steps/rev2026-task-steps.js';

const { verifies } = verifyRev2026();

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const HANDLE = [
  'createdAt',
  'lastUpdatedAt',
  'pollIntervalMs',
  'resultType',
  'status',
  'taskId',
  'ttlMs',
];
const PRINTABLE_ASCII = /^[\u0021-\u007E]+$/;

describe('a task handle', () => {
  verifies(
    ['T26-30', 'T26-32', 'T26-33', 'T26-49'],
    'is the task, flat, and nothing else',
    async ({ mcp }) => {
      const handle = await createTask(mcp, 'wait_for_finish');

      expect(membersOf(handle).filter((name) => name !== 'statusMessage')).toStrictEqual(HANDLE);
      expect(handle).toMatchObject({
        resultType: 'task',
        status: 'working',
        createdAt: expect.stringMatching(INSTANT),
        lastUpdatedAt: expect.stringMatching(INSTANT),
        ttlMs: 600_000,
        pollIntervalMs: 200,
      });
      await mcp.request('tasks/cancel', { taskId: handle.taskId });
    },
  );

  verifies(
    ['T26-31', 'T26-94'],
    'comes when any process finds the task',
    async ({ mcp, other }) => {
      const handles = await Promise.all(
        Array.from({ length: 5 }, async () => createTask(mcp, 'quick_job')),
      );
      for (const { taskId, createdAt } of handles) {
        for (const reader of [mcp, other]) {
          expect(await getTask(reader, taskId)).toMatchObject({ taskId, createdAt });
        }
      }
    },
  );

  verifies(['T26-31'], 'needs no worker', async ({ mcp }) => {
    const { taskId, status } = await createTask(mcp, 'not_polled');

    expect(status).toBe('working');
    expect(await getTask(mcp, taskId)).toHaveProperty('status', 'working');
  });

  verifies(
    ['T26-36', 'T26-100'],
    'has an ID that is long, random and fit for a header',
    async ({ mcp }) => {
      const handles = await Promise.all(
        Array.from({ length: 20 }, async () => createTask(mcp, 'quick_job')),
      );
      const ids = handles.map(({ taskId }) => taskId);
      const randomParts = ids.map((id) => id.slice(id.lastIndexOf('-') + 1));

      expect(new Set(randomParts).size).toBe(ids.length);
      for (const [index, id] of ids.entries()) {
        expect(id).toMatch(PRINTABLE_ASCII);
        // Base32: 26 characters are 130 bits.
        expect(randomParts[index]).toMatch(/^[a-z2-7]{26}$/);
      }
    },
  );

  verifies(['T26-30'], 'is not what a tool that is never a task answers with', async ({ mcp }) => {
    expect(await call(mcp, 'greet', { name: 'Ada' })).toHaveProperty('resultType', 'complete');
  });

  verifies(['T26-13'], 'is not made of bad arguments, which are a tool error', async ({ mcp }) => {
    const result = await call(mcp, 'slow_compute', { seconds: 'many', label: 'pi' });

    expect(result).toMatchObject({ resultType: 'complete', isError: true });
  });

  verifies(['T26-09'], 'is not made of an unknown tool, which is -32602', async ({ mcp }) => {
    expect(await errorOf(mcp.request('tools/call', { name: 'nobody' }))).toHaveProperty(
      'code',
      -32602,
    );
  });
});

/** Makes a call whose answer is a question for a name. */
async function askedForName(
  mcp: Parameters<typeof call>[0],
): Promise<{ requestState: string; keys: string[] }> {
  const { resultType, requestState, inputRequests } = await call(mcp, 'greet_after_asking');
  expect(resultType).toBe('input_required');
  return { requestState: requestState as string, keys: Object.keys(inputRequests as object) };
}

describe('a call that asks before it becomes a task', () => {
  verifies(['T26-34'], 'feeds the answers to the task', async ({ mcp, other }) => {
    const { requestState, keys } = await askedForName(mcp);
    const inputResponses = { [keys[0] ?? '']: accept({ name: 'Grace' }) };
    const params = { name: 'greet_after_asking', arguments: {}, requestState, inputResponses };
    // The second process has no state of the call.
    const handle = await resultOf(other.request('tools/call', params));

    expect(keys).toStrictEqual(['user_name']);
    expect(handle).toHaveProperty('resultType', 'task');
    expect(await untilStatus(mcp, handle['taskId'] as string, 'completed')).toHaveProperty(
      'result.content',
      [{ type: 'text', text: 'Hello, Grace!' }],
    );
  });

  verifies(['T26-34'], 'starts once, however often it is repeated', async ({ mcp, other }) => {
    const { requestState, keys } = await askedForName(mcp);
    const inputResponses = { [keys[0] ?? '']: accept({ name: 'Grace' }) };
    const params = { name: 'greet_after_asking', arguments: {}, requestState, inputResponses };
    const first = await resultOf(mcp.request('tools/call', params));
    const again = await resultOf(other.request('tools/call', params));

    expect(again['taskId']).toBe(first['taskId']);
  });

  verifies(['T26-35'], 'asks again for what is missing', async ({ mcp }) => {
    const { requestState } = await askedForName(mcp);
    const params = { name: 'greet_after_asking', arguments: {}, requestState, inputResponses: {} };

    expect(await resultOf(mcp.request('tools/call', params))).toMatchObject({
      resultType: 'input_required',
      inputRequests: { user_name: { method: 'elicitation/create' } },
      requestState: expect.any(String),
    });
  });

  verifies(
    ['T26-35'],
    'refuses a state that was altered, made up, or of another call',
    async ({ mcp }) => {
      const { requestState, keys } = await askedForName(mcp);
      const inputResponses = { [keys[0] ?? '']: accept({ name: 'Grace' }) };
      const middle = Math.floor(requestState.length / 2);
      const altered =
        requestState.slice(0, middle) +
        (requestState[middle] === 'A' ? 'B' : 'A') +
        requestState.slice(middle + 1);
      for (const [name, args, state] of [
        ['greet_after_asking', {}, altered],
        ['greet_after_asking', {}, 'made-up'],
        ['greet_after_asking', { extra: 1 }, requestState],
        ['greet_if_confirmed', { name: 'Ada' }, requestState],
      ] as const) {
        const params = { name, arguments: args, requestState: state, inputResponses };

        expect(await errorOf(mcp.request('tools/call', params))).toHaveProperty('code', -32602);
      }
    },
  );

  verifies(['T26-35', 'T26-62'], 'asks nobody who cannot be asked', async ({ mcp }) => {
    const params = { name: 'greet_after_asking', arguments: {} };

    expect(await errorOf(mcp.request('tools/call', params, { capabilities: {} }))).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { elicitation: {} } },
    });
  });

  verifies(['T26-34'], 'starts nothing that is not confirmed', async ({ mcp }) => {
    const asked = await call(mcp, 'greet_if_confirmed', { name: 'Ada' });
    const repeat = async (response: object): Promise<Record<string, unknown>> =>
      resultOf(
        mcp.request('tools/call', {
          name: 'greet_if_confirmed',
          arguments: { name: 'Ada' },
          requestState: asked['requestState'],
          inputResponses: Object.fromEntries(
            Object.keys(asked['inputRequests'] as object).map((key) => [key, response]),
          ),
        }),
      );

    expect(await repeat({ action: 'decline' })).toMatchObject({
      resultType: 'complete',
      isError: true,
    });
    expect(await repeat({ action: 'cancel' })).toHaveProperty('isError', true);
    expect(await repeat(accept({ confirm: false }))).toHaveProperty('isError', true);
    expect(await repeat(accept({ confirm: true }))).toHaveProperty('resultType', 'task');
  });
});

describe('a plain call whose Workflow asks', () => {
  const options = { capabilities: NO_EXTENSION };

  verifies(
    ['T26-12', 'T26-35'],
    'is answered with the question, and goes on in the same Workflow',
    async ({ mcp, other }) => {
      const params = { name: 'confirm_delete', arguments: { filename: 'a.txt' } };
      const asked = await resultOf(mcp.request('tools/call', params, options));
      const { inputRequests, requestState } = asked as {
        inputRequests: Record<string, { method: string; params: object }>;
        requestState: string;
      };
      const [key = ''] = Object.keys(inputRequests);
      const inputResponses = { [key]: accept({ confirm: true }) };
      const repeated = { ...params, requestState, inputResponses };

      expect(asked['resultType']).toBe('input_required');
      expect(inputRequests[key]).toMatchObject({
        method: 'elicitation/create',
        params: { message: 'Delete a.txt?' },
      });
      expect(await resultOf(other.request('tools/call', repeated, options))).toMatchObject({
        resultType: 'complete',
        content: [{ type: 'text', text: 'Deleted a.txt.' }],
      });
      // The repeated call neither asks nor works again.
      expect(await resultOf(mcp.request('tools/call', repeated, options))).toMatchObject({
        content: [{ type: 'text', text: 'Deleted a.txt.' }],
      });
      // The person at another client has said no, and learns that it came too late.
      const late = { ...repeated, inputResponses: { [key]: { action: 'decline' } } };
      const noted = expect.stringMatching(
        /^Deleted a\.txt\.\n\n\(The user's answer to .* had no effect/,
      );
      expect(await resultOf(mcp.request('tools/call', late, options))).toMatchObject({
        content: [{ type: 'text', text: noted as unknown }],
      });
    },
  );

  verifies(['T26-35'], 'refuses a state of another Workflow and tool', async ({ mcp }) => {
    const params = { name: 'confirm_delete', arguments: { filename: 'a.txt' } };
    const { requestState } = await resultOf(mcp.request('tools/call', params, options));
    const foreign = { name: 'multi_input', arguments: {}, requestState, inputResponses: {} };

    expect(await errorOf(mcp.request('tools/call', foreign, options))).toHaveProperty(
      'code',
      -32602,
    );
  });

  verifies(['T26-62'], 'asks only what the client can be asked', async ({ mcp }) => {
    const params = { name: 'confirm_delete', arguments: { filename: 'a.txt' } };
    const result = await resultOf(mcp.request('tools/call', params, { capabilities: {} }));

    expect(result).toHaveProperty('resultType', 'complete');
  });
});

describe('a tool that never becomes a task', () => {
  verifies(['T26-13'], 'is waited for', async ({ mcp, temporal, options }) => {
    const before = beforeCall('never_becomes_task');
    const reply = mcp.request('tools/call', { name: 'never_becomes_task' });
    const workflowId = await findExecution(temporal, options.taskQueue, before);
    await finish(temporal, workflowId, { sum: 3 });

    expect(await resultOf(reply)).toMatchObject({
      resultType: 'complete',
      structuredContent: { sum: 3 },
    });
  });
});
