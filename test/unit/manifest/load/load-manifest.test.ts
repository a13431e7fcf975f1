import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';

import type { ToolDefinition } from '../../../../src/core/tool/tool-definition.js';
import { loadManifest, parseManifest } from '../../../../src/manifest/load/load-manifest.js';
import { ManifestError } from '../../../../src/manifest/manifest-error.js';
import { problemsOf } from '../../../support/manifest-problems.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A manifest with one sound tool, to which a test adds lines at the level of its Workflow or at its own. */
const TOOL = 'tools:\n  a:\n    workflow:\n      type: doIt\n      taskQueue: q\n';

function parseTool(text: string): ToolDefinition | undefined {
  return parseManifest(text, { environment: {} }).tools.get('a');
}

function pathTo(name: string): string {
  return fileURLToPath(new URL(`../../../../${name}`, import.meta.url));
}

/** What a tool has, without its functions. */
function membersOf(tool: ToolDefinition | undefined): unknown {
  return JSON.parse(JSON.stringify(tool));
}

describe('parseManifest', () => {
  it('fills in what a tool leaves out', async () => {
    const tool = parseTool(TOOL);

    expect(membersOf(tool)).toEqual({
      name: 'a',
      leaves: [],
      shown: { inputSchema: { type: 'object', properties: {}, additionalProperties: false } },
      start: {
        kind: 'workflow',
        type: 'doIt',
        taskQueue: 'q',
        arguments: 'input',
        executionTimeout: 365 * DAY_MS,
        idConflictPolicy: 'Fail',
        idReusePolicy: 'RejectDuplicate',
      },
      input: {},
      questions: { beforeStart: [], declared: [] },
      status: [],
      progress: [],
      task: {
        support: 'optional',
        becomesTaskAfter: 3_000,
        pollInterval: 2_000,
        joinRepeats: true,
      },
      ttl: { default: DAY_MS, min: MINUTE_MS, max: 30 * DAY_MS, afterEnd: DAY_MS },
      cancel: { signal: 'mcp.task.cancel', onDisconnect: false, onCallCancelled: true },
      access: { modelMayAnswer: false },
      ifClientCannotAsk: 'refuse',
      showActivityFailures: false,
      webhooks: [],
    });
    expect(await tool?.input.parse({})).toEqual({ ok: true, workflowArguments: [{}] });
    expect(await tool?.input.parse({ b: 1 })).toMatchObject({ ok: false });
  });

  it('takes every option of a tool', async () => {
    const tool = parseTool(`tools:
  a:
    title: Do it
    description: Does it.
    annotations:
      readOnlyHint: true
      destructiveHint: false
      idempotentHint: true
      openWorldHint: false
    workflow:
      type: doIt
      taskQueue: q
      executionTimeout: 1h
      runTimeout: 30m
      taskTimeout: 5s
      retryPolicy:
        initialInterval: 1s
        backoffCoefficient: 1.5
        maximumInterval: 1m
        maximumAttempts: 3
        nonRetryableErrorTypes: [BadFile, SoldOut]
      priority: 5
    task:
      support: required
      pollInterval: 500ms
      joinRepeats: false
      answerWithin: 20s
      immediateResponse: It is being done.
      becomesTaskAfter: 10s
    ttl: { default: 2 hours, min: 1 hour, max: 3 hours, afterEnd: 2 days }
    cancel: { signal: stop, onDisconnect: true, onCallCancelled: false }
    ifClientCannotAsk: wait
    access: { modelMayAnswer: true }
    showActivityFailures: true
    questions: { which: { message: Which?, properties: { b: { type: string } }, required: [b] } }
    confirm: Do {b}?
    input: { type: object, properties: { b: { type: string } } }
    output: { type: object, required: [c] }
`);

    expect(membersOf(tool)).toEqual({
      name: 'a',
      leaves: expect.arrayContaining([expect.objectContaining({ path: ['confirm'] })]),
      shown: {
        title: 'Do it',
        description: 'Does it.',
        annotations: {
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false,
        },
        inputSchema: { type: 'object', properties: { b: { type: 'string' } } },
        outputSchema: { type: 'object', required: ['c'] },
      },
      start: {
        kind: 'workflow',
        type: 'doIt',
        taskQueue: 'q',
        arguments: 'input',
        executionTimeout: 60 * MINUTE_MS,
        runTimeout: 30 * MINUTE_MS,
        taskTimeout: 5_000,
        retryPolicy: {
          initialInterval: 1_000,
          backoffCoefficient: 1.5,
          maximumInterval: MINUTE_MS,
          maximumAttempts: 3,
          nonRetryableErrorTypes: ['BadFile', 'SoldOut'],
        },
        priority: 5,
        idConflictPolicy: 'Fail',
        idReusePolicy: 'RejectDuplicate',
      },
      input: {},
      output: {},
      confirm: { text: expect.objectContaining({ text: 'Do {b}?' }) },
      questions: {
        beforeStart: [
          {
            key: 'which',
            message: { text: 'Which?', parts: ['Which?'] },
            schema: { type: 'object', properties: { b: { type: 'string' } }, required: ['b'] },
          },
        ],
        declared: [],
      },
      status: [],
      progress: [],
      task: {
        support: 'required',
        becomesTaskAfter: 10_000,
        answerWithin: 20_000,
        pollInterval: 500,
        joinRepeats: false,
        immediateResponse: 'It is being done.',
      },
      ttl: {
        default: 2 * 60 * MINUTE_MS,
        min: 60 * MINUTE_MS,
        max: 3 * 60 * MINUTE_MS,
        afterEnd: 2 * DAY_MS,
      },
      cancel: { signal: 'stop', onDisconnect: true, onCallCancelled: false },
      access: { modelMayAnswer: true },
      ifClientCannotAsk: 'wait',
      showActivityFailures: true,
      webhooks: [],
    });
    expect(await tool?.input.parse({ b: 'x' })).toEqual({
      ok: true,
      workflowArguments: [{ b: 'x' }],
    });
    expect(await tool?.output?.validate({})).toEqual([{ path: '/c', message: 'is required' }]);
  });

  it('takes every option of the server', () => {
    const server = { name: 'orders', title: 'Orders', version: '1.2.3', instructions: 'Order.' };

    expect(parseManifest(TOOL, { server: JSON.stringify(server) }).server).toEqual(server);
  });

  it('gives the server a name unless it has one', () => {
    expect(parseManifest(TOOL).server).toEqual({ name: 'temporal-mcp-tasks' });
  });

  it.each([
    ['task', 'task: required', 'task.support', 'required'],
    ['task.support', 'task: { support: required }', 'task.support', 'required'],
    [
      'task.becomesTaskAfter, as never',
      'task: { becomesTaskAfter: never }',
      'task.becomesTaskAfter',
      'never',
    ],
    ['task.becomesTaskAfter, as 0s', 'task: { becomesTaskAfter: 0s }', 'task.becomesTaskAfter', 0],
    [
      'task.becomesTaskAfter, as a budget',
      'task: { becomesTaskAfter: 2s }',
      'task.becomesTaskAfter',
      2_000,
    ],
    ['task.pollInterval', 'task: { pollInterval: 1s }', 'task.pollInterval', 1_000],
    ['ttl', 'ttl: 5 minutes', 'ttl.default', 300_000],
    ['ttl.default', 'ttl: { default: 5 minutes }', 'ttl.default', 300_000],
    ['ttl.min', 'ttl: { min: 2 days }', 'ttl.default', 2 * DAY_MS],
    ['ttl.max', 'ttl: { max: 1 hour }', 'ttl.default', 60 * MINUTE_MS],
    ['workflow.runTimeout', 'workflow: { runTimeout: 1s }', 'start.runTimeout', 1_000],
    ['workflow.retryPolicy', 'workflow: { retryPolicy: {} }', 'start.retryPolicy', {}],
    ['workflow.priority', 'workflow: { priority: 1 }', 'start.priority', 1],
    ['cancel.signal', 'cancel: { signal: stop }', 'cancel.signal', 'stop'],
    ['no cancel.signal', 'cancel: { signal: null }', 'cancel.signal', null],
    ['cancel.terminateAfter', 'cancel: { terminateAfter: 30s }', 'cancel.terminateAfter', 30_000],
    ['cancel.onDisconnect', 'cancel: { onDisconnect: true }', 'cancel.onDisconnect', true],
    [
      'cancel.onCallCancelled',
      'cancel: { onCallCancelled: false }',
      'cancel.onCallCancelled',
      false,
    ],
    ['access.scopes', 'access: { scopes: [a] }', 'access.scopes', ['a']],
    ['access.modelMayAnswer', 'access: { modelMayAnswer: true }', 'access.modelMayAnswer', true],
    ['showActivityFailures', 'showActivityFailures: true', 'showActivityFailures', true],
  ])('lets the defaults say %s for every tool', (...[, written, member, expected]) => {
    expect(parseTool(`defaults: { ${written} }\n${TOOL}`)).toHaveProperty(member, expected);
  });

  it.each([
    ['nothing', '', 365 * DAY_MS],
    ['another limit', '      executionTimeout: 2 days\n', 2 * DAY_MS],
    ['none', '      executionTimeout: null\n', null],
    ['a limit of something else', '      runTimeout: 1h\n', 365 * DAY_MS],
    ['an ID of its own, as entities have', "      id: 'cart-{$caller.name}'\n", null],
    ['that and a limit', "      id: 'cart-{$caller.name}'\n      executionTimeout: 1d\n", DAY_MS],
  ])('limits an execution by a year unless a tool says otherwise: %s', (_what, lines, expected) => {
    expect(parseTool(TOOL + lines)?.start.executionTimeout).toBe(expected);
  });

  it('lets the defaults say the taskQueue for every tool', () => {
    const text = 'defaults: { workflow: { taskQueue: d } }\ntools:\n  a: { workflow: w }\n';

    expect(parseTool(text)).toHaveProperty('start.taskQueue', 'd');
    expect(parseTool(`defaults: { workflow: { taskQueue: d } }\n${TOOL}`)).toHaveProperty(
      'start.taskQueue',
      'q',
    );
  });

  it.each([
    ['a duration', 'ttl: 5m', 'ttl: 6m', 'ttl.default', 360_000],
    [
      'a flag, to the contrary',
      'showActivityFailures: true',
      'showActivityFailures: false',
      'showActivityFailures',
      false,
    ],
    ['no signal', 'cancel: { signal: stop }', 'cancel: { signal: null }', 'cancel.signal', null],
    [
      'a time of grace',
      'cancel: { terminateAfter: 30s }',
      'cancel: { terminateAfter: 1m }',
      'cancel.terminateAfter',
      60_000,
    ],
    [
      'when a call becomes a task',
      'task: { becomesTaskAfter: never }',
      'task: { becomesTaskAfter: 0s }',
      'task.becomesTaskAfter',
      0,
    ],
    [
      'a support, which sets aside when',
      'task: { becomesTaskAfter: 5s }',
      'task: required',
      'task.becomesTaskAfter',
      0,
    ],
  ])('lets a tool say otherwise: %s', (...[, inDefaults, inTool, member, expected]) => {
    const text = `defaults:\n  ${inDefaults}\n${TOOL}    ${inTool}\n`;

    expect(parseTool(text)).toHaveProperty(member, expected);
  });

  it('takes of a group in the defaults what that of a tool leaves out', () => {
    const defaults = `defaults:
  workflow: { taskQueue: d, runTimeout: 1s }
  ttl: { default: 5m, max: 10m }
  task: { pollInterval: 1s, joinRepeats: false }
  cancel: { signal: stop, onDisconnect: true }
  access: { scopes: [a], modelMayAnswer: true }
`;
    const own = `      executionTimeout: 2s
    ttl: 6m
    task: required
    cancel: { terminateAfter: 30s }
    access: { scopes: [b] }
`;

    expect(parseTool(defaults + TOOL + own)).toMatchObject({
      start: { taskQueue: 'q', executionTimeout: 2_000, runTimeout: 1_000 },
      ttl: { default: 360_000, max: 600_000 },
      task: { support: 'required', pollInterval: 1_000, joinRepeats: false },
      cancel: { signal: 'stop', onDisconnect: true, terminateAfter: 30_000 },
      access: { scopes: ['b'], modelMayAnswer: true },
    });
  });

  it('gives a tool any key that its defaults have', async () => {
    const defaults = `defaults:
  workflow: { id: 'order-{order_id}', idConflictPolicy: UseExisting, memo: { order: '{order_id}' } }
  description: Does it.
  input: { type: object, required: [order_id], properties: { order_id: { type: string } } }
  confirm: 'Do it with {order_id}?'
  status: { query: state }
`;
    const tool = parseTool(defaults + TOOL);

    expect(tool).toMatchObject({
      shown: { description: 'Does it.' },
      confirm: { text: { text: 'Do it with {order_id}?' } },
      start: {
        id: { text: 'order-{order_id}' },
        idConflictPolicy: 'UseExisting',
        memo: { order: { text: '{order_id}' } },
      },
      status: [{ source: { kind: 'query', name: 'state' } }],
    });
    await expect(tool?.input.parse({})).resolves.toMatchObject({ ok: false });
  });

  it('leaves out the defaults that cannot hold for a tool', () => {
    const defaults = `defaults:
  workflow: { idReusePolicy: AllowDuplicate, memo: { a: b } }
  task: { becomesTaskAfter: 10s, idempotencyKey: '{$input}' }
  cancel: { signal: stop }
  access: { approvers: { subjects: [ada] } }
`;
    const adopting = `tools: { a: { workflow: { type: w, adopt: { searchAttribute: CustomerId } } } }\n`;

    expect(parseTool(`${defaults}${TOOL}    task: required\n`)).toMatchObject({
      task: { becomesTaskAfter: 0, idempotencyKey: { text: '{$input}' } },
    });
    expect(parseTool(defaults + adopting)?.cancel.signal).toBeNull();
    expect(parseTool(defaults + adopting)?.access.approvers).toBeUndefined();
  });

  it('tells a fault of the defaults once, where it stands', () => {
    const text = `defaults: { ttl: { default: 40d } }\ntools:\n  a: { workflow: { type: a, taskQueue: q } }\n  b: { workflow: { type: b, taskQueue: q }, ttl: { max: 50d } }\n  c: { workflow: { type: c, taskQueue: q } }\n`;

    expect(problemsOf(text)).toEqual([
      expect.stringMatching(/^m.yaml:1:29 defaults.ttl.default: The ttl of a task is longer/),
    ]);
  });

  it('takes a retryPolicy as a whole', () => {
    const defaults = 'defaults: { workflow: { retryPolicy: { maximumAttempts: 3 } } }\n';

    expect(
      parseTool(`${defaults}${TOOL}      retryPolicy: { maximumInterval: 1m }\n`)?.start
        .retryPolicy,
    ).not.toHaveProperty('maximumAttempts');
  });

  it('lets a tool say that it is never terminated, which is the default', () => {
    const text = `defaults: { cancel: { terminateAfter: 30s } }\n${TOOL}    cancel: { terminateAfter: null }\n`;

    expect(parseTool(text)?.cancel.terminateAfter).toBeUndefined();
    expect(parseTool(TOOL)?.cancel.terminateAfter).toBeUndefined();
  });

  it('lays arguments out by position, with null for gaps and nothing at the end', async () => {
    const { input } =
      parseTool(
        `${TOOL}      arguments: [b, c, d]\n    input: { type: object, properties: { b: {}, c: {}, d: {} } }\n`,
      ) ?? {};

    expect(await input?.parse({ d: 3, b: 1, c: 2 })).toMatchObject({
      workflowArguments: [1, 2, 3],
    });
    expect(await input?.parse({ b: 1, d: 3 })).toMatchObject({ workflowArguments: [1, null, 3] });
    expect(await input?.parse({ b: 1 })).toEqual({ ok: true, workflowArguments: [1] });
    expect(await input?.parse({ b: null })).toEqual({ ok: true, workflowArguments: [null] });
    expect(await input?.parse({})).toEqual({ ok: true, workflowArguments: [] });
  });

  it('takes tool names of every kind that MCP recommends', () => {
    const names = ['a', 'a_b-c.D9', 'constructor', 'a'.repeat(128)];
    const tools = Object.fromEntries(
      names.map((name) => [name, { workflow: { type: 'w', taskQueue: 'q' } }]),
    );

    expect([...parseManifest(JSON.stringify({ tools })).tools.keys()]).toEqual(names);
  });

  it('repeats what an anchor names', () => {
    const tool = parseTool(
      `${TOOL}    input: &i { type: object, required: [b] }\n    output: *i\n`,
    );

    expect(tool?.shown.outputSchema).toEqual({ type: 'object', required: ['b'] });
  });

  it('takes values from the environment', () => {
    const text =
      'tools:\n  a: { workflow: { type: w, taskQueue: "${Q}", priority: 2 }, ttl: "${TTL:-5m}" }\n';
    const tool = parseManifest(text, { environment: { Q: 'orders' } }).tools.get('a');

    expect(tool).toMatchObject({
      start: { taskQueue: 'orders' },
      ttl: { default: 300_000 },
    });
  });
});

