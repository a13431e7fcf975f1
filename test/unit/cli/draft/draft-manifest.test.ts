import { describe, expect, it } from '@jest/globals';
import { parseDocument } from 'yaml';

import { draftManifest } from '../../../../src/cli/draft/draft-manifest.js';
import { WorkflowRecord } from '../../../../src/core/survey/workflow-record.js';
import { parseManifest } from '../../../../src/manifest/file/load-manifest.js';

interface Seen {
  readonly type?: string;
  readonly starts?: readonly (readonly unknown[])[];
  readonly results?: readonly (readonly unknown[])[];
  readonly taskQueue?: string;
}

function recordOf({
  type = 'purchase',
  starts = [[{ item: 'CANARY' }]],
  results = [],
  taskQueue = 'purchases',
}: Seen): WorkflowRecord {
  const record = new WorkflowRecord(type);
  for (const start of starts) {
    record.addExecution({
      isOpen: true,
      isChild: false,
      isScheduled: false,
      hasEndedBadly: false,
      taskQueue,
      startedAtMs: 1,
      searchAttributes: [],
      memo: [],
    });
    record.starts.add(start);
  }
  for (const result of results) record.results.add(result);
  record.taskQueues = [{ name: taskQueue, pollers: 1 }];
  return record;
}

const draft = (...records: readonly WorkflowRecord[]): string =>
  draftManifest(records, { namespace: 'default', date: '2026-11-21' }).text;

/** The manifest as data, without checks of its meaning. */
const dataOf = (text: string): Record<string, Record<string, Record<string, unknown>>> =>
  parseDocument(text).toJS() as Record<string, Record<string, Record<string, unknown>>>;

