import { describe, expect, it } from '@jest/globals';

import {
  describeResultFault,
  readToolResult,
  toErrorResult,
  toInternalError,
  toTextResult,
  toToolResult,
} from '../../../../src/core/tool/tool-result.js';

const text = { type: 'text', text: 'hello' };

describe('readToolResult', () => {
  it.each([
    ['one text', { content: [text] }],
    ['an empty text', { content: [{ type: 'text', text: '' }] }],
    ['an image', { content: [{ type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' }] }],
    ['audio', { content: [{ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }] }],
    ['a link', { content: [{ type: 'resource_link', uri: 'file:///a', name: 'a' }] }],
    ['a resource', { content: [{ type: 'resource', resource: { uri: 'file:///a', text: '' } }] }],
    ['several blocks', { content: [text, { ...text, annotations: { priority: 1 } }] }],
    ['a tool error', { content: [text], isError: true }],
    ['structured content without blocks', { content: [], structuredContent: { a: 1 } }],
    ['meta data', { content: [text], _meta: { 'example.com/a': 1 } }],
    ['a member of a later revision', { content: [text], resultType: 'complete' }],
    ['structured content of any type', { content: [text], structuredContent: [1] }],
    ['members that are null', { content: [text], structuredContent: null, isError: null }],
  ])('accepts %s', (_what, value) => {
    expect(readToolResult(value)).toMatchObject({ misfits: [] });
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
    ['a member that no tool result has', { content: [text], total: 1 }],
    ['a result of another type', { content: [text], resultType: 'task' }],
    ['isError as a text', { content: [text], isError: 'true' }],
    ['meta data that is a text', { content: [text], _meta: 'a' }],
    ['a type that every object has', { content: [{ type: 'constructor' }] }],
    ['a type that is the prototype', { content: [{ type: '__proto__' }] }],
    ['a type that is an object', { content: [{ type: { toString: 1, valueOf: 1 } }] }],
    ['a type that is an array', { content: [{ type: ['text'], text: 'hello' }] }],
  ])('is not deceived by %s', (_what, value) => {
    expect(readToolResult(value)).toBeUndefined();
  });
});

const json = (value: unknown) => ({ type: 'text', text: JSON.stringify(value) });

describe('a tool result of a Worker', () => {
  it('has no members that are null, except in its data', () => {
    const link = { type: 'resource_link', uri: 'file:///a', name: 'a' };
    const icon = { src: 'https://a.example/i.png' };
    const value = {
      content: [
        { ...text, annotations: { audience: null, priority: 1 }, _meta: null },
        { ...link, size: null, icons: [{ ...icon, sizes: null }] },
      ],
      structuredContent: { a: null },
      _meta: { a: null },
      isError: null,
    };

    expect(readToolResult(value)).toEqual({
      result: {
        content: [
          { ...text, annotations: { priority: 1 } },
          { ...link, icons: [icon] },
        ],
        structuredContent: { a: null },
        _meta: { a: null },
      },
      misfits: [],
    });
  });

  it.each([
    ['data that is no base64', { type: 'image', data: 'no base64!', mimeType: 'image/png' }],
    ['no contents', { type: 'resource', resource: { uri: 'file:///a' } }],
    ['contents that are no base64', { type: 'resource', resource: { uri: 'a:b', blob: '-' } }],
    ['a link without a name', { type: 'resource_link', uri: 'file:///a', name: null }],
  ])('has a block with %s as text', (_what, block) => {
    const read = readToolResult({ content: [text, block] });

    expect(read?.result.content).toEqual([text, json(block)]);
    expect(read?.misfits).toContain('/content/1');
  });

  it.each([
    ['lastModified', '2026-01-05T09:00:00'],
    ['priority', 5],
    ['audience', ['everybody']],
  ])('is without an annotation that clients refuse: %s', (name, value) => {
    expect(readToolResult({ content: [{ ...text, annotations: { [name]: value } }] })).toEqual({
      result: { content: [{ ...text, annotations: {} }] },
      misfits: [`/content/0/annotations/${name}`],
    });
  });

  it.each([
    ['blocks of other types', [text, { type: 'chapter' }], [text, json({ type: 'chapter' })]],
    ['texts', ['No funds'], [{ type: 'text', text: 'No funds' }]],
    ['nothing', [], [{ type: 'text', text: 'It failed. No reason was given.' }]],
  ])('that is marked as an error stays one with %s', (_what, content, expected) => {
    expect(toToolResult({ content, isError: true })).toEqual({
      content: expected,
      isError: true,
    });
  });

  it.each([
    ['with a member of its own', { content: [text], isError: true, code: 5 }],
    ['in the spelling of Python', { content: [text], is_error: true, structured_content: null }],
  ])('that is an error %s is data that is an error, and a warning says why', (_what, value) => {
    expect(toToolResult(value)).toEqual({
      content: [json(value)],
      structuredContent: value,
      isError: true,
    });
    expect(describeResultFault(value)).toMatch(/^A value with "content" and "is_?[eE]rror"/);
  });

  it.each([
    ['a tool result', { content: [text], isError: false }],
    ['data', { content: [{ chapter: 1 }] }],
    ['data that says nothing of errors', { content: [text], total: 1 }],
    ['no object', 'hello'],
  ])('has no fault where it is %s', (_what, value) => {
    expect(describeResultFault(value)).toBeUndefined();
  });
});

describe('toToolResult', () => {
  it.each([[undefined], [null]])("says in a sentence that %s isn't a result", (value) => {
    expect(toToolResult(value)).toEqual({
      content: [{ type: 'text', text: 'Completed. There is no result.' }],
    });
  });

  it('hands on a tool result', () => {
    const result = { content: [text], isError: true, _meta: { a: 1 } };

    expect(toToolResult(result)).toEqual(result);
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
    expect(toToolResult(value)).toEqual({ content: [{ type: 'text', text: expected }] });
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
    expect(toToolResult(value)).toEqual({
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
    expect(toErrorResult('No.')).toEqual({ ...toTextResult('No.'), isError: true });
  });
});

describe('toInternalError', () => {
  it('has the code that both generations give', () => {
    expect(toInternalError('No.')).toEqual({ code: -32603, message: 'No.' });
  });
});
