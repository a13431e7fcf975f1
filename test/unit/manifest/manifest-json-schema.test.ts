import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { format, resolveConfig } from 'prettier';
import { parse } from 'yaml';

import { parseManifest } from '../../../src/manifest/file/load-manifest.js';
import { toManifestJsonSchema } from '../../../src/manifest/manifest-json-schema.js';
import { WRONG_MANIFESTS } from '../../support/wrong-manifests.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const schema = toManifestJsonSchema();
const validate = new Ajv({ strict: false, allErrors: true }).compile(schema);

function faultsOf(text: string): string[] {
  const isValid = validate(parse(text));
  return isValid ? [] : (validate.errors ?? []).map(({ instancePath }) => instancePath);
}

interface Key {
  readonly description: string;
  readonly anyOf?: readonly { readonly properties?: Readonly<Record<string, Key>> }[];
}

interface Described {
  readonly additionalProperties: { readonly properties: Readonly<Record<string, Key>> };
}

/** Valid manifests of this repository. */
const SOUND = [
  'mcp-tasks.yaml',
  'examples/mcp-tasks.yaml',
  ...readdirSync(join(root, 'test/support'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml'))
    .map((path) => join('test/support', path)),
];

/** Problems of form, which the published schema finds, too. */
const OF_FORM =
  /Unknown key|Missing: a (text|group)|Must be (at |more |true |"|a (text|number|list|group|whole))|Write |Name one at least\./;

/** Every object schema within a schema, with its path. */
function objectsIn(value: unknown, path = ''): { path: string; properties: object }[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, member]) =>
    objectsIn(member, `${path}/${key}`),
  );
  const { properties } = value as { properties?: object };
  return properties && typeof properties === 'object' ? [{ path, properties }, ...inner] : inner;
}

describe('the published schema of a manifest', () => {
  it.each(SOUND)('fits %s', (path) => {
    expect(faultsOf(readFileSync(join(root, path), 'utf8'))).toStrictEqual([]);
  });

  it.each(SOUND)('fits %s as the server does', (path) => {
    const text = readFileSync(join(root, path), 'utf8').replace(/\$\{\w+\}/g, 'value');

    expect(() => parseManifest(text, path, {})).not.toThrow();
  });

  it.each(
    WRONG_MANIFESTS.filter(
      ({ problems }) =>
        problems.every((problem) => OF_FORM.test(problem)) &&
        !problems.some((problem) =>
          /duration|contradicts|longer than|lost|is required|how long to wait|names of members/.test(
            problem,
          ),
        ),
    ),
  )('refuses $what', ({ text }) => {
    expect(faultsOf(text)).not.toStrictEqual([]);
  });

  it('says of every key what it is for', () => {
    const silent = objectsIn(schema)
      // This is the map of keys itself: one of the keys is called `properties`.
      .filter(({ path }) => !path.endsWith('/properties'))
      .flatMap(({ path, properties }) =>
        Object.entries(properties)
          .filter(
            ([key, member]) =>
              !['type', 'value'].includes(key) && !(member as { description?: string }).description,
          )
          .map(([key]) => `${path}/${key}`),
      );

    expect(silent).toStrictEqual([]);
  });

  it('lets values come from the environment', () => {
    const text =
      'tools: { a: { workflow: { type: w, taskQueue: q, priority: "${P:-2}" }, task: "${T}" } }';

    expect(faultsOf(text)).toStrictEqual([]);
    expect(faultsOf(text.replace('${P:-2}', 'high'))).not.toStrictEqual([]);
  });

  it('describes a key in its own words, also where it is required', () => {
    const { tools, actions } = schema['properties'] as Record<string, Described>;

    const { description, anyOf = [] } = tools?.additionalProperties.properties['workflow'] ?? {};

    expect(description).toBe('The Workflow Type, or more about the start.');
    expect(anyOf.find(({ properties }) => properties)?.properties?.['type']?.description).toMatch(
      /^The Workflow Type, as the Worker has registered it/,
    );
    expect(actions?.additionalProperties.properties['workflow']?.description).toMatch(
      /^The Workflow Type of whose tasks/,
    );
  });

  it('is what docs/keys.md is written from', async () => {
    const script = new URL('../../../scripts/key-reference.mjs', import.meta.url).href;
    const { toKeyReference } = (await import(script)) as {
      toKeyReference: (schema: object) => string;
    };
    const filepath = join(root, 'docs', 'keys.md');
    const written = await format(toKeyReference(schema), {
      ...(await resolveConfig(filepath)),
      filepath,
    });

    expect(readFileSync(filepath, 'utf8')).toBe(written);
    expect(written).toContain('- `workflow` (string or object, required): ');
  });
});
