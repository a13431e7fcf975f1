import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';

import { toAnswerMessage } from '../../../../src/core/question/declared-question.js';
import { defineTools, tool } from '../../../../src/manifest/load/define-tools.js';
import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';
import { planStart } from '../../../../src/service/calls/start/plan-start.js';
import { problemsOf } from '../../../support/manifest-problems.js';

const INPUT = `input:
      type: object
      properties:
        customer_id: { type: string }
        items: { type: array, items: { type: object } }
        note: { type: string }
`;
/**
 * @param start More of `workflow`.
 * @param lines More of the tool.
 */
const withTool = (start: string, lines = ''): string => `tools:
  order:
    workflow:
      type: placeOrder
      taskQueue: q
      ${start}
    ${INPUT}    ${lines}
`;
const CALL = { customer_id: 'c-1', items: [{ name: 'lamp', count: 2 }] };

const parsed = async (start: string, input: Record<string, unknown> = CALL): Promise<unknown> =>
  parseManifest(withTool(start)).tools.get('order')?.input.parse(input);

describe('arguments of a tool', () => {
  it('are made by expressions, next to properties and constants', async () => {
    const start = `arguments: [note, 'items[*].{ sku: name, quantity: count }', { value: true }, customer_id]`;

    expect(await parsed(start)).toStrictEqual({
      ok: true,
      workflowArguments: [null, [{ sku: 'lamp', quantity: 2 }], true, 'c-1'],
    });
  });

  it('are one object with members of their own', async () => {
    const start = `arguments: { customer: '{ id: customer_id }', remark: note, source: { value: mcp }, count: 'length(items)' }`;

    expect(await parsed(start)).toStrictEqual({
      ok: true,
      workflowArguments: [{ customer: { id: 'c-1' }, source: 'mcp', count: 1 }],
    });
  });

  it('are refused where an expression cannot make them of a call', async () => {
    expect(
      await parsed(`arguments: ['sum(items[].count)', note, customer_id]`, {
        items: [{ count: 'x' }],
      }),
    ).toStrictEqual({
      ok: false,
      violations: [
        {
          path: '',
          message:
            'cannot be made into argument 1 of the workflow: Invalid type: sum() expected argument 1 to be type (Array<number>) but received type array instead',
        },
      ],
    });
  });
});

describe('an expression among arguments, with a problem', () => {
  it.each<[string, string, string]>([
    [
      'that is none',
      `arguments: [note, 'items[*.name']`,
      `m.yaml:6:25 tools.order.workflow.arguments[1]: Not a JMESPath expression: Syntax error: expected Rbracket, got: Dot.`,
    ],
    [
      'that is none, in double quotes',
      `arguments: { all: "note +" }`,
      `m.yaml:6:25 tools.order.workflow.arguments.all: Not a JMESPath expression: Syntax error: invalid token (EOF): "".`,
    ],
    [
      'that looks at what no call has',
      `arguments: ['customer.id']`,
      `m.yaml:6:19 tools.order.workflow.arguments[0]: "order" has no argument "customer". Did you mean customer_id?`,
    ],
    [
      'behind a doubled quote',
      `arguments: ['join('', '', [note, nothing])']`,
      `m.yaml:6:19 tools.order.workflow.arguments[0]: "order" has no argument "nothing".`,
    ],
    [
      'in a map of its own',
      `arguments: [{ expression: note }]`,
      `m.yaml:6:19 tools.order.workflow.arguments[0]: An argument is an expression itself: write "customer.id"`,
    ],
  ])('is found in the manifest: one %s', (_what, start, problem) => {
    expect(problemsOf(withTool(start))).toStrictEqual([expect.stringContaining(problem)]);
  });

  it('is found wherever a layout can stand', () => {
    const text = `${withTool(
      `id: 'o-{customer_id}'
      startWith: { signal: add, arguments: ['a b'] }`,
      `questions:
      approval:
        when: { query: state }
        message: Approve?
        properties: { approved: { type: boolean } }
        answer: { signal: approve, arguments: { ok: $answer.aproved } }`,
    ).replace('      properties:', '      required: [customer_id]\n      properties:')}actions:
  note:
    workflow: placeOrder
    signal: note
    ${INPUT}    arguments: ['upper(nott)']
`;

    expect(problemsOf(text)).toStrictEqual([
      expect.stringContaining('m.yaml:7:45 tools.order.workflow.startWith.arguments[0]: Not a'),
      expect.stringContaining(
        'm.yaml:20:53 tools.order.questions.approval.answer.arguments.ok: $answer has no "aproved". Did you mean $answer.approved?',
      ),
      expect.stringContaining(
        'm.yaml:31:17 actions.note.arguments[0]: "note" has no argument "nott". Did you mean note?',
      ),
    ]);
  });
});

