import { describe, expect, it } from '@jest/globals';

import type { SeenWorkflowType } from '../../../../src/core/tool/tool-pattern.js';
import { parseManifest } from '../../../../src/manifest/file/load-manifest.js';
import type { Manifest } from '../../../../src/manifest/manifest.js';
import { defineTools, tool } from '../../../../src/manifest/tool/define-tools.js';
import { expandPatterns } from '../../../../src/manifest/tool/patterns.js';

function seen(...workflowTypes: string[]): SeenWorkflowType[] {
  return workflowTypes.map((workflowType) => ({ workflowType, taskQueue: 'seen-queue' }));
}

/** Names of the tools, with their Workflow Types. */
function toolsOf(manifest: Manifest, types: readonly SeenWorkflowType[]): string[][] {
  return Array.from(expandPatterns(manifest, types).tools.values(), (one) => [
    one.name,
    one.workflowType,
  ]);
}

const ORDERS = `
tools:
  orders_*: { workflow: 'orders.*', description: An order., input: { type: object } }
`;

describe('a tool by pattern', () => {
  it('stands for every Workflow Type that it matches, and is none itself', () => {
    const manifest = parseManifest(ORDERS);

    expect([...manifest.tools]).toStrictEqual([]);
    expect(
      toolsOf(manifest, seen('orders.refund', 'payments.take', 'orders.place', 'orders.')),
    ).toStrictEqual([
      ['orders_place', 'orders.place'],
      ['orders_refund', 'orders.refund'],
    ]);
  });

  it('gives each tool what it says itself, and the Task Queue that was seen', () => {
    const { tools } = expandPatterns(parseManifest(ORDERS), seen('orders.place'));

    expect(tools.get('orders_place')).toMatchObject({
      name: 'orders_place',
      description: 'An order.',
      taskQueue: 'seen-queue',
      inputSchema: { type: 'object' },
    });
    const withQueue = parseManifest(`defaults: { workflow: { taskQueue: own } }
${ORDERS}`);
    expect(expandPatterns(withQueue, seen('orders.place')).tools.get('orders_place')).toMatchObject(
      { taskQueue: 'own' },
    );
  });

  it('is never one of those that the server brings itself', () => {
    const patterns = "tools:\n  task_*: { workflow: 'orders.*', description: An order. }\n";
    const types = seen('orders.result', 'orders.place');

    expect(toolsOf(parseManifest(patterns), types)).toStrictEqual([['task_place', 'orders.place']]);
    const prefixed = parseManifest(patterns, { server: 'taskTools: my_' });
    expect(toolsOf(prefixed, types)).toHaveLength(2);
  });

  it.each([
    ['of the same name', 'orders_refund: { workflow: { type: other, taskQueue: q } }'],
    ['of the same Workflow Type', 'refund: { workflow: { type: orders.refund, taskQueue: q } }'],
  ])('leaves out what a tool %s does', (_what, line) => {
    const manifest = parseManifest(`${ORDERS}  ${line}\n`);

    expect(toolsOf(manifest, seen('orders.refund', 'orders.place'))).toStrictEqual([
      [...manifest.tools.values()].map(({ name, workflowType }) => [name, workflowType])[0],
      ['orders_place', 'orders.place'],
    ]);
  });

  it('leaves the name of an action alone, which may act on what it starts', () => {
    const manifest = parseManifest(
      `${ORDERS}actions: { orders_place: { workflow: orders.place, signal: s } }\n`,
    );

    expect(toolsOf(manifest, seen('orders.place', 'orders.x'))).toStrictEqual([
      ['orders_x', 'orders.x'],
    ]);
  });

  it('makes a name of what a tool name cannot have, and no name twice', () => {
    const manifest = parseManifest("tools: { 'run_*': { workflow: '*Workflow' } }");

    expect(
      toolsOf(manifest, seen('Größe/xWorkflow', 'a bWorkflow', 'a-bWorkflow', 'a_bWorkflow')),
    ).toStrictEqual(
      [
        ['run_Gr_e_x', 'Größe/xWorkflow'],
        ['run_a_b', 'a bWorkflow'],
        ['run_a-b', 'a-bWorkflow'],
      ].sort((a, b) => ((a[1] ?? '') < (b[1] ?? '') ? -1 : 1)),
    );
  });

  it('makes 200 tools at most', () => {
    const types = seen(...Array.from({ length: 300 }, (_none, index) => `orders.n${index}`));

    expect(toolsOf(parseManifest(ORDERS), types)).toHaveLength(200);
  });

  it('is there in TypeScript too', () => {
    const anyOrder = async (order: { id: string }): Promise<string> => Promise.resolve(order.id);
    const manifest = defineTools({
      tools: {
        'orders_*': tool({
          workflow: { definition: anyOrder, type: 'orders.*' },
          input: { type: 'object', properties: { id: { type: 'string' } } },
        }),
      },
    });

    expect(toolsOf(manifest, seen('orders.place'))).toStrictEqual([
      ['orders_place', 'orders.place'],
    ]);
  });

  it.each([
    ["'a_*': { workflow: a }", 'a_*.workflow.type: The name of a pattern has one "*"'],
    ["a: { workflow: 'a.*' }", 'a.workflow.type: The name of a pattern has one "*"'],
    ["'a_*': { workflow: 'a.*.*' }", 'a_*.workflow.type: The name of a pattern has one "*"'],
    ['"a_*": { workflow: "a\'.*" }', 'a_*.workflow.type: A Workflow Type with quotes'],
    ["'a_*_*': { workflow: 'a.*' }", 'a_*_*: A tool name has 1 to 128 letters'],
    [
      `'a_*': { workflow: { type: 'a.*', adopt: "X = '{owner}'" } }`,
      'a_*.workflow.adopt: Executions of several Workflow Types',
    ],
  ])('is refused where it does not fit together: %s', (line, problem) => {
    expect(() => parseManifest(`tools:\n  ${line}\n`)).toThrow(`tools.${problem}`);
  });
});
