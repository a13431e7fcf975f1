/** The entry of the MCP Registry, as a release writes it: the names, the arguments and the variables that a client fills in. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';

import { findServerVariables } from '../support/package/server-variables.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'registry-entry-'));
mkdirSync(join(folder, 'packages/workflow'), { recursive: true });
for (const path of ['package.json', 'packages/workflow/package.json']) {
  copyFileSync(join(root, path), join(folder, path));
}
execFileSync(process.execPath, [
  join(root, 'scripts/name-release.mjs'),
  'Some-Owner/tasks-repository',
  folder,
]);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const inputShape = {
  description: z.string().optional(),
  default: z.string().optional(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
};
const argumentSchema = z.discriminatedUnion('type', [
  z.strictObject({ ...inputShape, type: z.literal('positional'), value: z.string() }),
  z.strictObject({
    ...inputShape,
    type: z.literal('named'),
    name: z.string().regex(/^--[a-z]+$/),
    value: z.string().optional(),
    variables: z.record(z.string(), z.strictObject(inputShape)).optional(),
  }),
]);

/** The part of the format of 2025-12-11 that the entry uses; strict, since the format lets unknown members pass. */
const entrySchema = z.strictObject({
  $schema: z.literal(
    'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  ),
  name: z
    .string()
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
    .max(200),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+/),
  repository: z.strictObject({ url: z.url(), source: z.literal('github') }),
  packages: z.array(
    z.strictObject({
      registryType: z.enum(['npm', 'oci']),
      identifier: z.string(),
      version: z.string().optional(),
      runtimeHint: z.enum(['npx', 'docker']),
      transport: z.strictObject({ type: z.literal('stdio') }),
      runtimeArguments: z.array(argumentSchema).optional(),
      packageArguments: z.array(argumentSchema),
      environmentVariables: z.array(
        z.strictObject({ ...inputShape, name: z.string(), description: z.string() }),
      ),
    }),
  ),
});

const packageSchema = z.object({
  name: z.string(),
  version: z.string(),
  mcpName: z.string().optional(),
  repository: z
    .object({ type: z.string(), url: z.string(), directory: z.string().optional() })
    .optional(),
  bugs: z.string().optional(),
  homepage: z.string().optional(),
});

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const entry = entrySchema.parse(readJson(join(folder, 'server.json')));
const published = packageSchema.parse(readJson(join(folder, 'package.json')));
const helper = packageSchema.parse(readJson(join(folder, 'packages/workflow/package.json')));

describe('the registry entry of a release', () => {
  it('has the name that package.json proves, below the owner who publishes', () => {
    expect(published.mcpName).toBe('io.github.Some-Owner/temporal-mcp-tasks');
    expect(entry.name).toBe(published.mcpName);
    expect(published.repository?.url).toBe(`git+${entry.repository.url}.git`);
    expect(published.bugs).toBe(`${entry.repository.url}/issues`);
    expect(published.homepage).toBe(`${entry.repository.url}#readme`);
  });

  it('leads to the same places as the Workflow helper, which npm shows as well', () => {
    expect(helper).toMatchObject({ bugs: published.bugs, homepage: published.homepage });
    expect(helper.repository).toStrictEqual({
      ...published.repository,
      directory: 'packages/workflow',
    });
  });

  it('leads to this version of the package and of the image', () => {
    const { name, version } = published;

    expect(entry.version).toBe(version);
    expect(
      entry.packages.map(({ registryType, identifier, version: of }) => [
        registryType,
        identifier,
        of,
      ]),
    ).toStrictEqual([
      ['npm', name, version],
      ['oci', `ghcr.io/some-owner/${name}:${version}`, undefined],
    ]);
  });

  it.each(entry.packages)('gives $registryType variables that the server reads', (packaged) => {
    const names = packaged.environmentVariables.map(({ name }) => name);
    const known = findServerVariables();

    expect(names.filter((name) => !known.has(name))).toStrictEqual([]);
    expect(
      packaged.environmentVariables.filter(({ isSecret }) => isSecret).map(({ name }) => name),
    ).toStrictEqual(names.filter((name) => /KEY|SECRET/.test(name)));
  });

  it.each(entry.packages)('gives $registryType flags that the server has', (packaged) => {
    const main = join(root, 'dist/src/cli/main.js');
    const help = execFileSync(process.execPath, [main, 'serve', '--help'], { encoding: 'utf8' });
    const [command, ...flags] = packaged.packageArguments;

    expect(command).toMatchObject({ type: 'positional', value: 'serve' });
    for (const flag of flags) {
      expect(flag.type === 'named' && help.includes(`${flag.name} `)).toBe(true);
    }
  });
});

describe.each(['package.json', 'packages/workflow/package.json'])('%s in the clone', (path) => {
  it('names no owner: a fork would publish under a name of somebody else', () => {
    const own = packageSchema.parse(readJson(join(root, path)));

    expect(own).not.toHaveProperty('mcpName');
    for (const member of ['repository', 'bugs', 'homepage']) expect(own).not.toHaveProperty(member);
  });
});
