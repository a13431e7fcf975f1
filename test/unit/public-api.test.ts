import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const MAX_NAMES = 30;
/** Fewer still, types included: it is what somebody has to know to write a Workflow. */
const MAX_WORKFLOW_NAMES = 15;
const root = new URL('../../', import.meta.url);

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

  it('ships what the entry points and the source maps lead to', () => {
    expect(packageJson.files).toEqual(expect.arrayContaining(['dist/src', 'src']));
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

  it(`exports ${MAX_NAMES} names at most`, () => {
    expect(values.length + types.length).toBeLessThanOrEqual(MAX_NAMES);
  });

  it('exports no type under two names', () => {
    expect(new Set([...types, ...values]).size).toBe(types.length + values.length);
  });
});

describe('src/workflow/index.ts', () => {
  const { values, types } = exportsOf('src/workflow/index.ts');

  it('exports these values', () => {
    expect(values).toStrictEqual(['TaskFailureType', 'openTask']);
  });

  it('exports these types', () => {
    expect(types).toStrictEqual([
      'CancelSignalPayload',
      'ElicitationAnswer',
      'ElicitationField',
      'ElicitationQuestion',
      'ElicitationSchema',
      'FormSchema',
      'OpenTaskOptions',
      'QuestionOptions',
      'SamplingAnswer',
      'SamplingRequest',
      'TaskProgress',
      'TaskScope',
      'UrlQuestion',
    ]);
  });

  it(`exports ${MAX_WORKFLOW_NAMES} names at most`, () => {
    expect(values.length + types.length).toBeLessThanOrEqual(MAX_WORKFLOW_NAMES);
  });
});

describe('src/worker/index.ts', () => {
  it('exports what a Worker of the user’s own needs, and nothing else', () => {
    expect(exportsOf('src/worker/index.ts')).toStrictEqual({
      values: ['encryptingDataConverter', 'systemWorkerOptions'],
      types: [],
    });
  });
});

describe('src', () => {
  it('has no default exports', () => {
    const files = readdirSync(new URL('src', root), { recursive: true, encoding: 'utf8' });
    const withDefault = files.filter(
      (name) =>
        name.endsWith('.ts') &&
        /^export default|^export \{[^}]*\bas default\b/m.test(read(`src/${name}`)),
    );

    expect(withDefault).toStrictEqual([]);
  });
});
