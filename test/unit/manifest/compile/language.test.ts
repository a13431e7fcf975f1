import { describe, expect, it } from '@jest/globals';

import { fillText, fillValue, showText } from '../../../../src/core/mapping/text.js';
import {
  type Place,
  placeBeforeStart,
  placeLater,
  withSubject,
} from '../../../../src/definition/roots.js';
import { checkWritten } from '../../../../src/manifest/compile/check-names.js';
import { toExpression } from '../../../../src/manifest/compile/compile-expression.js';
import { compileText, toCompiledText } from '../../../../src/manifest/compile/compile-text.js';

const SCOPE = {
  input: { order_id: 17, 'order-id': 'a-1', 数量: 3, max: 10, note: null, tags: ['a'] },
  caller: { name: 'ann', claims: { email: 'ann@x.example' } },
  query: {
    item: 'lamp',
    lines: [
      { sku: 'l', cents: 5 },
      { sku: 'd', cents: 20 },
    ],
  },
  job: { id: '7' },
};
const NAMES = Object.keys(SCOPE.input);

describe('a text', () => {
  it.each<[string, string]>([
    ['Order {order_id} of {$caller.name}', 'Order 17 of ann'],
    ['{$input.order_id}', '17'],
    ['{order-id} {数量}', 'a-1 3'],
    ['{$query.lines[?cents > $input.max].sku | [0]}', 'd'],
    ["{join(', ', $query.lines[].sku)}", 'l, d'],
    ['{$query.lines[0].{a: sku}}', '{"a":"l"}'],
    ["{$query.item || 'a } in quotes'}", 'lamp'],
    ['{ "a": {"b": 1} }', '{ "a": {"b": 1} }'],
    ['{\n  run { id }\n}', '{\n  run { id }\n}'],
    ['{{order_id}}', '{{order_id}}'],
    ['{} and {', '{} and {'],
    ['a } b', 'a } b'],
  ])('%s is %s', async (text, filled) => {
    expect(await fillText(toCompiledText(text, NAMES), SCOPE)).toBe(filled);
  });

  it('keeps the type of a single placeholder', async () => {
    expect(await fillValue(toCompiledText('{tags}', NAMES), SCOPE)).toStrictEqual(['a']);
    expect(await fillValue(toCompiledText(' {tags}', NAMES), SCOPE)).toBe(' ["a"]');
  });

  it('is left out without one of its values, or says "(none)"', async () => {
    const text = toCompiledText('For {note}: {$query.missing}', NAMES);

    expect(await fillText(text, SCOPE)).toBeUndefined();
    expect(await showText(text, SCOPE)).toStrictEqual({
      text: 'For (none): (none)',
      missing: ['note', '$query.missing'],
    });
  });

  it.each([
    ['{order_id', 'A placeholder has no closing brace. Put a blank after a literal brace.'],
    ["{order_id || '}", 'A placeholder has no closing brace. Put a blank after a literal brace.'],
    ['{a b}', expect.stringContaining('{a b}: Not a JMESPath expression')],
  ])('%s is refused', (text, fault) => {
    expect(compileText(text)).toStrictEqual({ ok: false, fault });
  });
});

const BEFORE = placeBeforeStart('buy', NAMES, { claims: ['email'], carried: ['order_id'] });
const STATUS = withSubject(placeLater(BEFORE), 'query');
/** A place whose schemas are known. */
const TYPED: Place = {
  ...placeBeforeStart('buy', ['to', 'cents', 'items', 'order', 'any'], {}),
  schemas: {
    input: {
      properties: {
        to: { type: ['string', 'null'] },
        cents: { type: 'integer' },
        items: { type: 'array', items: { $ref: '#/$defs/item' } },
        order: { $ref: '#/$defs/item' },
        any: { anyOf: [{ type: 'string' }, { type: 'object' }] },
      },
      $defs: {
        item: {
          type: 'object',
          properties: { sku: { type: 'string' }, total: { type: 'number' } },
          additionalProperties: false,
        },
      },
    },
  },
};
const ANSWER = withSubject(STATUS, 'answer', ['approved', 'note']);
const REPLY: Place = {
  ...BEFORE,
  subject: 'body',
  roots: {
    ...BEFORE.roots,
    task: ['id', 'token'],
    job: ['id'],
    body: undefined,
    headers: undefined,
    code: [],
  },
};

const faultOf = (kind: 'text' | 'expression', text: string, place: Place) =>
  checkWritten([{ path: [], kind, text, place }])[0]?.message;

