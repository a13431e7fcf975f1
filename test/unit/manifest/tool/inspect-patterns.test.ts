import { describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../../../src/manifest/file/load-manifest.js';
import { formatPath } from '../../../../src/manifest/file/manifest-error.js';
import { inspectPatterns } from '../../../../src/manifest/tool/inspect-patterns.js';

const inspect = (input: object, output?: object) => {
  const tool = { workflow: 'w', input: { type: 'object', ...input }, ...(output && { output }) };
  const manifest = { defaults: { taskQueue: 'q' }, tools: { t: tool } };
  return inspectPatterns(parseManifest(JSON.stringify(manifest)).tools);
};

describe('inspectPatterns', () => {
  it('has nothing to say of patterns that cannot explode', () => {
    const warnings = inspect({
      properties: {
        day: { pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
        slug: { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' },
        // A member of that name, and values that look like one.
        pattern: { default: { pattern: '^(a+)+$' }, examples: ['(a+)+$'] },
      },
    });

    expect(warnings).toStrictEqual([]);
  });

  it.each(['^(a+)+$', '^(a|aa)+$', '^(\\w+\\s?)*$'])(
    'warns of %s, which this server matches in linear time and others may not',
    (pattern) => {
      const [warning, ...others] = inspect({ properties: { a: { pattern } } });

      expect(others).toStrictEqual([]);
      expect(formatPath(warning?.path ?? [])).toBe('tools.t.input.properties.a.pattern');
      expect(warning?.message).toMatch(
        /can take very long where .* Here RE2 does, in linear time\.$/,
      );
    },
  );

  it.each(['^(?=.*\\d).{8,64}$', '(?<!a)b', '^(.)\\1$'])(
    'warns of %s, which RE2 does not know',
    (pattern) => {
      const [warning] = inspect({ properties: { a: { pattern } } });

      expect(warning?.message).toMatch(/^RE2, which takes linear time, does not know/);
      expect(warning?.message).not.toContain('It can take very long');
    },
  );

  it('warns twice as much of one that RE2 does not know and that can explode', () => {
    // Too many ways to match to tell which of them is slow.
    const pattern = '^(?=x)(?:(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\\.){0,3}(a+)+$';
    const [warning] = inspect({ properties: { a: { pattern } } });

    expect(warning?.message).toContain('RE2, which takes linear time, does not know');
    expect(warning?.message).toContain('may take very long for some texts');
  });

  it.each([
    [{ properties: { a: { pattern: '^(?=(a+)+$)a' } } }],
    [{ properties: { a: { patternProperties: { '^(?=(a+)+$)a': {} } } } }],
    [{ $defs: { a: { pattern: '^(a+)\\1$' } } }],
  ])('is never asked of a pattern that could keep the server busy: %j', (input) => {
    expect(() => inspect(input)).toThrow(/The pattern .* can keep the server busy for hours/);
  });

  it('finds patterns wherever a schema has them', () => {
    const pattern = '^(a+)+$';
    const warnings = inspect(
      {
        patternProperties: { [pattern]: { prefixItems: [{ pattern }] } },
        $defs: { name: { anyOf: [{ type: 'number' }, { not: { pattern } }] } },
      },
      { type: 'object', properties: { properties: { propertyNames: { pattern } } } },
    );

    expect(warnings.map(({ path }) => formatPath(path))).toStrictEqual([
      'tools.t.input.patternProperties.^(a+)+$',
      'tools.t.input.patternProperties.^(a+)+$.prefixItems[0].pattern',
      'tools.t.input.$defs.name.anyOf[1].not.pattern',
      'tools.t.output.properties.properties.propertyNames.pattern',
    ]);
  });
});
