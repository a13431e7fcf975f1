import { describe, expect, it } from '@jest/globals';
import { parseDocument } from 'yaml';

import { IdPattern } from '../../../src/check/id-pattern.js';
import { ArgumentsShape } from '../../../src/init/arguments-shape.js';
import { draftManifest } from '../../../src/init/draft-manifest.js';
import type { SurveyedWorkflow } from '../../../src/init/survey-namespace.js';
import { ValueShape } from '../../../src/init/value-shape.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';

interface Seen {
  readonly type?: string;
  /** Arguments by Workflow ID. */
  readonly starts?: readonly (readonly unknown[])[];
  readonly taskQueue?: string;
  readonly toId?: (given: readonly unknown[]) => string;
  readonly shown?: SurveyedWorkflow['interface'];
}

function surveyed({
  type = 'purchase',
  starts = [[{ item: 'CANARY' }]],
  taskQueue = 'purchases',
  toId = () => 'any',
  shown = { handlers: [], heartbeats: [] },
}: Seen): SurveyedWorkflow {
  const shape = new ArgumentsShape();
  const ids = new IdPattern();
  for (const given of starts) {
    shape.add(given);
    ids.add(toId(given), given);
  }
  const executions = starts.length;
  return {
    type,
    executions,
    failures: 0,
    starts: shape,
    ids,
    taskQueue: { name: taskQueue, pollers: 1 },
    interface: shown,
  };
}

function sent(...lists: readonly (readonly unknown[])[]): ArgumentsShape {
  const shape = new ArgumentsShape();
  for (const given of lists) shape.add(given);
  return shape;
}

const draft = (offered: readonly SurveyedWorkflow[], hasOwnerAttribute = false): string =>
  draftManifest(
    { offered, activities: [], namespace: 'default', hasOwnerAttribute },
    { date: '2026-11-21', toPackages: '..' },
  ).text;

