import { describe, expect } from '@jest/globals';
import { ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js';

import { verifyRev2025 } from '../../support/conformance/verify-rev2025.js';
import {
  expectCallToolResult,
  expectCreateTaskResult,
} from '../../support/conformance/wire-shapes.js';
import { errorOf, listTasksSince, resultOf } from '../../support/steps/rev2025-task-steps.js';

const { verifies } = verifyRev2025();

describe('tools/list', () => {
  verifies(['T25-10'], 'says of each tool whether it can be a task', async ({ mcp }) => {
    const result = await resultOf(mcp.request('tools/list'));
    const { tools } = ListToolsResultSchema.parse(result);
    const supportOf = Object.fromEntries(
      tools.map(({ name, execution }) => [name, execution?.taskSupport]),
    );

    expect(supportOf).toMatchObject({
      greet: 'forbidden',
      failing_job: 'required',
      quick_job: 'optional',
    });
    expect(Object.values(supportOf)).not.toContain(undefined);
  });
});

describe('a forbidden tool', () => {
  verifies(['T25-12', 'T25-27'], 'is refused as a task, with -32601', async ({ mcp }) => {
    const start = Date.now();
    const call = { name: 'greet', arguments: { name: 'Ada' }, task: {} };
    const error = await errorOf(mcp.request('tools/call', call));

    expect(error).toMatchObject({ code: -32601, message: expect.stringContaining('greet') });
    expect(await listTasksSince(mcp, start)).toStrictEqual([]);
  });

  verifies(['T25-12'], 'answers a plain call', async ({ mcp }) => {
    const call = { name: 'greet', arguments: { name: 'Ada' } };

    expect(await resultOf(mcp.request('tools/call', call))).toStrictEqual({
      content: [{ type: 'text', text: 'Hello, Ada!' }],
    });
  });
});

describe('a required tool', () => {
  verifies(['T25-14'], 'refuses a plain call with -32601', async ({ mcp }) => {
    const start = Date.now();
    const error = await errorOf(mcp.request('tools/call', { name: 'failing_job' }));

    expect(error).toMatchObject({ code: -32601, message: expect.stringContaining('failing_job') });
    expect(await listTasksSince(mcp, start)).toStrictEqual([]);
  });

  verifies(['T25-14'], 'answers an augmented call with a task', async ({ mcp }) => {
    expectCreateTaskResult(
      await resultOf(mcp.request('tools/call', { name: 'failing_job', task: {} })),
    );
  });
});

describe('an optional tool', () => {
  verifies(['T25-13'], 'answers a plain call with its result', async ({ mcp }) => {
    const call = { name: 'slow_compute', arguments: { seconds: 0.2, label: 'pi' } };
    const result = await resultOf(mcp.request('tools/call', call));

    expectCallToolResult(result);
    expect(result['structuredContent']).toMatchObject({ label: 'pi', seconds: 0.2 });
  });

  verifies(['T25-13'], 'answers an augmented call with a task', async ({ mcp }) => {
    const call = { name: 'slow_compute', arguments: { seconds: 0.2, label: 'pi' }, task: {} };

    expectCreateTaskResult(await resultOf(mcp.request('tools/call', call)));
  });
});
