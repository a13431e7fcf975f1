import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { parseDocument } from 'yaml';

import { createManifest } from '../../src/manifest/create-manifest.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = ['README.md', 'docs/workflow-helper.md', 'docs/embedding.md']
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n');

function examplesOf(language: string): string[] {
  return [...pages.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, code = '']) => code,
  );
}

/**
 * Compiles texts as files at the root of the package, importing the package by its name: all at once, because each
 * compilation reads the types of every library again.
 *
 * @returns What is wrong with each.
 */
function compile(codes: readonly string[]): string[][] {
  const codeOf = new Map(
    codes.map((code, index) => [join(root, `readme-example-${index}.ts`), code]),
  );
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (file) =>
    readFileSync(file, 'utf8'),
  ) as { config: { compilerOptions: object } };
  const { options } = ts.convertCompilerOptionsFromJson(
    {
      ...config.compilerOptions,
      noEmit: true,
      incremental: false,
      paths: {
        'temporal-mcp-tasks': ['./src/index.ts'],
        'temporal-mcp-tasks/workflow': ['./src/workflow/index.ts'],
      },
    },
    root,
  );
  const host = ts.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  const fileExists = host.fileExists.bind(host);
  host.getSourceFile = (file, target) => {
    const code = codeOf.get(file);
    return code === undefined
      ? getSourceFile(file, target)
      : ts.createSourceFile(file, code, target);
  };
  host.fileExists = (file) => codeOf.has(file) || fileExists(file);
  const paths = [...codeOf.keys()];
  const program = ts.createProgram(paths, options, host);
  return paths.map((path) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(path))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  );
}

describe('the examples of the README and of the pages on code', () => {
  const examples = examplesOf('ts');
  let problems: string[][];

  beforeAll(() => {
    problems = compile([...examples, `export { nothing } from 'temporal-mcp-tasks';`]);
  });

  it.each(examples.map((code, index) => [code.split('\n').slice(0, 2).join(' '), index]))(
    'compiles %s',
    (_title, index) => {
      expect(problems[Number(index)]).toStrictEqual([]);
    },
  );

  it('would not compile with a mistake', () => {
    expect(problems[examples.length]).toHaveLength(1);
  });

  it.each(examplesOf('yaml').map((code) => [code]))('has a valid manifest', (code) => {
    expect(createManifest([parseDocument(code).toJS()]).problems).toEqual([]);
  });

  it('begins with a manifest of at most 12 lines', () => {
    const [first = ''] = examplesOf('yaml');

    expect(first.trim().split('\n').length).toBeLessThanOrEqual(12);
    expect(readFileSync(join(root, 'README.md'), 'utf8').split('\n').length).toBeLessThan(151);
  });

  it('has examples of both kinds', () => {
    expect(examplesOf('ts').length).toBeGreaterThanOrEqual(3);
    expect(examplesOf('yaml').length).toBeGreaterThanOrEqual(1);
  });
});
