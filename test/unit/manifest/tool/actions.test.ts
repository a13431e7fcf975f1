import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';

import type { ActionDefinition } from '../../../../src/core/task/task-action.js';
import { defineTools, tool } from '../../../../src/manifest/load/define-tools.js';
import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';
import { problemsOf } from '../../../support/manifest-problems.js';

const TOOL = 'tools:\n  buy: { workflow: { type: purchase, taskQueue: q } }\n';

/** A manifest with one tool and one action. */
const withAction = (lines: string): string =>
  `${TOOL}actions:\n  act:\n    workflow: purchase\n    ${lines}\n`;

function actionOf(lines: string): ActionDefinition {
  const action = parseManifest(withAction(lines)).actions?.get('act');
  if (action) return action;
  throw new Error('There is no action.');
}

describe('an action of a manifest', () => {
  it('is a Query, with what every Query is', () => {
    expect(actionOf('query: getPurchase')).toMatchObject({
      name: 'act',
      workflow: 'purchase',
      message: { kind: 'query', name: 'getPurchase' },
      shown: { annotations: { readOnlyHint: true, idempotentHint: true } },
      timeout: 10_000,
    });
  });

  it('keeps the annotations that are written', () => {
    const { shown } = actionOf('query: q\n    annotations: { idempotentHint: false }');

    expect(shown.annotations).toStrictEqual({ readOnlyHint: true, idempotentHint: false });
  });

  it('has no annotations for what may change something', () => {
    expect(actionOf('signal: approve')).not.toHaveProperty('shown.annotations');
  });

  it.each<[string, string, Record<string, unknown>, unknown[]]>([
    ['nothing where there is no input', 'signal: s', {}, []],
    [
      'one object',
      'signal: s\n    input: { type: object, properties: { a: {} } }',
      { a: 1 },
      [{ a: 1 }],
    ],
    [
      'arguments and constants by position',
      'update: u\n    input: { type: object, properties: { a: {}, b: {} } }\n    arguments: [b, { value: [true] }, a]',
      { a: 1 },
      [null, [true], 1],
    ],
  ])('lays %s out', async (_what, ...[lines, input, workflowArguments]) => {
    expect(await actionOf(lines).input.parse(input)).toStrictEqual({ ok: true, workflowArguments });
  });

  it('takes nothing where there is no input', async () => {
    expect(await actionOf('signal: s').input.parse({ a: 1 })).toStrictEqual({
      ok: false,
      violations: [{ path: '/a', message: 'is not a known property' }],
    });
  });
});

describe('an action with problems', () => {
  it.each([
    [
      'names no handler',
      '',
      '5:5 actions.act: Missing: a query, a signal or an update of the Workflow.',
    ],
    [
      'names two handlers',
      'query: a\n    update: b',
      '5:5 actions.act: Only one message can be sent: write query or update.',
    ],
    [
      'has an unknown key',
      'signal: s\n    timeouts: 1s',
      '7:5 actions.act.timeouts: Unknown key "timeouts". Did you mean "timeout"?',
    ],
    ['has a synonym', 'signal: s\n    args: []', '7:5 actions.act.args: Unknown key "args".'],
    [
      'lays out what is not there',
      'signal: s\n    arguments: [note]',
      '7:17 actions.act.arguments[0]: "act" has no argument "note".',
    ],
    [
      'lays out no list',
      'signal: s\n    arguments: note',
      '7:16 actions.act.arguments: Write "object"; or a list of expressions and constants: [note, $caller.subject, { value: true }]; or an object of them: { customer_id: customer }.',
    ],
    [
      'has a schema that is none',
      'signal: s\n    input: { type: object, properties: { a: { type: txt } } }',
      'actions.act.input.properties.a.type: Not a valid JSON Schema',
    ],
    [
      'names the task itself',
      'signal: s\n    input: { type: object, properties: { task_id: {} } }',
      'actions.act.input.properties.task_id: "task_id" names the task in every action',
    ],
    [
      'has a result of a Signal',
      'signal: s\n    output: { type: object }',
      '7:13 actions.act.output: A Signal has no result: leave it out, or send an update.',
    ],
    [
      'has a timeout of a Signal',
      'signal: s\n    timeout: 1s',
      '7:14 actions.act.timeout: A Signal does not wait for a Worker: leave it out.',
    ],
    [
      'lets a Query go on',
      'query: s\n    answerWithin: 1s',
      '7:19 actions.act.answerWithin: Only an Update can continue after its call. For a query, leave it out, or write "timeout".',
    ],
  ])('is refused when it %s', (_what, lines, problem) => {
    expect(problemsOf(withAction(lines))).toStrictEqual([expect.stringContaining(problem)]);
  });

  it('is refused when nothing starts its Workflow Type', () => {
    expect(problemsOf(`${TOOL}actions:\n  a: { workflow: sell, signal: s }\n`)).toStrictEqual([
      'm.yaml:4:18 actions.a.workflow: No tool starts the Workflow Type "sell", so there would be no task to act on.',
    ]);
  });

  it('is refused when it has the name of a tool', () => {
    expect(problemsOf(`${TOOL}actions:\n  buy: { workflow: purchase, signal: s }\n`)).toStrictEqual(
      ['m.yaml:4:3 actions.buy: A tool of this name already exists: rename the action.'],
    );
  });

  it('is refused when it has a name that JavaScript keeps for itself', () => {
    expect(
      problemsOf(`${TOOL}actions:\n  __proto__: { workflow: purchase, signal: s }\n`),
    ).toStrictEqual(['m.yaml:4:3 actions.__proto__: A tool cannot be named "__proto__".']);
  });
});

describe('an action of a TypeScript module', () => {
  const purchase = async (order: { item: string }): Promise<string> => Promise.resolve(order.item);
  const buy = tool({ workflow: purchase, input: z.object({ item: z.string() }) });

  it('is checked and shaped by a zod object', async () => {
    const { actions } = defineTools({
      defaults: { workflow: { taskQueue: 'q' } },
      tools: { buy },
      actions: {
        approve: {
          workflow: 'purchase',
          signal: 'approve',
          input: z.object({ note: z.string().default('none') }),
          arguments: [{ value: true }, 'note'],
        },
      },
    });
    const approve = actions?.get('approve');

    expect(approve?.shown.inputSchema).toMatchObject({ type: 'object', properties: { note: {} } });
    expect(await approve?.input.parse({})).toStrictEqual({
      ok: true,
      workflowArguments: [true, 'none'],
    });
    expect(await approve?.input.parse({ note: 1 })).toMatchObject({ ok: false });
  });

  it('has its problems told with their paths', () => {
    const define = (): unknown =>
      defineTools({
        defaults: { workflow: { taskQueue: 'q' } },
        tools: { buy },
        actions: { approve: { workflow: 'purchase' } },
      });

    expect(define).toThrow('defineTools actions.approve: Missing: a query');
  });
});
