import { describe, expect, it } from '@jest/globals';

import { inspectPatterns } from '../../../src/check/inspect-tools.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';
import { formatPath } from '../../../src/manifest/manifest-error.js';

const inspect = (input: object, output?: object) => {
  const tool = { workflow: 'w', input: { type: 'object', ...input }, ...(output && { output }) };
  const manifest = { defaults: { workflow: { taskQueue: 'q' } }, tools: { t: tool } };
  return inspectPatterns(parseManifest(JSON.stringify(manifest)).tools);
};

describe('inspectPatterns', () => {
  it('has nothing to say of patterns that RE2 knows', () => {
    const warnings = inspect({
      properties: {
        day: { pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
        slug: { type: 'string', pattern: '^(a+)+$' },
        // A member of that name, and values that look like one.
        pattern: { default: { pattern: '^(?=a)' }, examples: ['(?=a)'] },
      },
    });

    expect(warnings).toStrictEqual([]);
  });

  it.each(['^(?=.*\\d).{8,64}$', '(?<!a)b', '^(.)\\1$'])(
    'warns of %s, which RE2 does not know',
    (pattern) => {
      const [warning] = inspect({ properties: { a: { pattern } } });

      expect(warning?.message).toMatch(/^RE2, which matches in linear time, does not support/);
    },
  );

  it('finds patterns wherever a schema has them', () => {
    const pattern = '^(?=a)';
    const warnings = inspect(
      {
        patternProperties: { [pattern]: { prefixItems: [{ pattern }] } },
        $defs: { name: { anyOf: [{ type: 'number' }, { not: { pattern } }] } },
      },
      { type: 'object', properties: { properties: { propertyNames: { pattern } } } },
    );

    expect(warnings.map(({ path }) => formatPath(path))).toStrictEqual([
      'tools.t.input.patternProperties.^(?=a)',
      'tools.t.input.patternProperties.^(?=a).prefixItems[0].pattern',
      'tools.t.input.$defs.name.anyOf[1].not.pattern',
      'tools.t.output.properties.properties.propertyNames.pattern',
    ]);
  });
});
