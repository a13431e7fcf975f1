import { describe, expect, it } from '@jest/globals';

import { argumentsRead } from '../../../../src/core/mapping/expression.js';
import {
  compileExpression,
  toExpression,
} from '../../../../src/manifest/compile/compile-expression.js';
import { spentCpuMs } from '../../../support/spent-cpu-ms.js';

const ORDER = {
  id: 'o-1',
  customer: { name: 'Ada' },
  lines: [
    { sku: 'lamp', cents: 300 },
    { sku: 'desk', cents: 700 },
  ],
};

const valueOf = (text: string, value: unknown = ORDER) =>
  toExpression(text).evaluate({ input: value });
const faultOf = (text: string) => {
  const compiled = compileExpression(text);
  return compiled.ok ? undefined : compiled.fault;
};

describe('an expression', () => {
  it.each<[string, unknown]>([
    ['customer.name', 'Ada'],
    ["{ 名: id, größe: lines[?sku == 'désk'] }", { 名: 'o-1', größe: [] }],
    ['sort_by(lines, &sku)[0].sku', 'desk'],
    ['"數" || id', 'o-1'],
    ['lines[*].sku', ['lamp', 'desk']],
    ['{ order: id, total: sum(lines[].cents) }', { order: 'o-1', total: 1_000 }],
    ["join(', ', lines[].sku)", 'lamp, desk'],
    ['lines[?cents > `500`] | [0].sku', 'desk'],
    ['`true`', true],
    ['lines[0].cents + `1`', 301],
    ['let $id = id in lines[*].{ sku: sku, order: $id } | [0].order', 'o-1'],
  ])('%s gives what it says', async (text, value) => {
    expect(await valueOf(text)).toStrictEqual({ ok: true, value });
  });

  it.each(['nothing', 'customer.nothing.at.all', 'id.x', 'lines[5]'])(
    '%s gives nothing where nothing is',
    async (text) => {
      expect(await valueOf(text)).toStrictEqual({ ok: true, value: undefined });
    },
  );

  it.each([
    'toString',
    'constructor',
    '__proto__.toString',
    'constructor.constructor',
    'hasOwnProperty',
  ])('%s finds nothing that is not JSON', async (text) => {
    expect(await valueOf(text)).toStrictEqual({ ok: true, value: undefined });
  });

  it.each([
    ["price > `5` and item == 'or'", 'Write "&&" for "and", "||" for "or", and "!" for "not".'],
    ['not paid', 'Write "&&" for "and", "||" for "or", and "!" for "not".'],
    ['{price} > `5`', 'An expression has names without braces: write price > `5`.'],
    ['price:.2f', 'A value has no format here: write price.'],
    ['.item', 'An expression begins with a name: write item.'],
    [
      '$result.content.0.text',
      'An element of a list stands in brackets: write $result.content[0].text.',
    ],
    ['price === `5`', 'Write "==" to compare.'],
  ])('%s is a habit of another language', (text, words) => {
    expect(faultOf(text)).toBe(words);
  });

  it.each(['[]', '.a', '[*]'])('%s again and again is refused, and throws nothing', (part) => {
    expect(faultOf(`a${part.repeat(1_300)}`)).toMatch(/256 nested or chained parts/);
    expect(faultOf(`a${part.repeat(100)}`)).toBeUndefined();
  });

  it.each(['!', '(', '[', '{a:'])('%s again and again is refused in no time', (part) => {
    const startedAtMs = spentCpuMs();

    expect(faultOf(part.repeat(1_300))).toMatch(/^Not a JMESPath expression/);
    expect(spentCpuMs() - startedAtMs).toBeLessThan(200);
  });

  it('changes nothing that others see', async () => {
    expect(await valueOf('merge($input, `{"__proto__": {"polluted": true}}`).id')).toMatchObject({
      ok: true,
    });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it.each<[string, string]>([
    ['length(lines[0].cents)', 'Invalid type: length() expected argument 1'],
    ['sum(lines[].sku)', 'Invalid type: sum() expected argument 1'],
    ['lines[0].cents / `0`', 'not-a-number: divide by zero'],
  ])('%s says why there is no value, and quotes none', async (text, reason) => {
    const evaluated = await valueOf(text);

    expect(evaluated).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
    expect(JSON.stringify(evaluated)).not.toMatch(/lamp|300/);
  });

  it('ends within a limit, however much it has to look at', async () => {
    const large = { items: Array.from({ length: 20_000 }, (_one, id) => ({ id })) };
    const evaluated = await valueOf('items[*].length($input.items[?id == `-1`])', large);

    expect(evaluated).toStrictEqual({ ok: false, reason: 'it takes longer than 1000 ms' });
    expect(await valueOf('items[1].id', large)).toStrictEqual({ ok: true, value: 1 });
  });

  it.each([`@${' | [@, @]'.repeat(40)}`, `[id, id]${' | [@, @][]'.repeat(22)}`])(
    'gives no more than there is room and time for: %s',
    async (text) => {
      expect(await valueOf(text)).toMatchObject({
        ok: false,
        reason: expect.stringMatching(/levels of nesting|bytes|takes longer/),
      });
    },
  );

  it('knows the members that it looks at', () => {
    const namesOf = (text: string) => argumentsRead(toExpression(text).reads);

    expect(
      namesOf('{ a: customer.name, b: lines[?cents > `1`].sku, c: sum(lines[].cents) }'),
    ).toStrictEqual(['customer', 'lines']);
    expect(namesOf("sort_by(lines, &cents)[0] || 'none'")).toStrictEqual(['lines']);
    expect(namesOf('`{"type": "Field", "name": "x"}`')).toStrictEqual([]);
    expect(namesOf('lines[?cents > $input.max && $caller.name == by]')).toStrictEqual([
      'lines',
      'max',
    ]);
    expect(namesOf('to_string($input)')).toBe('all');
  });
});

describe('what is no expression', () => {
  it.each<[string, string]>([
    ['a b', 'unexpected token type: UnquotedIdentifier, value: b'],
    ['', 'invalid token (EOF)'],
    ['lines[*.sku', 'expected Rbracket, got: Dot'],
    ['a.¢', 'unknown character: ¢'],
    ['lenght(lines)', 'JMESPath has no function lenght(). Did you mean length()?'],
    ['join(lines)', 'join() takes at least 2 arguments but received 1.'],
    ['x'.repeat(5_000), 'An expression has at most 4096 characters.'],
  ])('%s is refused in the words of the library', (text, message) => {
    expect(faultOf(text)).toContain(message);
  });

  it('throws nothing where the library takes for an expression what is none', () => {
    expect(async () => valueOf('let $x  name in $x')).not.toThrow();
  });

  it('gives no value, should it be used all the same', async () => {
    expect(await valueOf('a b')).toStrictEqual({ ok: false, reason: 'it is not an expression' });
  });
});