describe('a name', () => {
  it.each<[string, Place]>([
    ['{order_id}', BEFORE],
    ['{$caller.claims.email}', BEFORE],
    ['{$query.item} {order_id}', STATUS],
    ['{$task.id}', STATUS],
    ['{$job.id} {$code}', REPLY],
    ['{$headers."x-id"}', REPLY],
  ])('%s is known', (text, place) => {
    expect(faultOf('text', text, place)).toBeUndefined();
  });

  it.each<[string, Place, string]>([
    ['{order_di}', BEFORE, '"buy" has no argument "order_di". Did you mean {order_id}?'],
    ['{item}', STATUS, '"buy" has no argument "item". What the Query gave is {$query.item}.'],
    [
      '{max}',
      STATUS,
      '"max" is an argument. The Workflow does not get it unchanged, so it cannot be read later: pass it as an argument of its own.',
    ],
    ['{arguments.order_id}', STATUS, 'A name alone is an argument: write {order_id}.'],
    ['{principal.subject}', BEFORE, 'A name alone is an argument: write {$caller.subject}.'],
    ['{owner}', BEFORE, 'A name alone is an argument: write {$caller.name}.'],
    ['{$principal.subject}', BEFORE, 'There is no $principal: write {$caller.subject}.'],
    ['{$qery.item}', STATUS, 'There is no $qery. Did you mean {$query.item}?'],
    [
      '{$result.id}',
      STATUS,
      '$result is not known here, but in result. What the Query gave is {$query.id}.',
    ],
    [
      '{$query.id}',
      BEFORE,
      '$query is not known here, but where a query is read. Here, there are $input, $caller.',
    ],
    [
      '{$caller.claims.mail}',
      BEFORE,
      'The claim "mail" is not passed to Workflows: name it under server.auth.workflowClaims.',
    ],
    ['{$caller.id}', BEFORE, '$caller has no "id". It has subject, name, issuer, kind, claims.'],
    ['{job.id}', REPLY, 'A name alone is an argument: write {$job.id}.'],
    ['{$job.run}', REPLY, '$job has no "run". It has id.'],
    [
      '{id}',
      REPLY,
      '"buy" has no argument "id". What "ids" has named is {$job.id}. What the service has answered is {$body.id}.',
    ],
    ['{+order_id}', BEFORE, 'Only an address has {+…}: write {order_id}.'],
    [
      '{"a": "{order_id}"}',
      BEFORE,
      'A value between quotes could add to this text: write a map instead, or variables of the query.',
    ],
  ])('%s is refused', (text, place, message) => {
    expect(faultOf('text', text, place)).toBe(message);
  });

  it.each([
    ['Pay {{cents}} to {to}?', 'A value stands in single braces: write {cents} for {{cents}}.'],
    [
      'Pay {{ $caller.name }}',
      'A value stands in single braces: write {$caller.name} for {{ $caller.name }}.',
    ],
    [
      'Pay ${{ inputs.cents }}',
      'A value stands in single braces: write {cents} for ${{ inputs.cents }}.',
    ],
    [
      'Pay {{ cents | round }}',
      'A value stands in single braces: write {cents} for {{ cents | round }}.',
    ],
    ['Pay %(cents)s', 'A value stands in single braces: write {cents} for %(cents)s.'],
    ['{to.name}', 'to is a text, and has no "name": write {to}.'],
    ['{to | upper}', 'to is a text, and has no "upper": write {upper(to)}.'],
    ['{$input.cents.value}', 'cents is a number, and has no "value": write {cents}.'],
    ['{items.sku}', 'items is a list, and has no "sku": write {items}, or {items[0]}.'],
    ['{order.totl}', '{order} has no "totl". Did you mean {order.total}?'],
    ['{order.sku.id}', 'order.sku is a text, and has no "id": write {order.sku}.'],
  ])('of another language, or of a value without it, is refused: %s', (text, message) => {
    expect(faultOf('text', text, TYPED)).toBe(message);
  });

  it.each([
    'Pay {{them}} {order.total}',
    '{items[0].sku} {items[*].total} {any.x} {to.name || to}',
    "{trim('{{cents}}')}",
  ])('that a schema leaves open is known: %s', (text) => {
    expect(faultOf('text', text, TYPED)).toBeUndefined();
  });

  it('of another language is refused for what is read at its place', () => {
    expect(faultOf('text', 'Now {{item}}', STATUS)).toBe(
      'A value stands in single braces: write {$query.item} for {{item}}.',
    );
  });

  it.each<[string, Place, string]>([
    ['body.status', REPLY, 'A name alone is an argument: write $body.status.'],
    [
      'status',
      REPLY,
      '"buy" has no argument "status". What the service has answered is $body.status. The HTTP status is $code.',
    ],
    ['$.status', REPLY, '"$" alone names nothing: write $body.status for what is read here.'],
    ['$body.task-id', REPLY, 'A name with hyphens stands in quotes: write $body."task-id".'],
    [
      '$body.id || null',
      REPLY,
      '"null" alone is an argument: write `null` in backticks for the constant.',
    ],
    ['$code == 409', REPLY, 'Numbers stand in backticks: write `409`.'],
    [
      '!$body.done.at',
      REPLY,
      'The "!" holds for the first name only: write parentheses, "!(a.b)".',
    ],
    ['$headers.Location', REPLY, 'Header names are in lower case here: write $headers.location.'],
    ['$code.x', REPLY, '$code has no members: write $code.'],
    [
      'note',
      ANSWER,
      '"note" is a field of the form: write $answer.note, or $input.note for the argument.',
    ],
    ['approved', ANSWER, '"approved" is a field of the form: write $answer.approved.'],
    ['{order_id}', BEFORE, 'This is an expression: write it without braces, order_id.'],
    ['{principal.subject}', BEFORE, 'A name alone is an argument: write $caller.subject.'],
    ['lenght(tags)', BEFORE, 'JMESPath has no function lenght(). Did you mean length()?'],
  ])('the expression %s is refused', (text, place, message) => {
    expect(faultOf('expression', text, place)).toBe(message);
  });
});

describe('an expression', () => {
  it('reads large numbers and bytes as they are', async () => {
    const bytes = new Uint8Array([1]);

    expect(await toExpression('$result').evaluate({ result: bytes })).toStrictEqual({
      ok: true,
      value: bytes,
    });
    expect(await toExpression('$result.id').evaluate({ result: { id: 2n ** 60n } })).toStrictEqual({
      ok: true,
      value: 2n ** 60n,
    });
  });

  it('takes roots from its scope alone', async () => {
    const scope = { input: { caller: { name: 'mallory' } }, caller: { name: 'ann' } };

    expect(await toExpression('$caller.name').evaluate(scope)).toStrictEqual({
      ok: true,
      value: 'ann',
    });
    expect(await toExpression("join('', [$caller.name, 'x'])").evaluate(scope)).toStrictEqual({
      ok: true,
      value: 'annx',
    });
  });
});
