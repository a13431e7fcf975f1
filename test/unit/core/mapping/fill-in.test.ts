import { describe, expect, it } from '@jest/globals';

import { fillIn } from '../../../../src/core/mapping/fill-in.js';

describe('fillIn', () => {
  it.each([
    ['a text', 'a.txt', 'Delete a.txt?'],
    ['a number', 5, 'Delete 5?'],
    ['an object', { b: 1 }, 'Delete {"b":1}?'],
    ['nothing', undefined, 'Delete ?'],
    ['line breaks and hidden characters', 'a\n\nb\u202Ec\u2028d', 'Delete a b c d?'],
  ])('puts %s into one line', (_what, path, message) => {
    expect(fillIn('Delete {path}?', { path })).toBe(message);
  });

  it('cuts what is long', () => {
    expect(fillIn('{path}', { path: 'x'.repeat(1_000) })).toHaveLength(200);
  });

  it('finds what is inside of members and lists', () => {
    expect(fillIn('{order.items.1.sku}', { order: { items: [{}, { sku: 'b' }] } })).toBe('b');
  });

  it('puts in the value as a whole', () => {
    expect(fillIn('It is {.}.', 'ready')).toBe('It is ready.');
  });

  it('leaves braces alone that name no member', () => {
    expect(fillIn('{} { a } {a..b}', { a: 1 })).toBe('{} { a } {a..b}');
  });

  it('does not fill in what a value brings along', () => {
    expect(fillIn('{a} {b}', { a: '{b}', b: 2 })).toBe('{b} 2');
  });
});
