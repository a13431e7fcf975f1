import { describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';

/** The warnings about a manifest, as `line:column path: message`. */
function warningsOf(...lines: readonly string[]): string[] {
  const text = [
    'tools:',
    '  a:',
    '    workflow: { type: w, taskQueue: q }',
    ...lines,
    '    description: A.',
  ].join('\n');
  const { warnings = [], locate } = parseManifest(text, { source: 'm.yaml' });
  return warnings.map((warning) => {
    const { file, line, column } = locate?.(warning) ?? {};
    return `${file}:${line}:${column} ${warning.message}`;
  });
}

describe('a schema that works, but not as it reads', () => {
  it('is warned of a format that there is not', () => {
    expect(
      warningsOf(
        '    input:',
        '      type: object',
        '      properties:',
        '        mail: { type: string, format: e-mail }',
        '        size: { type: string, format: decimal128 }',
        '        at: { type: string, format: date-time }',
      ),
    ).toStrictEqual([
      'm.yaml:7:39 Unknown format "e-mail", so nothing is checked. Did you mean "email"?',
      expect.stringMatching(
        /^m\.yaml:8:39 Unknown format "decimal128", so nothing is checked\. Known are: .*date-time/,
      ),
    ]);
  });

  it('is warned of a tool without a description, by which models choose', () => {
    const { warnings = [] } = parseManifest(
      'tools:\n  a: { workflow: { type: w, taskQueue: q } }\n',
    );

    expect(warnings).toStrictEqual([
      { path: ['tools', 'a'], message: expect.stringMatching(/^Missing: a description\./) },
    ]);
  });

  it('is warned of a keyword with a typing error, and not of extensions', () => {
    expect(
      warningsOf(
        '    input: { type: object, propertis: {}, x-order: 1, readOnly: true }',
        '    output: { type: object, properties: { format: { minLenght: 1 } } }',
      ),
    ).toStrictEqual([
      'm.yaml:4:28 JSON Schema has no keyword "propertis", so it does nothing. Did you mean "properties"?',
      'm.yaml:5:53 JSON Schema has no keyword "minLenght", so it does nothing. Did you mean "minLength"?',
    ]);
  });

  it('may require what another part of it describes', () => {
    expect(
      warningsOf(
        '    input:',
        '      type: object',
        '      required: [id, size]',
        '      properties: { id: { type: string } }',
        '      allOf: [{ required: [id, size], properties: { size: { type: integer } } }]',
      ),
    ).toStrictEqual([]);
  });

  it('has nothing to say of a sound one', () => {
    expect(
      warningsOf(
        '    input:',
        '      type: object',
        '      required: [id]',
        '      properties: { id: { type: string, format: uuid, default: 6a0f1c9e-8d55-4f0c-9b0f-3f6d6c1f9a10 } }',
      ),
    ).toStrictEqual([]);
  });

  it('may have defaults that are filled in by a part of it, and refer to others', () => {
    expect(
      warningsOf(
        '    input:',
        '      type: object',
        "      $defs: { size: { enum: [S, M], default: S }, 'a/b': { type: object, default: {} } }",
        "      properties: { size: { $ref: '#/$defs/size' }, box: { $ref: '#/$defs/a~1b' } }",
      ),
    ).toStrictEqual([]);
  });
});

describe('choices at the top of arguments', () => {
  it('are warned of with their place, since the APIs of models refuse them', () => {
    const input = '{ type: object, properties: { a: {} }, anyOf: [{ required: [a] }] }';

    expect(warningsOf(`    input: ${input}`)).toStrictEqual([
      expect.stringMatching(/^m\.yaml:4:\d+ .*refuse "anyOf" at the top.*says it in words/),
    ]);
  });
});

describe('a schema of an unknown dialect, or an old one', () => {
  it.each([
    ['input', '{ $schema: "http://json-schema.org/draft-04/schema#", type: object }', '4:23', ''],
    ['output', '{ type: object, $defs: { a: { $schema: a } } }', '4:52', '.$defs.a'],
  ])('is refused in %s with its place', (key, schema, place, path) => {
    expect(() => warningsOf(`    ${key}: ${schema}`)).toThrow(
      `m.yaml:${place} tools.a.${key}${path}.$schema: Not a supported JSON Schema dialect: have it written as draft-07, 2019-09 or 2020-12, for which generators have an option.`,
    );
  });
});
