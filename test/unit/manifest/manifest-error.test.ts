import { describe, expect, it } from '@jest/globals';

import { formatPath, ManifestError } from '../../../src/manifest/manifest-error.js';

describe('formatPath', () => {
  it.each([
    [[], ''],
    [['tools'], 'tools'],
    [['tools', 'place_order', 'ttl'], 'tools.place_order.ttl'],
    [['tools', 'a', 'arguments', 1], 'tools.a.arguments[1]'],
    [['tools', 'a', 'arguments', 1, 'b'], 'tools.a.arguments[1].b'],
  ])('writes %j as "%s"', (path, expected) => {
    expect(formatPath(path)).toBe(expected);
  });
});

describe('ManifestError', () => {
  it('lists every problem, one a line, as compilers do', () => {
    const problems = [
      { path: 'tools.a.ttl', message: 'Too long.', line: 3, column: 5 },
      { path: '', message: 'No end.', line: 9 },
      { path: 'tools', message: 'None.' },
      { path: '', message: 'Unreadable.' },
    ];
    const error = new ManifestError('m.yaml', problems);

    expect(error).toMatchObject({ name: 'ManifestError', problems });
    expect(error.message.split('\n')).toStrictEqual([
      'm.yaml:3:5 tools.a.ttl: Too long.',
      'm.yaml:9:1 No end.',
      'm.yaml tools: None.',
      'm.yaml: Unreadable.',
    ]);
  });
});