describe('loadManifest', () => {
  it.each(['mcp-tasks.yaml', 'test/support/test-manifest.yaml'])('loads %s', async (name) => {
    const { tools } = await loadManifest(pathTo(name), { TEST_TASK_QUEUE: 'test' });

    expect(tools.size).toBeGreaterThan(3);
  });

  it('loads the same file twice', async () => {
    const load = async (): Promise<string[]> => [
      ...(await loadManifest(pathTo('mcp-tasks.yaml'), {})).tools.keys(),
    ];

    await expect(load()).resolves.toEqual(await load());
  });

  it('has examples whose Workflows are there', async () => {
    const { tools } = await loadManifest(pathTo('mcp-tasks.yaml'), {});
    const index = await readFile(pathTo('workflows/index.ts'), 'utf8');

    for (const { start } of tools.values()) expect(index).toContain(start.type);
  });

  it.each([
    ['is not there', 'no/such/manifest.yaml', 'There is no such file.'],
    ['is a folder', 'src/mcp', 'This is a folder.'],
  ])('says what to do when the manifest %s', async (_what, path, problem) => {
    await expect(loadManifest(path)).rejects.toThrow(
      new ManifestError(path, [
        {
          path: '',
          message: `${problem} Name a file with --manifest, or draft one with "temporal-mcp-tasks init".`,
        },
      ]),
    );
  });
});
