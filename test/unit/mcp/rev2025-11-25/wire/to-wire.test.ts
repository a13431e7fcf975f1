import { describe, expect, it } from '@jest/globals';

import type { Task } from '../../../../../src/core/task/task.js';
import type { ToolDefinition } from '../../../../../src/core/tool/tool-definition.js';
import { parseManifest } from '../../../../../src/manifest/file/load-manifest.js';
import {
  toWireCreateTaskResult,
  toWireTask,
  toWireTaskResult,
  toWireTool,
  toWireToolResult,
} from '../../../../../src/mcp/rev2025-11-25/wire/to-wire.js';

const task: Task = {
  taskId: 'mcp-1',
  toolName: 'a',
  phase: 'working',
  cancelRequested: false,
  createdAt: '2026-01-05T09:00:00.000Z',
  lastUpdatedAt: '2026-01-05T09:00:07.120Z',
  ttlMs: 900_000,
  pollIntervalMs: 2_000,
};
const wireTask = {
  taskId: 'mcp-1',
  status: 'working',
  createdAt: '2026-01-05T09:00:00.000Z',
  lastUpdatedAt: '2026-01-05T09:00:07.120Z',
  ttl: 900_000,
  pollInterval: 2_000,
};
const related = { 'io.modelcontextprotocol/related-task': { taskId: 'mcp-1' } };
const text = { type: 'text', text: 'done' };

function createTool(settings: object = {}): ToolDefinition {
  const tools = { a: { workflow: 'doIt', taskQueue: 'q', ...settings } };
  const tool = parseManifest(JSON.stringify({ tools })).tools.get('a');
  if (tool) return tool;
  throw new Error('The manifest has no tool.');
}

describe('toWireTask', () => {
  it('renames the fields, and puts nothing around them', () => {
    expect(toWireTask(task)).toStrictEqual(wireTask);
  });

  it('adds the status message', () => {
    expect(toWireTask({ ...task, statusMessage: 'Packing' })).toStrictEqual({
      ...wireTask,
      statusMessage: 'Packing',
    });
  });

  it('keeps to itself what only core knows', () => {
    const outcome = { kind: 'result', result: { content: [text] } } as const;
    const progress = { progress: 1 };

    expect(
      toWireTask({
        ...task,
        phase: 'succeeded',
        outcome,
        progress,
        origin: { progressToken: 'p' },
      }),
    ).toStrictEqual({ ...wireTask, status: 'completed' });
  });

  it.each([
    ['inputRequired', false, 'input_required'],
    ['toolError', false, 'failed'],
    ['protocolError', false, 'failed'],
    ['cancelled', false, 'cancelled'],
    ['working', true, 'cancelled'],
    ['succeeded', true, 'cancelled'],
  ] as const)('reads %s (cancellation requested: %s) as %s', (phase, cancelRequested, status) => {
    expect(toWireTask({ ...task, phase, cancelRequested }).status).toBe(status);
  });
});

describe('toWireCreateTaskResult', () => {
  it('nests the task, and says which task the answer belongs to', () => {
    expect(toWireCreateTaskResult(task, createTool())).toStrictEqual({
      task: wireTask,
      _meta: related,
    });
  });

  it('adds the text for the model', () => {
    const tool = createTool({ immediateResponse: 'It is being done.' });

    expect(toWireCreateTaskResult(task, tool)._meta).toStrictEqual({
      ...related,
      'io.modelcontextprotocol/model-immediate-response': 'It is being done.',
    });
  });

  it.each(['inputRequired', 'succeeded', 'protocolError', 'cancelled'] as const)(
    'says working of a task that is %s by then',
    (phase) => {
      expect(toWireCreateTaskResult({ ...task, phase }, createTool()).task.status).toBe('working');
    },
  );
});

describe('toWireToolResult', () => {
  it.each([
    ['content', { content: [text] }],
    ['no content', { content: [], structuredContent: { a: 1 } }],
    ['all members', { content: [text], structuredContent: {}, isError: true, _meta: { a: 1 } }],
    ['isError that is false', { content: [text], isError: false }],
  ])('shows %s', (_what, result) => {
    expect(toWireToolResult(result)).toStrictEqual(result);
  });
});

describe('toWireTaskResult', () => {
  it('says which task the result belongs to', () => {
    expect(toWireTaskResult({ content: [text] }, 'mcp-1')).toStrictEqual({
      content: [text],
      _meta: related,
    });
  });

  it("adds that to the tool's own meta data, and lets those not contradict", () => {
    const own = { 'example.com/a': 1, 'io.modelcontextprotocol/related-task': { taskId: 'x' } };

    expect(toWireTaskResult({ content: [text], _meta: own }, 'mcp-1')._meta).toStrictEqual({
      'example.com/a': 1,
      ...related,
    });
  });
});

describe('toWireTool', () => {
  const input = { type: 'object', properties: { b: { type: 'string' } } };

  it('shows a tool with all it has', () => {
    const shown = {
      title: 'Do it',
      description: 'Does it.',
      annotations: { readOnlyHint: true },
    };
    const tool = createTool({ ...shown, input, output: { type: 'object' }, task: 'required' });

    expect(toWireTool(tool, true)).toStrictEqual({
      name: 'a',
      ...shown,
      inputSchema: input,
      outputSchema: { type: 'object' },
      execution: { taskSupport: 'required' },
    });
  });

  it('leaves out what a tool does not have', () => {
    expect(toWireTool(createTool({ input }), true)).toStrictEqual({
      name: 'a',
      inputSchema: input,
      execution: { taskSupport: 'optional' },
    });
  });

  it('does not speak of tasks where the revision has none', () => {
    expect(toWireTool(createTool({ input }), false)).toStrictEqual({
      name: 'a',
      inputSchema: input,
    });
  });
});
