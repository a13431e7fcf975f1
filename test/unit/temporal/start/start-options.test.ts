import { describe, expect, it } from '@jest/globals';

import type { TaskMeta } from '../../../../src/core/contract/contract.js';
import type { StartPlan } from '../../../../src/core/tool/start-plan.js';
import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';
import { Argument } from '../../../../src/temporal/link/start-client.js';
import { toTask } from '../../../../src/temporal/read/to-task.js';
import { toStartOptions } from '../../../../src/temporal/start/start-options.js';

const { tools } = parseManifest(
  'tools: { job: { workflow: { type: doIt, taskQueue: q, priority: 2 } } }',
);

const meta: TaskMeta = {
  version: 1,
  createdAt: '2026-11-21T12:00:00.000Z',
  ownerTag: 'tag',
  toolName: 'job',
  ttlMs: 1,
  pollIntervalMs: 1,
  protocolVersion: 'x',
};

const optionsOf = (start?: StartPlan): ReturnType<typeof toStartOptions> => {
  const tool = tools.get('job');
  if (!tool) throw new Error('There is no tool.');
  const task = toTask('id', meta, { nowMs: 0, phase: 'working', cancelRequested: false });
  return toStartOptions(
    { tool, workflowArguments: [1], protocolVersion: 'x', ...(start && { start }) },
    { task, meta },
  );
};

describe('toStartOptions', () => {
  it('is plain where the tool says nothing', () => {
    expect(optionsOf()).toStrictEqual({
      workflowId: 'id',
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      workflowIdConflictPolicy: 'FAIL',
      workflowExecutionTimeout: 365 * 24 * 3_600_000,
      taskQueue: 'q',
      args: [new Argument(1)],
      memo: { 'mcp.meta': meta },
      staticSummary: 'MCP task: job',
      priority: { fairnessKey: 'tag', priorityKey: 2 },
    });
  });

  it('has what the tool says, but never a memo in place of its own', () => {
    const start = {
      delayMs: 5,
      memo: { note: 'x', 'mcp.meta': 'forged' },
      summary: 'Job',
      details: 'More',
    };

    expect(optionsOf(start)).toMatchObject({
      memo: { note: 'x', 'mcp.meta': meta },
      startDelay: 5,
      staticSummary: 'Job',
      staticDetails: 'More',
    });
  });

  it('types search attributes as JSON does, and marks the owner of an ID of its own', () => {
    const { typedSearchAttributes } = optionsOf({
      ownId: {
        workflowId: 'id',
        idConflictPolicy: 'UseExisting',
        idReusePolicy: 'RejectDuplicate',
      },
      searchAttributes: Object.fromEntries(
        Object.entries({ S: 'x', I: 1, D: 1.5, B: true, L: ['a', 1], O: { a: 1 } }).map(
          ([name, value]) => [name, { value, path: '' }],
        ),
      ),
    });

    expect(typedSearchAttributes).toStrictEqual([
      { key: { name: 'S', type: 'KEYWORD' }, value: 'x' },
      { key: { name: 'I', type: 'INT' }, value: 1 },
      { key: { name: 'D', type: 'DOUBLE' }, value: 1.5 },
      { key: { name: 'B', type: 'BOOL' }, value: true },
      { key: { name: 'L', type: 'KEYWORD_LIST' }, value: ['a', '1'] },
      { key: { name: 'O', type: 'KEYWORD' }, value: '{"a":1}' },
      { key: { name: 'McpOwner', type: 'KEYWORD' }, value: 'tag' },
    ]);
  });
});
