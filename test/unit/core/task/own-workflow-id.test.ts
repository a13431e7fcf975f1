import { describe, expect, it } from '@jest/globals';

import { placeholdersOf } from '../../../../src/core/mapping/text.js';
import {
  fillWorkflowId,
  findIdTemplateFaults,
  isOwnWorkflowId,
  kindOfTaskId,
  MAX_OWN_ID_LENGTH,
} from '../../../../src/core/task/own-workflow-id.js';
import { encodeTaskId } from '../../../../src/core/task/task-id.js';
import { toCompiledText } from '../../../../src/manifest/compile/compile-text.js';

const fill = (template: string, values: Record<string, string>): string => {
  const text = toCompiledText(template);
  const names = placeholdersOf(text).map(({ expression }) => expression.text);
  return fillWorkflowId(
    text,
    names.map((name) => values[name] ?? ''),
  );
};

describe('fillWorkflowId', () => {
  it.each([
    ['17', 'order-17'],
    ['A.b_c~d:e@f/g+h,i=j-k', 'order-A.b_c~d:e@f/g+h,i=j-k'],
    ['a b', 'order-a%20b'],
    ['100%', 'order-100%25'],
    ['Zürich', 'order-Z%C3%BCrich'],
    ['Zu\u0308rich', 'order-Z%C3%BCrich'],
    ['🛒', 'order-%F0%9F%9B%92'],
    ["' OR 1=1", 'order-%27%20OR%201=1'],
    ['a\nb\0', 'order-a%0Ab%00'],
    ['{x}', 'order-%7Bx%7D'],
  ])('makes of %j the ID %j', (value, id) => {
    expect(fill('order-{id}', { id: value })).toBe(id);
    expect(isOwnWorkflowId(id)).toBe(true);
  });

  it('gives different values different IDs, wherever they are cut', () => {
    const texts = ['1', '2', '1-2', '2-1', '-', '--', '%2D', '1%2D2', 'a/b', ''];
    // Halves of surrogate pairs, which are no characters, but can be written in JSON.
    const values = [...texts, '\ud800', '\udc00', '\ud800\udc00', '\ufffd'];
    for (const template of ['x-{a}-{b}', 'x-{a}/-{b}', 'x{a}:{b}-end']) {
      const ids = values.flatMap((a) => values.map((b) => fill(template, { a, b })));

      expect(new Set(ids).size).toBe(values.length ** 2);
    }
  });

  it('fills a name in that is there twice', () => {
    expect(fill('x-{a}/{b}/{a}', { a: '1/2', b: '3' })).toBe('x-1%2F2/3/1/2');
  });
});

describe('isOwnWorkflowId', () => {
  it.each([
    '',
    'a b',
    "a'b",
    'ü',
    'a\n',
    'a"b',
    'a'.repeat(MAX_OWN_ID_LENGTH + 1),
    'mcp-x',
    'mcp-grace-order-1',
    encodeTaskId('a'.repeat(20), new Uint8Array(17)),
  ])('is not what %j is', (text) => {
    expect(isOwnWorkflowId(text)).toBe(false);
  });
});

describe('findIdTemplateFaults', () => {
  it.each(['order-{id}', 'orders/{region}/{id}', 'mcp_{id}', 'mine:{a}-{b}.{c}', 'x-{a}-{b}-end'])(
    'has nothing against %j',
    (template) => {
      expect(findIdTemplateFaults(toCompiledText(template))).toStrictEqual([]);
    },
  );

  it.each([
    ['order', 'All calls would have the same ID'],
    ['{id}', 'Start with a fixed text'],
    ['{id}-order', 'Start with a fixed text'],
    ['mcp-{id}', 'Start with a fixed text'],
    ['m{id}', 'Start with a fixed text'],
    ['act{id}', 'IDs of Activities begin with "activity:"'],
    ['activity:{id}', 'IDs of Activities begin with "activity:"'],
    ['mcp{id}', 'Start with a fixed text'],
    ['mcp-grace-{id}', 'Start with a fixed text'],
    ['order {id}', 'Use letters, digits'],
    ['order-{id', 'Use letters, digits'],
    ["order'-{id}", 'Use letters, digits'],
    ['order%-{id}', 'Use letters, digits'],
    ['order-{a}{b}', 'Separate placeholders'],
    ['order-{a}x{b}', 'Separate placeholders'],
    [`${'a'.repeat(MAX_OWN_ID_LENGTH)}{a}`, 'An ID has at most 200 characters'],
  ])('says of %j: %s …', (template, fault) => {
    expect(findIdTemplateFaults(toCompiledText(template)).join(' ')).toContain(fault);
  });
});

describe('an ID of an Activity', () => {
  it.each(['convert-{id}', '{id}', 'activity-{id}'])('begins with its prefix, unlike %j', (id) => {
    expect(findIdTemplateFaults(toCompiledText(id), 'activity').join(' ')).toContain(
      'The ID of an Activity begins with "activity:"',
    );
    expect(findIdTemplateFaults(toCompiledText(`activity:${id}`), 'activity')).toStrictEqual([]);
  });

  it.each([
    ['activity', encodeTaskId('a'.repeat(20), new Uint8Array(17), 'activity')],
    ['activity', 'activity:convert-17'],
    ['workflow', encodeTaskId('a'.repeat(20), new Uint8Array(17))],
    ['workflow', 'order-17'],
  ])('tells %s of %s', (kind, id) => {
    expect(kindOfTaskId(id)).toBe(kind);
  });
});
