import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { format, resolveConfig } from 'prettier';
import { parse } from 'yaml';

import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';
import {
  toManifestJsonSchema,
  toServerJsonSchema,
} from '../../../../src/manifest/load/manifest-schema.js';
import { WRONG_MANIFESTS } from '../../../support/wrong-manifests/wrong-manifests.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const schemas = { manifest: toManifestJsonSchema(), server: toServerJsonSchema() };
const ajv = new Ajv({ strict: false, allErrors: true });
const checks = { manifest: ajv.compile(schemas.manifest), server: ajv.compile(schemas.server) };

function faultsOf(text: string, kind: keyof typeof schemas = 'manifest'): string[] {
  const validate = checks[kind];
  const isValid = validate(parse(text, { merge: true }));
  return isValid ? [] : (validate.errors ?? []).map(({ instancePath }) => instancePath);
}

function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

interface Key {
  readonly description: string;
  readonly anyOf?: readonly { readonly properties?: Readonly<Record<string, Key>> }[];
}

interface Described {
  readonly additionalProperties: { readonly properties: Readonly<Record<string, Key>> };
}

/** Valid files of this repository: manifests, and settings of servers. */
const FILES = [
  ...['', 'examples'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name)),
  ),
  ...readdirSync(join(root, 'test/support'), { recursive: true, encoding: 'utf8' }).map((path) =>
    join('test/support', path),
  ),
].filter((path) => path.endsWith('.yaml'));
const isOfServer = (path: string): boolean => /(^|[./])server\.yaml$/.test(path);
const SOUND = FILES.filter((path) => !isOfServer(path));
const SOUND_SERVERS = FILES.filter(isOfServer);

/** Problems of form, which the published schema finds, too. */
const OF_FORM =
  /Unknown key|Missing\. |Empty\.|Must be at (least|most) |put it in quotes|Write |Name at least one\./;

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
    expect(faultsOf(textOf(path))).toStrictEqual([]);
  });

  it.each(SOUND_SERVERS)('fits the settings of the server in %s', (path) => {
    expect(faultsOf(textOf(path), 'server')).toStrictEqual([]);
  });

  it.each(SOUND)('fits %s as the server does', (path) => {
    const read = (file: string): string =>
      textOf(file)
        .replace(/\$\{(\w+)_URL\}/g, (_variable, name: string) => `https://${name}.example`)
        .replace(/\$\{\w+\}/g, 'value');
    const text = read(path);
    const { server: named } = parse(text, { merge: true }) as { server?: string };
    const server = named === undefined ? named : read(join(dirname(path), named));

    expect(() => parseManifest(text, { source: path, server, environment: {} })).not.toThrow();
  });

  it('knows settings of the server by the names of their files', () => {
    const named = SOUND.map((path) => {
      const { server } = parse(textOf(path), { merge: true }) as { server?: string };
      return server === undefined ? undefined : join(dirname(path), server);
    });

    expect([...new Set(named.filter((path) => path !== undefined))].sort()).toStrictEqual(
      [...SOUND_SERVERS].sort(),
    );
  });

  it.each(
    Object.values(WRONG_MANIFESTS)
      .flat()
      .filter(
        ({ problems }) =>
          problems.every((problem) => OF_FORM.test(problem)) &&
          !problems.some((problem) =>
            /duration|contradicts|longer than|lost|is required|how long to wait|member names/.test(
              problem,
            ),
          ),
      ),
  )('refuses $what', ({ text, server }) => {
    const ofServer = server === undefined ? [] : faultsOf(server, 'server');

    expect([...faultsOf(text), ...ofServer]).not.toStrictEqual([]);
  });

  it.each(['manifest', 'server'] as const)('says of every key of a %s what it is for', (kind) => {
    const silent = objectsIn(schemas[kind])
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

  it('takes settings of the server as a path alone', () => {
    expect(faultsOf('server: server.yaml')).toStrictEqual([]);
    expect(faultsOf('server: { inbox: {} }')).toStrictEqual(['/server']);
  });

  it('lets keys "x-…" hold what aliases refer to', () => {
    expect(
      faultsOf('x-queue: &queue { taskQueue: q }\ndefaults: { workflow: *queue }'),
    ).toStrictEqual([]);
    expect(faultsOf('x-body: &body 4 MiB\nlimits: {}', 'server')).toStrictEqual([]);
    expect(faultsOf('limits: { x-body: 4 MiB }', 'server')).not.toStrictEqual([]);
  });

  it('describes a key in its own words, also where it is required', () => {
    const { tools, actions } = schemas.manifest['properties'] as Record<string, Described>;

    const { description, anyOf = [] } = tools?.additionalProperties.properties['workflow'] ?? {};

    expect(description).toBe('The Workflow Type, or more about the start.');
    expect(anyOf.find(({ properties }) => properties)?.properties?.['type']?.description).toMatch(
      /^The Workflow Type, as the Worker has registered it/,
    );
    expect(actions?.additionalProperties.properties['workflow']?.description).toMatch(
      /^The Workflow Type of the tasks/,
    );
  });

  it('is what docs/keys.md is written from', async () => {
    const script = new URL('../../../../scripts/key-reference.mjs', import.meta.url).href;
    const { toKeyReference } = (await import(script)) as {
      toKeyReference: (published: typeof schemas) => string;
    };
    const filepath = join(root, 'docs', 'keys.md');
    const written = await format(toKeyReference(schemas), {
      ...(await resolveConfig(filepath)),
      filepath,
    });

    expect(readFileSync(filepath, 'utf8')).toBe(written);
    expect(written).toContain('- `workflow` (string or object): ');
    expect(written).toContain('- `server` (string): The path of the file');
  });
});
