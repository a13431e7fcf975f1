import { readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const root = new URL('../../', import.meta.url);

function read(path: string): string {
  return readFileSync(new URL(path, root), 'utf8');
}

/** The names that an entry point re-exports, values and types apart. Throws at `export *`. */
function exportsOf(path: string): { values: string[]; types: string[] } {
  const file = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest);
  const values: string[] = [];
  const types: string[] = [];
  for (const statement of file.statements) {
    if (!ts.isExportDeclaration(statement) || !statement.exportClause) {
      throw new Error(`An entry point re-exports by name: ${statement.getText(file)}`);
    }
    if (!ts.isNamedExports(statement.exportClause)) throw new Error('No namespaces.');
    for (const { isTypeOnly, name } of statement.exportClause.elements) {
      (statement.isTypeOnly || isTypeOnly ? types : values).push(name.text);
    }
  }
  return { values: values.sort(), types: types.sort() };
}

interface PackageJson {
  readonly [member: string]: unknown;
  readonly files: readonly string[];
}

const packageJson = JSON.parse(read('package.json')) as PackageJson;

describe('package.json', () => {
  it('exports the entry points and nothing else', () => {
    expect(packageJson['exports']).toStrictEqual({
      '.': { types: './dist/src/index.d.ts', default: './dist/src/index.js' },
      './worker': { types: './dist/src/worker/index.d.ts', default: './dist/src/worker/index.js' },
      './package.json': './package.json',
    });
  });

  it('is an ES module without side effects, with one command', () => {
    expect(packageJson).toMatchObject({
      type: 'module',
      sideEffects: false,
      bin: { 'temporal-mcp-tasks': './dist/src/cli/main.js' },
    });
  });

  it('ships compiled code and its types, without sources and maps', () => {
    const code = packageJson.files.filter((path) => /^!?dist/.test(path));

    expect(code).toStrictEqual([
      'dist/bundle',
      'dist/vendor',
      'dist/src/**/*.{js,mjs,d.ts}',
      '!dist/src/workflow',
      'dist/workflows/**/*.js',
      'dist/activities/**/*.js',
    ]);
    expect(packageJson.files).not.toContain('src');
  });

  it('leaves the packages of Workers and of OpenTelemetry to those who need them', () => {
    const optional = ['@opentelemetry/sdk-node', '@temporalio/testing', '@temporalio/worker'];

    expect(packageJson['dependencies']).not.toEqual(
      expect.objectContaining({ '@temporalio/worker': expect.anything() as unknown }),
    );
    expect(Object.keys(packageJson['peerDependencies'] as object)).toStrictEqual(optional);
    expect(packageJson['peerDependenciesMeta']).toStrictEqual(
      Object.fromEntries(optional.map((name) => [name, { optional: true }])),
    );
  });
});

describe('packages/workflow/package.json', () => {
  const helper = JSON.parse(read('packages/workflow/package.json')) as PackageJson;

  it('exports the helper and nothing else', () => {
    expect(helper['exports']).toStrictEqual({
      '.': { types: './dist/workflow/index.d.ts', default: './dist/workflow/index.js' },
      './package.json': './package.json',
    });
  });

  it('needs the package of Workflows alone, in the version of its Worker', () => {
    const { '@temporalio/workflow': range } = packageJson['dependencies'] as Record<string, string>;

    expect(helper['peerDependencies']).toStrictEqual({ '@temporalio/workflow': range });
    expect(helper).not.toHaveProperty('dependencies');
  });

  it('is published as the server is', () => {
    expect(helper).toMatchObject({
      type: 'module',
      sideEffects: false,
      license: packageJson['license'],
      engines: packageJson['engines'],
      publishConfig: packageJson['publishConfig'],
    });
  });
});

describe('src/index.ts', () => {
  const { values, types } = exportsOf('src/index.ts');

  it('exports these values', () => {
    expect(values).toStrictEqual([
      'ManifestError',
      'createTaskServer',
      'defineTools',
      'loadManifest',
      'loadTemporalSettings',
      'tool',
    ]);
  });

  it('exports no type under two names', () => {
    expect(new Set([...types, ...values]).size).toBe(types.length + values.length);
  });
});

describe('src/workflow/index.ts', () => {
  const { values } = exportsOf('src/workflow/index.ts');

  it('exports these values', () => {
    expect(values).toStrictEqual(['TaskFailureType', 'openTask']);
  });
});

describe('src/worker/index.ts', () => {
  it('exports these values', () => {
    expect(exportsOf('src/worker/index.ts').values).toStrictEqual(['systemWorkerOptions']);
  });
});
