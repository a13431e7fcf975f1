import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

import { PublicTypes } from '../support/public-types.js';

const root = new URL('../../', import.meta.url);

/** Types that users pass on as they get them, and one that computes others. Their members need no names outside. */
const OPAQUE = ['Manifest', 'ToolDefinition', 'DefinedTool', 'ContentOf'];

function read(path: string): string {
  return readFileSync(new URL(path, root), 'utf8');
}

/** What an entry point re-exports by name, values and types apart; no `export *` is let through. */
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
      './workflow': {
        types: './dist/src/workflow/index.d.ts',
        default: './dist/src/workflow/index.js',
      },
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
    const code = packageJson.files.filter((path) => path.startsWith('dist'));

    expect(code).toStrictEqual([
      'dist/bundle',
      'dist/vendor',
      'dist/src/**/*.{js,mjs,d.ts}',
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
    expect(exportsOf('src/worker/index.ts').values).toStrictEqual([
      'encryptingDataConverter',
      'systemWorkerOptions',
    ]);
  });
});

describe.each(['src/index.ts', 'src/workflow/index.ts', 'src/worker/index.ts'])('%s', (entry) => {
  it('exports every type that its signatures name', () => {
    expect(new PublicTypes(root).missing(entry, OPAQUE)).toStrictEqual({});
  });
});

describe('a type that a signature names and its entry does not export', () => {
  it.each([
    ['a parameter', 'export function f(x: Hidden): void {}', ['f']],
    ['a result in a generic', 'export const f = (): Promise<Hidden> => { g(); };', ['f']],
    ['a member', 'export interface I { readonly x?: readonly Hidden[] }', ['I']],
    ['what an interface extends', 'export interface I extends Hidden {}', ['I']],
    ['a body', 'export function f(): void { const x: Hidden = 1; }', undefined],
    [
      'an overload',
      'export function f(x: Hidden): void;\nexport function f(x: string): void;\nexport function f(): void {}',
      ['f'],
    ],
    [
      'the implementation of overloads',
      'export function f(x: string): void;\nexport function f(x: number): void;\nexport function f(x: Hidden): void {}',
      undefined,
    ],
    ['a private member', 'export class C { private x: Hidden; #y: Hidden }', undefined],
    ['a type parameter', 'export function f<Hidden>(x: Hidden): void {}', undefined],
  ])('is found or not in %s', (_where, source, expected) => {
    const folder = mkdtempSync(join(tmpdir(), 'public-types-'));
    writeFileSync(join(folder, 'hidden.ts'), 'export type Hidden = 1;');
    writeFileSync(join(folder, 'own.ts'), `import type { Hidden } from './hidden.js';\n${source}`);
    const name = /[fIC](?=[(< ]| =)/.exec(source.replace(/^export \w+ /, ''))?.[0] ?? '';
    writeFileSync(join(folder, 'index.ts'), `export { ${name} } from './own.js';`);

    const missing = new PublicTypes(pathToFileURL(`${folder}/`)).missing('index.ts');

    expect(missing).toStrictEqual(expected ? { 'Hidden (hidden.ts)': expected } : {});
    rmSync(folder, { recursive: true });
  });
});
