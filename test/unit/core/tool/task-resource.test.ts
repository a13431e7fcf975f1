import { describe, expect, it } from '@jest/globals';

import { taskIdOfResource, toResourceUri } from '../../../../src/core/tool/task-resource.js';

describe('the URI of a task’s result', () => {
  it.each([
    'mcp-q3vj5b2k7x4mzd6wtyhp-ad5gk2vn7r4xq6jzmtw3bhs5ye',
    'order-17',
    'a/b c%2F?#ü',
    'A:b@c',
  ])('names %s, and survives being parsed', (taskId) => {
    const uri = toResourceUri(taskId);

    expect(taskIdOfResource(uri)).toBe(taskId);
    expect(new URL(uri).href).toBe(uri);
  });

  it.each([
    '',
    'x',
    'file:///etc/passwd',
    'https://example.com/a/result',
    'temporal-task:///a',
    'temporal-task:///a/b/result',
    'temporal-task:////result',
    'temporal-task://host/a/result',
    'temporal-task:///a/result?x',
    'temporal-task:///a/result#x',
    'temporal-task:///%/result',
    'temporal-task:///%61/result',
    'TEMPORAL-TASK:///a/result',
    `temporal-task:///${'a'.repeat(2_000)}/result`,
  ])('is no other text: %s', (uri) => {
    expect(taskIdOfResource(uri)).toBeUndefined();
  });
});
