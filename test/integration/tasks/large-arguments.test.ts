import { describe, expect, it } from '@jest/globals';

import { eventually, PATIENCE_MS, within } from '../../support/eventually.js';
import {
  createTask,
  errorOf,
  listTaskIds,
  resultOf,
} from '../../support/steps/rev2025-task-steps.js';
import { withTestServers } from '../../support/with-test-server.js';

const MIB = 1024 * 1024;
/** Temporal's own answer to what is too large would take until the deadline. */

const given = withTestServers();

const callWith = (bytes: number) => ({
  name: 'large_input',
  arguments: { text: 'x'.repeat(bytes) },
});

describe('arguments over the limit', () => {
  it.each(['http', 'stdio'] as const)(
    'are a JSON-RPC error for a task over %s, and start nothing',
    async (transport) => {
      const mcp = await given().connect(transport);

      const error = await within(
        PATIENCE_MS,
        errorOf(mcp.request('tools/call', { ...callWith(1.5 * MIB), task: {} })),
      );

      expect(error).toMatchObject({
        code: -32602,
        message: expect.stringMatching(
          /^The arguments of large_input have \d+ bytes, more than the limit of 1048576\./,
        ),
      });
      const later = await createTask(mcp, 'quick_job');
      const listed = await eventually('a later task in visibility', async () => {
        const { temporal, options } = given();
        const types: string[] = [];
        const ids: string[] = [];
        for await (const { workflowId, type } of temporal.workflow.list({
          query: `TaskQueue = '${options.taskQueue}'`,
        })) {
          types.push(type);
          ids.push(workflowId);
        }
        return ids.includes(later) ? ids : undefined;
      });
      expect((await listTaskIds(mcp)).sort()).toStrictEqual(listed.sort());
    },
  );

  it.each(['http', 'stdio'] as const)(
    'are a tool error for a plain call over %s, which a model can read',
    async (transport) => {
      const mcp = await given().connect(transport);

      const result = await within(
        PATIENCE_MS,
        resultOf(mcp.request('tools/call', callWith(1.5 * MIB))),
      );

      expect(result).toMatchObject({ isError: true });
      expect(JSON.stringify(result['content'])).toContain('more than the limit of 1048576');
    },
  );

  it('are refused by the transport when they are over 4 MiB', async () => {
    const reply = await given().http.request('tools/call', { ...callWith(5 * MIB), task: {} });

    expect(reply).toMatchObject({
      error: { code: -32600, message: 'The request is larger than 4 MiB.' },
    });
  });
});
