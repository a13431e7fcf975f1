import { describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';
import { formatPath } from '../../../../src/manifest/manifest-error.js';

type Json = Readonly<Record<string, unknown>>;
/** The doors at which a schema is written. */
interface Doors {
  readonly input?: Json;
  readonly output?: Json;
  readonly form?: Json;
  readonly action?: Json;
  readonly job?: Json;
}

const objectOf = (value: unknown): Json => ({ type: 'object', properties: { value } });

/** The warnings about schemas with one property `value` at these doors, as `path: message`. */
function warningsOf({ input, output, form, action, job }: Doors): string[] {
  const answer = { signal: 'answer' };
  const workflow = { type: 'pay', taskQueue: 'q' };
  const question = form && {
    message: 'Pay?',
    properties: { value: form },
    when: { query: 'state' },
    answer,
  };
  const manifest = {
    tools: {
      pay: {
        workflow,
        description: 'Pays.',
        ...(input && { input: objectOf(input) }),
        ...(output && { output: objectOf(output) }),
        ...(question && { questions: { ask: question } }),
      },
      ...(job && {
        run: {
          job: {
            base: 'https://ci.example',
            start: {
              url: '/runs?v={value}&key={$task.token}',
              idempotent: true,
              ids: { id: '$body.id' },
            },
            poll: { url: '/runs/{$job.id}', state: '$body.state', succeeded: ['passed'] },
          },
          description: 'Runs.',
          input: objectOf(job),
        },
      }),
    },
    ...(action && {
      actions: {
        raise: {
          workflow: 'pay',
          signal: 'raise',
          description: 'Raises.',
          input: objectOf(action),
        },
      },
    }),
  };
  const { warnings = [] } = parseManifest(JSON.stringify(manifest));
  return warnings.map(({ path, message }) => `${formatPath(path)}: ${message}`);
}

const atInput = (property: Json): string[] =>
  warningsOf({ input: property }).map((one) => one.replace('tools.pay.input.properties.', ''));

describe('a part of a schema that does nothing', () => {
  it.each<[string, Json, string]>([
    ['min', { type: 'integer', min: 1 }, 'minimum'],
    ['max', { type: 'array', items: {}, max: 5 }, 'maxItems'],
    ['gte', { type: 'number', gte: 1 }, 'minimum'],
    ['regex', { type: 'string', regex: '^a' }, 'pattern'],
    ['options', { type: 'string', options: ['a'] }, 'enum'],
    ['values', { values: ['a'] }, 'enum'],
    ['minLenght', { type: 'string', minLenght: 1 }, 'minLength'],
    ['optional', { type: 'string', optional: true }, 'required'],
  ])('is a keyword of another language: %s', (keyword, property, meant) => {
    expect(atInput(property)).toStrictEqual([
      `value.${keyword}: JSON Schema has no keyword "${keyword}", so it does nothing. Did you mean "${meant}"?`,
    ]);
  });

  it.each(['sensitivity', 'constructor'])('is a keyword that nothing resembles: %s', (keyword) => {
    expect(atInput({ type: 'string', [keyword]: 'high' })).toStrictEqual([
      `value.${keyword}: JSON Schema has no keyword "${keyword}", so it does nothing. Remove it, or name it "x-${keyword}".`,
    ]);
  });

  it.each<[string, Json, string]>([
    ['minLength', { type: 'array', items: {}, minLength: 1 }, ' Did you mean "minItems"?'],
    ['maximum', { type: 'string', maximum: 9 }, ' Did you mean "maxLength"?'],
    ['pattern', { type: 'integer', pattern: '1' }, ' Remove it.'],
  ])('is a keyword of another type: %s', (keyword, property, hint) => {
    expect(atInput(property)).toStrictEqual([
      `value.${keyword}: "${keyword}" does nothing for the type "${String(property['type'])}".${hint}`,
    ]);
  });

  it.each<Json>([
    { type: ['string', 'null'], minLength: 1, 'x-order': 1, readOnly: true },
    { minimum: 1, minLength: 1 },
    { type: 'string', contentEncoding: 'base64', $comment: 'a', deprecated: true },
    { oneOf: [{ type: 'string' }], discriminator: { propertyName: 'kind', mapping: {} } },
    { 'x-form': { widget: 'area', min: 1 }, examples: [{ min: 1 }], default: { max: 2 } },
    { type: 'object', properties: { min: {}, options: { type: 'string' } } },
  ])('is not in %j', (property) => {
    expect(atInput(property)).toStrictEqual([]);
  });
});

describe('a part of a schema that no value meets', () => {
  it.each<[string, Json]>([
    ['minimum', { type: 'integer', minimum: 10, maximum: 1 }],
    ['exclusiveMinimum', { type: 'number', exclusiveMinimum: 1, maximum: 1 }],
    ['minLength', { type: 'string', minLength: 2, maxLength: 1 }],
    ['minItems', { type: 'array', items: {}, minItems: 2, maxItems: 1 }],
  ])('has bounds the wrong way round: %s', (keyword, property) => {
    expect(atInput(property)).toStrictEqual([
      expect.stringMatching(`^value\\.${keyword}: No value fits: "${keyword}" is \\d+, and "max`),
    ]);
  });

  it('has choices that its type forbids', () => {
    expect(atInput({ type: 'string', enum: ['1', 2] })).toContain(
      'value.enum[1]: The type "string" forbids 2: no value can be that.',
    );
    expect(atInput({ type: 'integer', const: '1' })).toStrictEqual([
      'value.const: The type "integer" forbids "1": no value can be that.',
    ]);
  });

  it.each<Json>([
    { type: 'integer', minimum: 1, maximum: 1 },
    { type: ['string', 'null'], enum: ['a', null] },
    { type: 'number', const: 1 },
  ])('is not %j', (property) => {
    expect(atInput(property)).toStrictEqual([]);
  });
});

describe('arguments that hosts refuse', () => {
  it('are arrays without items, at any depth, which the list completes', () => {
    const nested = { type: 'object', properties: { tags: { type: ['array', 'null'] } } };
    const [warning] = atInput(nested);

    expect(warning).toMatch(
      /^value\.properties\.tags: .*VS Code and the API of OpenAI.*"items: \{\}"/,
    );
  });

  it('are listed with items', () => {
    const input = objectOf({ type: 'array' });
    const tool = { workflow: { type: 'w', taskQueue: 'q' }, input };
    const { tools } = parseManifest(JSON.stringify({ tools: { tool } }));

    expect(tools.get('tool')?.shown.inputSchema).toStrictEqual(
      objectOf({ type: 'array', items: {} }),
    );
  });

  it.each(['order id', '数量', '$filter', '@type', 'a'.repeat(65)])(
    'have a name that the API of Claude refuses: %s',
    (name) => {
      const input = { type: 'object', properties: { [name]: { type: 'string' } } };
      const tool = { workflow: { type: 'w', taskQueue: 'q' }, description: 'A.', input };
      const { warnings = [] } = parseManifest(JSON.stringify({ tools: { tool } }));

      expect(warnings).toStrictEqual([
        {
          path: ['tools', 'tool', 'input', 'properties', name],
          key: name,
          message: expect.stringMatching(/^The API of Claude refuses all tools/),
        },
      ]);
    },
  );

  it('have choices that are no texts', () => {
    expect(atInput({ type: 'integer', enum: [1, 2] })).toStrictEqual([
      expect.stringMatching(/^value\.enum: The API of Gemini takes only texts/),
    ]);
    expect(atInput({ enum: ['a', null] })).toStrictEqual([]);
  });

  it('are of one kind with those of actions and jobs, and other than results', () => {
    const array = { type: 'array' };
    const doors = warningsOf({ input: array, action: array, job: array, output: array });

    expect(doors.map((one) => one.split(':')[0])).toStrictEqual([
      'tools.pay.input.properties.value',
      'tools.run.input.properties.value',
      'actions.raise.input.properties.value',
    ]);
  });
});

describe('a rule of schemas', () => {
  it('holds for input, output, form, action and job', () => {
    const empty = { type: 'integer', minimum: 10, maximum: 1 };
    const doors = warningsOf({
      input: empty,
      output: empty,
      form: empty,
      action: empty,
      job: empty,
    });

    expect(doors.map((one) => one.split(':')[0])).toStrictEqual([
      'tools.pay.input.properties.value.minimum',
      'tools.pay.output.properties.value.minimum',
      'tools.pay.questions.ask.properties.value.minimum',
      'tools.run.input.properties.value.minimum',
      'actions.raise.input.properties.value.minimum',
    ]);
  });
});

describe('an integer that clients round', () => {
  it.each<Json>([
    { type: 'integer', maximum: 9_007_199_254_740_992 },
    { type: 'integer', minimum: -1e18, maximum: 5 },
    { type: ['integer', 'null'], exclusiveMinimum: 0, format: 'int64' },
  ])('is in %j', (property) => {
    expect(atInput(property)).toStrictEqual([
      expect.stringMatching(/^value: Integers in this range can exceed 2\^53 − 1/),
    ]);
  });

  it.each<Json>([
    { type: 'integer' },
    { type: 'integer', minimum: 0, maximum: 9_007_199_254_740_991, format: 'int64' },
    { type: 'string', format: 'int64' },
    { type: 'number', maximum: 1e300 },
  ])('is not in %j', (property) => {
    expect(atInput(property).filter((one) => !one.includes('format'))).toStrictEqual([]);
  });
});

describe('a pattern', () => {
  it('that RE2 knows is no matter', () => {
    expect(
      atInput({
        type: 'object',
        properties: {
          day: { pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
          slug: { type: 'string', pattern: '^(a+)+$' },
          // A member of that name, and values that look like one.
          pattern: { default: { pattern: '^(?=a)' }, examples: ['(?=a)'] },
        },
      }),
    ).toStrictEqual([]);
  });

  it.each(['^(?=.*\\d).{8,64}$', '(?<!a)b', '^(.)\\1$'])(
    'that RE2 lacks is told: %s',
    (pattern) => {
      expect(atInput({ pattern })).toStrictEqual([
        expect.stringMatching(
          /^value\.pattern: RE2, which matches in linear time, does not support/,
        ),
      ]);
    },
  );

  it('is found wherever a schema has one', () => {
    const pattern = '^(?=a)';
    const parts = {
      patternProperties: { [pattern]: { prefixItems: [{ pattern }] } },
      $defs: { name: { anyOf: [{ type: 'number' }, { not: { pattern } }] } },
      properties: { properties: { propertyNames: { pattern } } },
    };

    expect(atInput(parts).map((one) => one.slice(0, one.indexOf(': RE2')))).toStrictEqual([
      'value.patternProperties.^(?=a)',
      'value.patternProperties.^(?=a).prefixItems[0].pattern',
      'value.$defs.name.anyOf[1].not.pattern',
      'value.properties.properties.propertyNames.pattern',
    ]);
  });
});