/** Removes the comment signs from the actions that the draft leaves as comments, as a person would. */
function uncomment(text: string): string {
  const [head = '', tail = ''] = text.split(/^ {2}# "questions" in .*$/m);
  return head.replace(/^# actions:$/m, 'actions:') + tail.replace(/^ {2}# ?/gm, '  ');
}

describe('a drafted tool', () => {
  it('takes one object as it is', () => {
    const text = draft(recordOf({ results: [[{ state: 'CANARY' }]] }));

    expect(parseManifest(text).tools.get('purchase')).toMatchObject({
      workflowType: 'purchase',
      taskQueue: 'purchases',
      annotations: { destructiveHint: true },
      inputSchema: { required: ['item'], properties: { item: { type: 'string' } } },
      outputSchema: { type: 'object', properties: { state: {} } },
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
    const text = draft(recordOf({ starts }));

    expect(dataOf(text)['tools']?.['purchase']).toMatchObject(expected);
    expect(parseManifest(text).tools.size).toBe(1);
  });

  it.each([
    ['a list', [[1, 2]]],
    ['nothing', []],
    ['a tool result of MCP', [{ content: [{ type: 'text', text: 'CANARY' }] }]],
  ])('has no output where the result is %s', (_what, result) => {
    const text = draft(recordOf({ results: [result] }));

    expect(parseManifest(text).tools.get('purchase')).not.toHaveProperty('outputSchema');
  });

  it('is a manifest also where names are odd', () => {
    const type = 'Order: "${HOME}" #1\n- evil: true';
    const text = draft(
      recordOf({
        type,
        starts: [[{ '${HOME}': 1, 'a: b': 2, __proto__: 3, yes: true }]],
        taskQueue: '${Q}',
      }),
    );
    const [tool] = parseManifest(text, { source: 'drafted', environment: {} }).tools.values();

    expect(tool).toMatchObject({ workflowType: type, taskQueue: '${Q}' });
  });

  it('is on the latest Task Queue that somebody polls', () => {
    const record = recordOf({});
    record.taskQueues = [
      { name: 'latest', pollers: 0 },
      { name: 'polled', pollers: 2 },
    ];

    expect(dataOf(draft(record))['tools']?.['purchase']).toMatchObject({
      workflow: { taskQueue: 'polled' },
    });
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
    expect([...parseManifest(draft(recordOf({ type }))).tools.keys()]).toStrictEqual([expected]);
  });

  it('are given once', () => {
    const text = draft(recordOf({ type: 'order' }), recordOf({ type: 'OrderWorkflow' }));

    expect([...parseManifest(text).tools.keys()]).toStrictEqual(['order', 'order_2']);
  });
});

/** Records that a Worker declares a handler. @returns Its record, or `undefined` if the name is internal or data. */
function declare(
  record: WorkflowRecord,
  ...[kind, name]: Parameters<WorkflowRecord['message']>
): ReturnType<WorkflowRecord['message']> {
  const message = record.message(kind, name);
  if (message) message.isDeclared = true;
  return message;
}

describe('drafted actions', () => {
  it('are not made of what was only sent', () => {
    const record = recordOf({});
    record.message('signal', 'approve')?.sent.add([true]);
    record.message('update', 'change')?.results.add([{}]);

    expect(record.messages.map(({ name }) => name)).toStrictEqual(['change']);
    record.hasDefinition = true;
    expect(record.messages).toStrictEqual([]);
  });

  const withMessages = (): WorkflowRecord => {
    const record = recordOf({});
    const query = declare(record, 'query', 'getState');
    if (query) query.description = 'What it is doing.';
    declare(record, 'signal', 'approve')?.sent.add([true, 'CANARY']);
    declare(record, 'signal', 'approve')?.sent.add([true]);
    declare(record, 'signal', 'withdraw');
    declare(record, 'update', 'changeAmount')?.sent.add([{ task_id: 'CANARY', cents: 1 }]);
    declare(record, 'signal', 'mcp.task.input');
    declare(record, 'signal', '__temporal_x');
    declare(record, 'signal', 'order-4711');
    return record;
  };

  it('are Queries alone', () => {
    const { actions } = parseManifest(draft(withMessages()));

    expect([...(actions?.values() ?? [])]).toMatchObject([
      { name: 'get_state', description: 'What it is doing.', message: {} },
    ]);
  });

  it.each([true, false])('are complete as comments, with a Query: %s', (hasQuery) => {
    const record = withMessages();
    const other = recordOf({});
    declare(other, 'signal', 'approve')?.sent.add([true, 'CANARY']);
    const text = draft(hasQuery ? record : other);
    const { actions } = parseManifest(uncomment(text));

    expect([...(actions?.keys() ?? [])]).toStrictEqual(
      hasQuery ? ['get_state', 'approve', 'withdraw', 'change_amount'] : ['approve'],
    );
    expect(parseManifest(text).actions?.size ?? 0).toBe(hasQuery ? 1 : 0);
    expect(text).not.toMatch(/CANARY|4711|mcp\.task|__temporal/);
  });

  it('are named after their Workflow Type where several have them', () => {
    const records = ['order', 'parcel'].map((type) => {
      const record = recordOf({ type });
      declare(record, 'query', 'state');
      return record;
    });

    expect([...(parseManifest(draft(...records)).actions?.keys() ?? [])]).toStrictEqual([
      'order_state',
      'parcel_state',
    ]);
  });
});

describe('a drafted tool, of what its executions show,', () => {
  const started = (template: readonly string[]): WorkflowRecord => {
    const record = recordOf({ starts: template.map((id) => [{ order_id: id }]) });
    for (const id of template) record.ids.add(`order-${id}`, [{ order_id: id }]);
    return record;
  };
  const draftIn = (hasOwnerAttribute: boolean, record: WorkflowRecord): string =>
    draftManifest([record], { namespace: 'default', date: '2026-11-21', hasOwnerAttribute }).text;

  it('has a Workflow ID where the namespace takes it, and a comment where it does not', () => {
    const text = draftIn(true, started(['a17', 'b18']));

    expect(parseManifest(text).tools.get('purchase')?.start).toMatchObject({
      workflowId: { template: 'order-{order_id}' },
    });
    expect(text).not.toMatch(/a17|b18/);
    const without = draftIn(false, started(['a17', 'b18']));
    expect(parseManifest(without).tools.get('purchase')).not.toHaveProperty('start');
    expect(without).toMatch(
      /^ {4}workflow:\n {6}type: .*\n {6}taskQueue: .*\n {6}# .*, and here:\n {6}# id: 'order-\{order_id\}'$/m,
    );
    const registered = without.replace('# id:', 'id:');
    expect(parseManifest(registered).tools.get('purchase')?.start).toMatchObject({
      workflowId: { template: 'order-{order_id}' },
    });
  });

  const draftOf = (details: readonly unknown[]): string => {
    const record = recordOf({});
    record.heartbeat('copy')?.add(details);
    return draft(record);
  };

  it('has progress of heartbeats whose names say what is done and in all', () => {
    const tool = parseManifest(draftOf([{ done: 1, total: 3 }])).tools.get('purchase');

    expect(tool?.progressFrom).toMatchObject([
      { source: { kind: 'heartbeat', activityType: 'copy' }, path: 'done', total: 'total' },
    ]);
  });

  it.each<[string, unknown[], RegExp]>([
    ['two numbers', [1, 3], /# progress: \{ from: \{ heartbeat: copy, path: '0' \}, total: '1' \}/],
    ['one number', [1], /# progress: \{ from: \{ heartbeat: copy \} \}/],
    ['a text', ['step'], /# Heartbeats of copy have string\./],
  ])('has a comment on heartbeats with %s', (_what, details, expected) => {
    const text = draftOf(details);

    expect(parseManifest(text).tools.get('purchase')).not.toHaveProperty('progressFrom');
    expect(text).toMatch(expected);
  });
});
