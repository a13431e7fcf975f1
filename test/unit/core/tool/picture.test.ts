import { describe, expect, it } from '@jest/globals';

import { readToolResult } from '../../../../src/core/tool/tool-result.js';

const PNG = 'iVBORw0KGgoAAAANSUhEUg==';
const JPEG = '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA==';
const GIF = 'R0lGODlhAQABAAAAACw=';
const WEBP = 'UklGRiQAAABXRUJQVlA4IBgAAAAw';
const SVG = 'PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=';
const TIFF = 'SUkqAAgAAAAAAA==';

const read = (picture: object) =>
  readToolResult({ content: [{ type: 'image', ...picture }], isError: false });

describe('a picture of a Worker', () => {
  it.each([
    ['image/png', PNG],
    ['image/jpeg', JPEG],
    ['image/gif', GIF],
    ['image/webp', WEBP],
  ])('of the type %s goes out as it is', (mimeType, data) => {
    const picture = { type: 'image', data, mimeType };

    expect(read({ data, mimeType })).toMatchObject({ misfits: [], result: { content: [picture] } });
  });

  it.each([
    ['image/png', JPEG, 'image/jpeg'],
    ['image/svg+xml', PNG, 'image/png'],
    ['', GIF, 'image/gif'],
    ['IMAGE/PNG', PNG, 'image/png'],
  ])('called "%s" has the type that its bytes say', (mimeType, data, seen) => {
    expect(read({ data, mimeType })).toMatchObject({
      misfits: ['/content/0/mimeType'],
      result: { content: [{ type: 'image', data, mimeType: seen }] },
    });
  });

  it.each([
    ['image/svg+xml', SVG, 'image/svg+xml'],
    ['image/tiff', TIFF, 'image/tiff'],
    ['image/png', SVG, 'image/png'],
    ['', TIFF, 'application/octet-stream'],
  ])('called "%s" that models refuse becomes a file', (mimeType, data, declared) => {
    const annotations = { priority: 1 };

    expect(read({ data, mimeType, annotations })).toStrictEqual({
      misfits: ['/content/0/mimeType'],
      result: expect.objectContaining({
        content: [
          {
            type: 'resource',
            annotations,
            resource: { uri: 'result:/content/0', mimeType: declared, blob: data },
          },
        ],
      }) as unknown,
    });
  });

  it.each([
    ['base64url', JPEG.replaceAll('/', '_').replaceAll('+', '-')],
    ['a data URL', `data:image/jpeg;base64,${JPEG}`],
    ['a data URL with parameters', `data:image/jpeg;name=a.jpg;base64,${JPEG}`],
  ])('in %s is decoded', (_, data) => {
    expect(read({ data, mimeType: 'image/jpeg' })).toMatchObject({
      misfits: [],
      result: { content: [{ type: 'image', data: JPEG, mimeType: 'image/jpeg' }] },
    });
  });

  it('in lines of 76 characters keeps its type', () => {
    const data = `${PNG.slice(0, 10)}\r\n${PNG.slice(10)}`;

    expect(read({ data, mimeType: 'image/png' })).toMatchObject({ misfits: [] });
  });

  it.each(['image', 'audio'])('or a sound without bytes becomes a text (%s)', (type) => {
    const block = { type, data: '', mimeType: `${type}/png` };

    expect(readToolResult({ content: [block], isError: false })).toMatchObject({
      misfits: ['/content/0'],
      result: { content: [{ type: 'text', text: JSON.stringify(block) }] },
    });
  });
});
