import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { parseDocument } from 'yaml';

import { createManifest } from '../../src/manifest/create-manifest.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');

function examplesOf(language: string): string[] {
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, code = '']) => code,
  );
}

/** Compiles a text as a file at the root of the package, importing the package by its name. */
function compile(code: string): string[] {
  const path = join(root, 'readme-example.ts');
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
  host.getSourceFile = (file, target) =>
    file === path ? ts.createSourceFile(file, code, target) : getSourceFile(file, target);
  host.fileExists = (file) => file === path || fileExists(file);
  const program = ts.createProgram([path], options, host);
  return program
    .getSemanticDiagnostics(program.getSourceFile(path))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

describe('the examples of the README', () => {
  it.each(examplesOf('ts').map((code) => [code.split('\n').slice(0, 2).join(' '), code]))(
    'compiles %s',
    (_title, code) => {
      expect(compile(code)).toEqual([]);
    },
    60_000,
  );

  it.each(examplesOf('yaml').map((code) => [code]))('has a valid manifest', (code) => {
    expect(createManifest(parseDocument(code).toJS()).problems).toEqual([]);
  });

  it('has examples of both kinds', () => {
    expect(examplesOf('ts').length).toBeGreaterThanOrEqual(3);
    expect(examplesOf('yaml').length).toBeGreaterThanOrEqual(1);
  });
});