describe('an expression of another layout', () => {
  it('lays out what a start sends', async () => {
    const order = parseManifest(
      withTool(`id: 'o-{customer_id}'
      startWith: { signal: add, arguments: { names: 'items[*].name' } }`).replace(
        '      properties:',
        '      required: [customer_id]\n      properties:',
      ),
    ).tools.get('order');
    const plan = async (input: Record<string, unknown>) =>
      order && (await planStart(order, { input }));

    expect((await plan(CALL))?.message).toStrictEqual({
      kind: 'signal',
      name: 'add',
      args: [{ names: ['lamp'] }],
    });
  });

  it('lays out what a person has answered, or says what is wrong with it', async () => {
    const [question] =
      parseManifest(
        withTool(
          '',
          `questions:
      approval:
        when: { query: state }
        message: Approve?
        properties: { note: { type: string }, cents: { type: integer } }
        answer: { signal: approve, arguments: ['{ remark: upper($answer.note), cents: abs($answer.cents) }'] }`,
        ),
      ).tools.get('order')?.questions.declared ?? [];
    const answer = async (content: object) =>
      question &&
      (await toAnswerMessage(
        question,
        { action: 'accept', content: { ...content } },
        { scope: {}, by: { owner: 'local' } },
      ));

    expect((await answer({ note: 'fine', cents: -5 }))?.arguments).toStrictEqual([
      { remark: 'FINE', cents: 5 },
    ]);
    await expect(answer({ cents: 5 })).rejects.toThrow(
      /The answer cannot be made into argument 1 of the workflow: .*The question stays open\./,
    );
  });

  it('lays out the arguments of an action', async () => {
    const text = `${withTool('')}actions:
  note:
    workflow: placeOrder
    update: note
    ${INPUT}    arguments: ['upper(note)', '$input']
`;
    const action = parseManifest(text).actions?.get('note');

    expect(await action?.input.parse({ note: 'now' })).toStrictEqual({
      ok: true,
      workflowArguments: ['NOW', { note: 'now' }],
    });
  });
});

describe('arguments in a TypeScript manifest', () => {
  const workflow = async (): Promise<void> => Promise.resolve();
  const input = z.object({ id: z.string(), note: z.string().default('none') });

  it('are what they are in YAML, with zod’s defaults filled in', async () => {
    const { tools } = defineTools({
      defaults: { workflow: { taskQueue: 'q' } },
      tools: {
        order: tool({
          workflow: {
            definition: workflow,
            type: 'placeOrder',
            arguments: ['{ order: { id: id, remark: note } }', { value: 1 }],
          },
          input,
        }),
      },
    });

    expect(await tools.get('order')?.input.parse({ id: 'o' })).toStrictEqual({
      ok: true,
      workflowArguments: [{ order: { id: 'o', remark: 'none' } }, 1],
    });
  });

  it('are checked as they are in YAML', () => {
    expect(() =>
      defineTools({
        defaults: { workflow: { taskQueue: 'q' } },
        tools: {
          order: tool({
            workflow: {
              definition: workflow,
              type: 'placeOrder',
              arguments: { id: 'idd' },
            },
            input: { type: 'object', properties: { id: { type: 'string' } } },
          }),
        },
      }),
    ).toThrow('tools.order.workflow.arguments.id: "order" has no argument "idd". Did you mean id?');
  });
});
