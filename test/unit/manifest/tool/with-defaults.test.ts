import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';

import { defineTools, tool } from '../../../../src/manifest/load/define-tools.js';
import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';
import type { Manifest } from '../../../../src/manifest/manifest.js';

const INPUT = `
    input:
      type: object
      required: [id]
      $defs: { box: { type: object, properties: { size: { enum: [S, M], default: M } }, default: {} } }
      properties:
        id: { type: string }
        copies: { type: integer, minimum: 1, default: 2 }
        items: { type: array, items: { type: object, properties: { gift: { default: false } } } }
        box: { $ref: '#/$defs/box' }
        deep: { type: object, default: {}, properties: { colour: { type: string, default: red } } }
`;

/**
 * @param start More of `workflow`, in its braces.
 * @param lines More of the tool.
 */
const manifestOf = (start = '', ...lines: readonly string[]): Manifest =>
  parseManifest(
    ['tools:', '  a:', `    workflow: { type: w, taskQueue: q${start} }`, ...lines, INPUT].join(
      '\n',
    ),
  );

const argumentsOf = async (
  manifest: Manifest,
  input: Readonly<Record<string, unknown>>,
): Promise<unknown> => {
  const parsed = await manifest.tools.get('a')?.input.parse(input);
  return parsed?.ok ? parsed.workflowArguments : parsed?.violations;
};

describe('the defaults of a JSON Schema', () => {
  it('are filled in at any depth, as those of a zod object are', async () => {
    expect(await argumentsOf(manifestOf(), { id: 'x', items: [{}, { gift: true }] })).toStrictEqual(
      [
        {
          id: 'x',
          copies: 2,
          items: [{ gift: false }, { gift: true }],
          deep: { colour: 'red' },
        },
      ],
    );
    expect(await argumentsOf(manifestOf(), { id: 'x', box: {} })).toMatchObject([
      { box: { size: 'M' } },
    ]);
  });

  it('stand at their positions, too', async () => {
    const manifest = manifestOf(', arguments: [id, copies, items, box, deep]');

    expect(await argumentsOf(manifest, { id: 'x' })).toStrictEqual([
      'x',
      2,
      null,
      null,
      { colour: 'red' },
    ]);
  });

  it('leave what was sent as it is, and each call its own', async () => {
    const manifest = manifestOf();
    const sent = Object.freeze({ id: 'x', items: Object.freeze([Object.freeze({})]) });

    const [first] = (await argumentsOf(manifest, sent)) as [{ deep: { colour: string } }];
    first.deep.colour = 'changed';

    expect(sent).toStrictEqual({ id: 'x', items: [{}] });
    expect(await argumentsOf(manifest, sent)).toMatchObject([{ deep: { colour: 'red' } }]);
  });

  it('do not mend what breaks the schema', async () => {
    expect(await argumentsOf(manifestOf(), { copies: 0 })).toStrictEqual([
      { path: '/id', message: 'is required' },
      { path: '/copies', message: 'must be >= 1' },
    ]);
  });

  it('count as given in a Workflow ID', () => {
    expect(() => manifestOf(", id: 'order-{id}-{copies}'")).not.toThrow();
    expect(() => manifestOf(", id: 'order-{id}-{items}'")).toThrow(/may be missing/);
  });

  it('are filled in for an action, too', async () => {
    const { actions } = parseManifest(
      [
        'tools: { a: { workflow: { type: w, taskQueue: q } } }',
        'actions:',
        '  act:',
        '    workflow: w',
        '    signal: s',
        '    arguments: [note, { value: 1 }]',
        '    input: { type: object, properties: { note: { type: string, default: none } } }',
      ].join('\n'),
    );

    expect(await actions?.get('act')?.input.parse({})).toStrictEqual({
      ok: true,
      workflowArguments: ['none', 1],
    });
  });

  it('do not reach an output', async () => {
    const output = { answer: 1 };
    const manifest = manifestOf(
      '',
      '    output: { type: object, properties: { unit: { type: string, default: EUR } } }',
    );

    expect(await manifest.tools.get('a')?.output?.validate(output)).toStrictEqual([]);
    expect(output).toStrictEqual({ answer: 1 });
  });
});

describe('the arguments with defaults', () => {
  it('are known before anything is made of them, in YAML and with zod', async () => {
    const zodded = defineTools({
      defaults: { workflow: { taskQueue: 'q' } },
      tools: {
        a: tool({
          workflow: {
            definition: async ({ id }: { id: string; copies: number }) => Promise.resolve(id),
            type: 'w',
          },
          input: z.object({ id: z.string().trim(), copies: z.int().default(2) }),
        }),
      },
    });

    expect(await zodded.tools.get('a')?.input.normalize?.({ id: ' x ' })).toStrictEqual({
      id: ' x ',
      copies: 2,
    });
    expect(await manifestOf().tools.get('a')?.input.normalize?.({ id: 'x' })).toStrictEqual({
      id: 'x',
      copies: 2,
      deep: { colour: 'red' },
    });
  });

  it('are those of the call where there are no defaults', async () => {
    const { tools } = parseManifest('tools: { a: { workflow: { type: w, taskQueue: q } } }');

    expect(await tools.get('a')?.input.normalize?.({ id: 'x' })).toStrictEqual({ id: 'x' });
  });
});
