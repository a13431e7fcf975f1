import { describe, expect, it } from '@jest/globals';

import type { ToolDefinition } from '../../../../src/core/tool/tool-definition.js';
import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';
import { pathsWithProblems } from '../../../support/manifest-problems.js';

/** A tool with lines of its `workflow`, and others of its own. */
const toManifest = (ofWorkflow: readonly string[], ofTool: readonly string[] = []): string =>
  [
    'tools:',
    '  a:',
    '    workflow:',
    '      type: doIt',
    '      taskQueue: q',
    ...ofWorkflow.map((line) => `      ${line}`),
    '    input: { type: object, required: [id, item], properties: { id: {}, item: {}, note: {}, at: {} } }',
    ...ofTool.map((line) => `    ${line}`),
  ].join('\n');

const toolOf = (...manifest: Parameters<typeof toManifest>): ToolDefinition | undefined =>
  parseManifest(toManifest(...manifest)).tools.get('a');

const problemsOf = (...manifest: Parameters<typeof toManifest>): string[] =>
  pathsWithProblems(() => toolOf(...manifest));

describe('a tool that says how its executions are started', () => {
  it('rejects what is there already, unless it says otherwise', () => {
    expect(toolOf(['id: order-{id}'])).toMatchObject({
      start: {
        id: { text: 'order-{id}' },
        idConflictPolicy: 'Fail',
        idReusePolicy: 'RejectDuplicate',
      },
      task: { joinRepeats: true },
    });
    expect(
      toolOf([
        'id: order-{id}',
        'idConflictPolicy: UseExisting',
        'idReusePolicy: AllowDuplicateFailedOnly',
      ]),
    ).toMatchObject({
      start: { idConflictPolicy: 'UseExisting', idReusePolicy: 'AllowDuplicateFailedOnly' },
    });
  });

  it('brings a message to what runs, and starts it anew, unless it says otherwise', () => {
    expect(toolOf(['id: cart-{id}', 'startWith: { signal: add }'])).toMatchObject({
      start: {
        idConflictPolicy: 'UseExisting',
        idReusePolicy: 'AllowDuplicate',
        startWith: { kind: 'signal', name: 'add', layout: 'input' },
      },
      task: { joinRepeats: false },
    });
    expect(
      toolOf(
        [
          'id: cart-{id}',
          'startWith: { update: add, arguments: [item] }',
          'idConflictPolicy: Fail',
        ],
        ['task: { joinRepeats: true }'],
      ),
    ).toMatchObject({
      start: {
        idConflictPolicy: 'Fail',
        startWith: { kind: 'update', name: 'add', layout: [{ text: 'item' }] },
      },
      task: { joinRepeats: true },
    });
  });

  it('may have a delay, search attributes, a memo and texts for people', () => {
    expect(
      toolOf([
        'startDelay: 30s',
        "searchAttributes: { OrderId: '{id}' }",
        "memo: { note: 'of {$caller.name}' }",
        'summary: Order {id}',
        "details: '{note}'",
      ])?.start,
    ).toMatchObject({
      startDelay: 30_000,
      searchAttributes: { OrderId: { text: '{id}' } },
      memo: { note: { text: 'of {$caller.name}' } },
      summary: { text: 'Order {id}' },
      details: { text: '{note}' },
    });
    expect(toolOf(["startDelay: '{at}'"])?.start.startDelay).toMatchObject({ text: 'at' });
  });

  it('may leave an argument of its ID to a question that has to be answered', () => {
    const question =
      'questions: { time: { message: When?, properties: { at: { type: string } }, required: [at] } }';

    expect(problemsOf(['id: order-{at}'], [question])).toStrictEqual([]);
  });

  it('may not leave one to a question of what runs already', () => {
    const question =
      'questions: { time: { when: { query: q }, answer: { signal: s }, message: When?, properties: { at: { type: string } }, required: [at] } }';

    expect(problemsOf(['id: order-{at}'], [question])).toStrictEqual([
      expect.stringContaining('tools.a.workflow.id: "{at}" may be missing in a call'),
    ]);
  });

  it.each([
    ['id: order', 'id: All calls would have the same ID'],
    ['id: "{id}"', 'id: Start with a fixed text'],
    ['id: mcp-{id}', 'id: Start with a fixed text'],
    ['id: order {id}', 'id: Use letters, digits'],
    ['id: order-{id}{item}', 'id: Separate placeholders'],
    ['id: order-{ID}', 'id: "a" has no argument "ID". Did you mean {id}?'],
    ['id: order-{note}', 'id: "{note}" may be missing in a call'],
    ['idConflictPolicy: UseExisting', 'idConflictPolicy: idConflictPolicy needs an ID'],
    ['idReusePolicy: AllowDuplicate', 'idReusePolicy: idReusePolicy needs an ID'],
    ['startWith: { signal: add }', 'startWith: A message needs a Workflow ID'],
    ['startDelay: soon', 'startDelay: Write how long to wait'],
    ['startDelay: "{when}"', 'startDelay: "a" has no argument "when"'],
    ['startDelay: "{$caller.name}"', 'startDelay: The caller is not a time'],
    ['searchAttributes: { A: "{x}" }', 'searchAttributes.A: "a" has no argument "x"'],
    [
      'searchAttributes: { McpOwner: x }',
      'searchAttributes.McpOwner: McpOwner names the owner of a task',
    ],
    ['memo: { mcp.meta: x }', 'memo.mcp.meta: Names that start with "mcp."'],
    ['memo: { a: "{x}" }', 'memo.a: "a" has no argument "x"'],
    ['summary: "{x}"', 'summary: "a" has no argument "x"'],
    ['details: "{x}"', 'details: "a" has no argument "x"'],
  ])('is told of %s', (line, expected) => {
    expect(problemsOf([line])).toStrictEqual([
      expect.stringContaining(`tools.a.workflow.${expected}`),
    ]);
  });

  it.each([
    [['idConflictPolicy: reject'], 'idConflictPolicy: Write "Fail" or "UseExisting".'],
    [['idReusePolicy: startAnew'], 'idReusePolicy: Write "RejectDuplicate", "AllowDuplicate"'],
    [['startWith: {}'], 'startWith: Missing: a signal or an update of the Workflow.'],
    [
      ['startWith: { signal: a, update: b }'],
      'startWith: Only one message can be sent: write signal or update.',
    ],
    [
      ['startWith: { signl: a, update: b }'],
      'startWith.signl: Unknown key "signl". Did you mean "signal"?',
    ],
    [
      ['startWith: { signal: a, arguments: [id, x] }'],
      'startWith.arguments[1]: "a" has no argument "x".',
    ],
  ])('with an ID of its own is told of %j', (lines, expected) => {
    expect(problemsOf(['id: order-{id}', ...lines])).toStrictEqual([
      expect.stringContaining(`tools.a.workflow.${expected}`),
    ]);
  });

  it('with an ID of its own may refuse a Signal to the task that runs', () => {
    const lines = ['id: order-{id}', 'startWith: { signal: a }', 'idConflictPolicy: Fail'];
    expect(problemsOf(lines)).toStrictEqual([]);
  });

  it('with an ID of its own may have an idempotency key', () => {
    expect(problemsOf(['id: order-{id}'], ['task: { idempotencyKey: "{id}" }'])).toStrictEqual([]);
  });
});
