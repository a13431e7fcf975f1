import { describe, expect, it } from '@jest/globals';

import { compareArguments, toSampleArguments } from '../../../src/check/compare-arguments.js';
import { Unreadable } from '../../../src/check/recorded-starts.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';
import { UnreadablePayload } from '../../../src/temporal/link/unreadable-payload.js';

const INPUT = `
    input:
      type: object
      required: [order_id]
      properties:
        order_id: { type: string, pattern: '^[A-Z]{2}-[0-9]+$' }
        amount: { type: number }
        note: {}
`;

/**
 * The findings about a tool whose Workflow was started with these arguments.
 *
 * @param layout Further keys of `workflow`, inside its braces.
 */
async function compare(
  layout: string,
  ...seen: readonly (readonly unknown[])[]
): Promise<string[]> {
  const { tools } = parseManifest(
    `tools:
  a:
    workflow: { type: w, taskQueue: q${layout} }
${INPUT}`,
  );
  const tool = tools.get('a');
  const given = tool && (await toSampleArguments(tool));
  if (!given) throw new Error('It is not known what the tool gives.');
  return compareArguments(seen, given).map(({ level, message }) => `${level}: ${message}`);
}

const LIST = ', arguments: [order_id, amount, note]';

describe('compareArguments', () => {
  it.each<[string, string, readonly (readonly unknown[])[]]>([
    [
      'one object with the same members',
      '',
      [[{ order_id: 'DE-1', amount: 2.5 }], [{ order_id: 'x', note: 1 }]],
    ],
    ['the same by position', LIST, [['DE-1', 2.5, {}]]],
    ['fewer, where the rest may be missing', LIST, [['DE-1']]],
    [
      'anything where the schema leaves it open',
      LIST,
      [
        ['DE-1', 1, [1]],
        ['DE-1', 1, 'x'],
      ],
    ],
    ['a kind that one of the starts had', LIST, [[7, 1, 1], ['DE-1']]],
    ['never anything', '', []],
  ])('has nothing to say of %s', async (_what, layout, seen) => {
    expect(await compare(layout, ...seen)).toStrictEqual([]);
  });

  it('says why it does not compare what cannot be read', async () => {
    const stored = new Unreadable(new UnreadablePayload('noStorage', 'External Storage'));

    expect(await compare('', [stored], [{ order_id: 'DE-1' }])).toStrictEqual([
      expect.stringMatching(/^warning: the argument cannot be compared .*--data-converter/),
    ]);
  });

  it('says that positions were one object', async () => {
    expect(await compare(LIST, [{ order_id: 'x' }], [{ order_id: 'y' }])).toStrictEqual([
      expect.stringMatching(
        /^warning: this tool passes up to 3 arguments, and at most 1 were seen/,
      ),
      'problem: argument 1 was always an object, but this tool passes a text: lay out the arguments as the Workflow takes them, with "arguments".',
    ]);
  });

  it('says that an object was positions', async () => {
    expect(await compare('', ['DE-1', 2], ['DE-2', 3])).toStrictEqual([
      'problem: it was always started with 2 arguments, but this tool passes 1: lay them out by position: "arguments: [first, second]", or make sure that the Workflow accepts that.',
      'problem: the argument was always a text, but this tool passes an object: lay out the arguments as the Workflow takes them, with "arguments".',
    ]);
  });

  it('says that there were no arguments at all', async () => {
    expect(await compare('', [], [])).toStrictEqual([
      'problem: this tool passes 1 argument, and at most 0 were seen. A Workflow in Python fails on more than it takes. Write "arguments: []", or make sure that the Workflow accepts that.',
    ]);
  });

  it('says that an optional argument may be one too many', async () => {
    expect(await compare(LIST, ['DE-1', 2], ['DE-2', 3])).toStrictEqual([
      'warning: this tool passes up to 3 arguments, and at most 2 were seen. A Workflow in Python fails on more than it takes. Leave the rest out of "arguments", or make sure that the Workflow accepts that.',
    ]);
  });

  it('says that a required argument is one too many', async () => {
    const layout = ', arguments: [order_id, amount, note, { value: 4 }]';

    expect(await compare(layout, ['DE-1'], ['DE-2'])).toStrictEqual([
      expect.stringMatching(/^problem: this tool passes 4 arguments, and at most 1 were seen\./),
    ]);
  });

  it('lets Workers that ignore surplus arguments have optional ones', () => {
    const given = { least: ['a'], most: ['a', 'b'] };
    const seen = [['a'], ['a']];

    expect(compareArguments(seen, given, { ignoresMore: true })).toStrictEqual([]);
    expect(
      compareArguments(seen, { ...given, least: ['a', 'b'] }, { ignoresMore: true }),
    ).toMatchObject([{ level: 'warning' }]);
  });

  it('takes a member that was always null for one that may be left out', async () => {
    const seen = [{ order_id: 'x', state: null }];

    expect(await compare('', seen, seen)).toStrictEqual([]);
  });

  it('names members that were always there, and the one that is meant', async () => {
    expect(
      await compare('', [{ orderId: 'x', amount: 1 }], [{ orderId: 'y', amount: 1, hint: true }]),
    ).toStrictEqual([
      'problem: "orderId" was always in the argument, but this tool has no such property. It has "order_id": write "orderId".',
    ]);
  });

  it('shows no values, and no names that may be values', async () => {
    const said = await compare('', [
      { order_id: 'SECRET-1', 'ada@example.com': 'SECRET-2', 'two words': 1 },
    ]);

    expect(said).toStrictEqual([]);
  });
});