/** The draft after a person has removed the "#" of each key. */
const uncommented = (text: string): string =>
  text
    .slice(text.indexOf('version: 1'))
    .split('\n')
    .filter((line) => !/# (?:Seen as well|Queries, Signals|decide)/.test(line))
    .map((line) => line.replace('# ', ''))
    .join('\n');

/** The manifest as data, without checks of its meaning. */
const dataOf = (text: string): Record<string, Record<string, Record<string, unknown>>> =>
  parseDocument(text).toJS() as Record<string, Record<string, Record<string, unknown>>>;

describe('a drafted tool', () => {
  it('takes one object as it is', () => {
    const text = draft([surveyed({})]);

    expect(parseManifest(text).tools.get('purchase')).toMatchObject({
      start: { type: 'purchase', taskQueue: 'purchases' },
      shown: {
        annotations: { destructiveHint: true },
        inputSchema: { required: ['item'], properties: { item: { type: 'string' } } },
      },
    });
    expect(text).not.toContain('CANARY');
  });

  it.each([
    ['no arguments', [[]], { workflow: { arguments: [] } }],
    ['a text', [['CANARY']], { workflow: { arguments: ['arg1'] }, input: { required: ['arg1'] } }],
    [
      'two, of which the second may be missing',
      [['a', { b: 1 }], ['a']],
      {
        workflow: { arguments: ['arg1', 'arg2'] },
        input: { required: ['arg1'], properties: { arg2: { required: ['b'] } } },
      },
    ],
    ['an object or null', [[{ a: 1 }], [null]], { workflow: { arguments: ['arg1'] } }],
  ])('lays out %s', (_what, starts, expected) => {
    const text = draft([surveyed({ starts })]);

    expect(dataOf(text)['tools']?.['purchase']).toMatchObject(expected);
    expect(parseManifest(text).tools.size).toBe(1);
  });

  it('is a manifest also where names are odd', () => {
    const type = 'Order: "${HOME}" #1\n- evil: true';
    const starts = [[{ '${HOME}': 1, 'a: b': 2, __proto__: 3, yes: true }]];
    const text = draft([surveyed({ type, starts, taskQueue: '${Q}' })]);
    const [tool] = parseManifest(text, { source: 'drafted', environment: {} }).tools.values();

    expect(tool).toMatchObject({ start: { type, taskQueue: '${Q}' } });
  });

  it('has a Workflow ID where the namespace takes it, and a comment where it does not', () => {
    const offered = [
      surveyed({
        starts: [[{ order_id: 'a17' }], [{ order_id: 'b18' }]],
        toId: ([given]) => `order-${(given as { readonly order_id: string }).order_id}`,
      }),
    ];
    const text = draft(offered, true);
    const without = draft(offered);

    expect(parseManifest(text).tools.get('purchase')?.start.id).toMatchObject({
      text: 'order-{order_id}',
    });
    expect(text).not.toMatch(/a17|b18/);
    expect(parseManifest(without).tools.get('purchase')?.start.id).toBeUndefined();
    expect(without).toMatch(/^ {4}# Register .* McpOwner .*: id: 'order-\{order_id\}'$/m);
  });
});

describe('what else was seen of a Workflow', () => {
  const result = new ValueShape();
  result.add({ id: 'CANARY', cents: 1200 });
  const shown: SurveyedWorkflow['interface'] = {
    handlers: [
      { kind: 'signal', name: 'approve', sent: sent([true, 'CANARY'], [false]) },
      { kind: 'query', name: 'getPurchase' },
      { kind: 'update', name: 'setQuantity', sent: sent([{ quantity: 3 }]) },
    ],
    heartbeats: ['copyAll'],
    result,
  };

  it('stands in comments, which are a manifest without their "#"', () => {
    const text = draft([surveyed({ shown })]);
    const { tools, actions } = parseManifest(uncommented(text));

    expect(parseManifest(text).actions).toBeUndefined();
    expect(text).not.toMatch(/CANARY|1200/);
    expect(tools.get('purchase')).toMatchObject({
      shown: { outputSchema: { required: ['id', 'cents'] } },
      progress: [{ source: { kind: 'heartbeat', activityType: 'copyAll' } }],
    });
    expect(actions && [...actions.keys()]).toStrictEqual([
      'purchase_approve',
      'purchase_get_purchase',
      'purchase_set_quantity',
    ]);
    expect(actions?.get('purchase_approve')).toMatchObject({
      message: { kind: 'signal', name: 'approve' },
      shown: { inputSchema: { properties: { arg1: { type: 'boolean' } } } },
    });
  });
});

describe('a draft', () => {
  it('begins with the schema for editors, and says once what is to do', () => {
    const text = draft([surveyed({}), surveyed({ type: 'refund' })]);

    expect(text).toMatch(
      /^# yaml-language-server: \$schema=\.\.\/node_modules\/temporal-mcp-tasks\/docs\/mcp-tasks\.schema\.json\n/,
    );
    expect(text.match(/hosts ask before a call/g)).toHaveLength(1);
    expect(text).not.toContain('TODO');
  });
});

describe('the names of tools', () => {
  it.each([
    ['OrderWorkflow', 'order'],
    ['generateReport', 'generate_report'],
    ['HTTPCall', 'http_call'],
    ['com.example.Order', 'com_example_order'],
    ['Bestellung prüfen', 'bestellung_pru_fen'],
    ['注文', 'workflow'],
    ['Workflow', 'workflow'],
    ['task_status', 'run_task_status'],
  ])('are made of Workflow Types: %s', (type, expected) => {
    expect([...parseManifest(draft([surveyed({ type })])).tools.keys()]).toStrictEqual([expected]);
  });

  it('are given once', () => {
    const text = draft([surveyed({ type: 'order' }), surveyed({ type: 'OrderWorkflow' })]);

    expect([...parseManifest(text).tools.keys()]).toStrictEqual(['order', 'order_2']);
  });
});
