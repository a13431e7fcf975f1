import { describe, expect, it } from '@jest/globals';

import type { ToolDefinition } from '../../../../src/core/tool/tool-definition.js';
import { parseManifest } from '../../../../src/manifest/file/load-manifest.js';
import { pathsWithProblems } from '../../../support/manifest-problems.js';

const toManifest = (lines: readonly string[]): string =>
  [
    'tools:',
    '  a:',
    '    workflow: doIt',
    '    taskQueue: q',
    '    input: { type: object, required: [id, item], properties: { id: {}, item: {}, note: {}, at: {} } }',
    ...lines.map((line) => `    ${line}`),
  ].join('\n');

const toolOf = (...lines: string[]): ToolDefinition | undefined =>
  parseManifest(toManifest(lines)).tools.get('a');

const problemsOf = (...lines: string[]): string[] => pathsWithProblems(() => toolOf(...lines));

describe('a tool that says how its executions are started', () => {
  it('rejects what is there already, unless it says otherwise', () => {
    expect(toolOf('workflowId: order-{id}')).toMatchObject({
      start: { workflowId: { template: 'order-{id}', onRunning: 'reject', onEnded: 'reject' } },
      joinsRepeats: true,
    });
    expect(
      toolOf('workflowId: order-{id}', 'onRunning: use', 'onEnded: startAnewIfFailed'),
    ).toMatchObject({ start: { workflowId: { onRunning: 'use', onEnded: 'startAnewIfFailed' } } });
  });

  it('brings a message to what runs, and starts it anew, unless it says otherwise', () => {
    expect(toolOf('workflowId: cart-{id}', 'startWith: { signal: add }')).toMatchObject({
      start: {
        workflowId: { onRunning: 'use', onEnded: 'startAnew' },
        message: { kind: 'signal', name: 'add', layout: 'object' },
      },
      joinsRepeats: false,
    });
    expect(
      toolOf(
        'workflowId: cart-{id}',
        'startWith: { update: add, arguments: [item] }',
        'onRunning: reject',
        'joinRepeats: true',
      ),
    ).toMatchObject({
      start: {
        workflowId: { onRunning: 'reject' },
        message: { kind: 'update', name: 'add', layout: ['item'] },
      },
      joinsRepeats: true,
    });
  });

  it('may have a delay, search attributes, a memo and texts for people', () => {
    expect(
      toolOf(
        'startDelay: 30s',
        "searchAttributes: { OrderId: '{id}' }",
        "memo: { note: 'of {owner}' }",
        'summary: Order {id}',
        "details: '{note}'",
      )?.start,
    ).toStrictEqual({
      delay: 30_000,
      searchAttributes: { OrderId: '{id}' },
      memo: { note: 'of {owner}' },
      summary: 'Order {id}',
      details: '{note}',
    });
    expect(toolOf("startDelay: '{at}'")?.start).toStrictEqual({ delay: '{at}' });
  });

  it('has nothing of it where it says nothing', () => {
    expect(toolOf()).not.toHaveProperty('start');
  });

  it('may leave an argument of its ID to a question that has to be answered', () => {
    const ask =
      'ask: { when: { message: When?, properties: { at: { type: string } }, required: [at] } }';

    expect(problemsOf('workflowId: order-{at}', ask)).toStrictEqual([]);
  });

  it.each([
    ['workflowId: order', 'workflowId: All calls would have one ID'],
    ['workflowId: "{id}"', 'workflowId: Start with a text of your own'],
    ['workflowId: mcp-{id}', 'workflowId: Start with a text of your own'],
    ['workflowId: order {id}', 'workflowId: Use letters, digits'],
    ['workflowId: order-{id}{item}', 'workflowId: Separate placeholders'],
    ['workflowId: order-{ID}', 'workflowId: "{ID}" is not a property of the tool\'s input.'],
    ['workflowId: order-{note}', 'workflowId: "{note}" may be left out of a call'],
    ['onRunning: use', 'onRunning: onRunning is about a "workflowId"'],
    ['onEnded: startAnew', 'onEnded: onEnded is about a "workflowId"'],
    ['startWith: { signal: add }', 'startWith: A message needs to know whom it is for'],
    ['startDelay: soon', 'startDelay: Write how long to wait'],
    ['startDelay: "{when}"', 'startDelay: "{when}" is not a property'],
    ['startDelay: "{owner}"', 'startDelay: Whoever calls is no time'],
    ['searchAttributes: { A: "{x}" }', 'searchAttributes.A: "{x}" is not a property'],
    [
      'searchAttributes: { McpOwner: x }',
      'searchAttributes.McpOwner: McpOwner says whose a task is',
    ],
    ['memo: { mcp.meta: x }', 'memo.mcp.meta: Names that start with "mcp."'],
    ['memo: { a: "{x}" }', 'memo.a: "{x}" is not a property'],
    ['summary: "{x}"', 'summary: "{x}" is not a property'],
    ['details: "{x}"', 'details: "{x}" is not a property'],
  ])('is told of %s', (line, expected) => {
    expect(problemsOf(line)).toStrictEqual([expect.stringContaining(`tools.a.${expected}`)]);
  });

  it.each([
    [['onRunning: maybe'], 'onRunning'],
    [['idempotencyKey: "{id}"'], 'idempotencyKey: workflowId makes calls one task already'],
    [['startWith: {}'], 'startWith: Name either a "signal" or an "update".'],
    [['startWith: { signal: a, update: b }'], 'startWith: Name either a "signal" or an "update".'],
    [
      ['startWith: { signl: a, update: b }'],
      'startWith.signl: Unknown key "signl". Did you mean "signal"?',
    ],
    [
      ['startWith: { signal: a, arguments: [id, x] }'],
      'startWith.arguments[1]: "x" is not a property of the tool\'s input.',
    ],
    [['startWith: { signal: a }', 'onRunning: reject'], 'onRunning: A Signal goes to what runs'],
  ])('with an ID of its own is told of %j', (lines, expected) => {
    expect(problemsOf('workflowId: order-{id}', ...lines)).toStrictEqual([
      expect.stringContaining(`tools.a.${expected}`),
    ]);
  });

  it('keeps {owner} for whoever calls', () => {
    const manifest = toManifest(['workflowId: x-{owner}']).replaceAll('note', 'owner');

    expect(() => parseManifest(manifest)).toThrow(
      '"{owner}" stands for whoever calls: give the argument of that name another one.',
    );
  });
});
