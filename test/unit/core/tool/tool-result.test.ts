import { describe, expect, it } from '@jest/globals';

import {
  isToolResult,
  toErrorResult,
  toInternalError,
  toTextResult,
  toToolResult,
} from '../../../../src/core/tool/tool-result.js';

const text = { type: 'text', text: 'hello' };

describe('isToolResult', () => {
  it.each([
    ['one text', { content: [text] }],
    ['an empty text', { content: [{ type: 'text', text: '' }] }],
    ['an image', { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] }],
    ['audio', { content: [{ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }] }],
    ['a link', { content: [{ type: 'resource_link', uri: 'file:///a', name: 'a' }] }],
    ['a resource', { content: [{ type: 'resource', resource: { uri: 'file:///a', text: '' } }] }],
    ['several blocks', { content: [text, { ...text, annotations: { priority: 1 } }] }],
    ['a tool error', { content: [text], isError: true }],
    ['structured content without blocks', { content: [], structuredContent: { a: 1 } }],
    ['meta data', { content: [text], _meta: { 'example.com/a': 1 } }],
    ['a member of a later revision', { content: [text], resultType: 'complete' }],
  ])('accepts %s', (_what, value) => {
    expect(isToolResult(value)).toBe(true);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'content'],
    ['a number', 42],
    ['an array', [{ content: [text] }]],
    ['an empty object', {}],
    ['no blocks and no structured content', { content: [] }],
    ['blocks that are no array', { content: text }],
    ['a text as content', { content: 'hello' }],
    ['a block that is a text', { content: ['hello'] }],
    ['a block that is null', { content: [null] }],
    ['a block without type', { content: [{ text: 'hello' }] }],
    ['a block of a type of its own', { content: [{ type: 'chapter', text: 'hello' }] }],
    ['one block of many that is none', { content: [text, { type: 'chapter' }] }],
    ['a text block without text', { content: [{ type: 'text' }] }],
    ['a text block with a number', { content: [{ type: 'text', text: 5 }] }],
    ['an image without type', { content: [{ type: 'image', data: 'AAAA' }] }],
    ['a link without name', { content: [{ type: 'resource_link', uri: 'file:///a' }] }],
    ['a resource that is null', { content: [{ type: 'resource', resource: null }] }],
    ['structured content that is an array', { content: [text], structuredContent: [1] }],
    ['structured content that is null', { content: [text], structuredContent: null }],
    ['isError as a text', { content: [text], isError: 'true' }],
    ['meta data that is a text', { content: [text], _meta: 'a' }],
    ['a type that every object has', { content: [{ type: 'constructor' }] }],
    ['a type that is the prototype', { content: [{ type: '__proto__' }] }],
    ['a type that is an object', { content: [{ type: { toString: 1, valueOf: 1 } }] }],
    ['a type that is an array', { content: [{ type: ['text'], text: 'hello' }] }],
  ])('is not deceived by %s', (_what, value) => {
    expect(isToolResult(value)).toBe(false);
  });
});

describe('toToolResult', () => {
  it.each([[undefined], [null]])('says in a sentence that %s is no result', (value) => {
    expect(toToolResult(value)).toStrictEqual({
      content: [{ type: 'text', text: 'Completed. There is no result.' }],
    });
  });

  it('hands on a tool result as it is', () => {
    const result = { content: [text], isError: true, _meta: { a: 1 } };

    expect(toToolResult(result)).toBe(result);
  });

  it.each([
    ['a text as it is', 'hello', 'hello'],
    ['an empty text as it is', '', ''],
    ['a number as JSON', 42, '42'],
    ['zero as JSON', 0, '0'],
    ['a boolean as JSON', false, 'false'],
    ['an array as JSON', [1, 'two', null], '[1,"two",null]'],
    ['an empty array as JSON', [], '[]'],
  ])('gives %s', (_what, value, expected) => {
    expect(toToolResult(value)).toStrictEqual({ content: [{ type: 'text', text: expected }] });
  });

  it.each([
    ['an object', { orderId: 'o-1', total: 3 }],
    ['an empty object', {}],
    ['business data with a list called content', { content: [{ type: 'chapter', title: 'One' }] }],
    ['business data with an empty list called content', { content: [], pages: 0 }],
    [
      'business data whose content has types like "constructor"',
      { content: [{ type: 'toString' }] },
    ],
  ])('gives %s as structured content, with its JSON as text', (_what, value) => {
    expect(toToolResult(value)).toStrictEqual({
      content: [{ type: 'text', text: JSON.stringify(value) }],
      structuredContent: value,
    });
  });

  it.each([
    ['bytes', Uint8Array.of(1, 2)],
    ['a buffer', Buffer.from('ab')],
    ['an array buffer', new ArrayBuffer(2)],
    ['a view', new DataView(new ArrayBuffer(2))],
    ['a function', () => 1],
    ['a symbol', Symbol('a')],
  ])('has no result for %s', (_what, value) => {
    expect(toToolResult(value)).toBeUndefined();
  });
});

describe('toErrorResult', () => {
  it('is a text marked as an error', () => {
    expect(toErrorResult('No.')).toStrictEqual({ ...toTextResult('No.'), isError: true });
  });
});

describe('toInternalError', () => {
  it('has the code that both generations give', () => {
    expect(toInternalError('No.')).toStrictEqual({ code: -32603, message: 'No.' });
  });
});
