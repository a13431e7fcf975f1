import { describe, expect, it } from '@jest/globals';

import { inspectIntegers } from '../../../src/check/inspect-tools.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';

function namedIn(property: object): readonly (readonly PropertyKey[])[] {
  const input = { type: 'object', properties: { lines: { type: 'array', items: property } } };
  const manifest = { tools: { pay: { workflow: { type: 'pay', taskQueue: 'pay' }, input } } };
  return inspectIntegers(parseManifest(JSON.stringify(manifest)).tools).map(({ path }) => path);
}

describe('inspectIntegers', () => {
  it.each([
    { type: 'integer', maximum: 9_007_199_254_740_992 },
    { type: 'integer', minimum: -1e18, maximum: 5 },
    { type: ['integer', 'null'], exclusiveMinimum: 0, format: 'int64' },
  ])('names %j', (property) => {
    expect(namedIn(property)).toStrictEqual([
      ['tools', 'pay', 'input', 'properties', 'lines', 'items'],
    ]);
  });

  it.each([
    { type: 'integer' },
    { type: 'integer', minimum: 0, maximum: 9_007_199_254_740_991, format: 'int64' },
    { type: 'string', format: 'int64' },
    { type: 'number', maximum: 1e300 },
  ])('says nothing of %j', (property) => {
    expect(namedIn(property)).toStrictEqual([]);
  });
});
