import { readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import { importsOf, readSources, resolveImport as resolve, root } from '../support/source-files.js';

/** What one entry forbids: a regular expression, or patterns as in a .gitignore (ESLint's `no-restricted-imports`). */
type Forbidden = { readonly regex: string } | { readonly group: readonly string[] };

interface Layer {
  readonly name: string;
  readonly files: readonly string[];
  readonly message: string;
  readonly forbidden: readonly Forbidden[];
  readonly allowsNode: boolean;
}

const rulesUrl = new URL('../../layers.mjs', import.meta.url).href;
const { layers } = (await import(rulesUrl)) as { readonly layers: readonly Layer[] };

/** Files that join the layers, and may know all of them. */
const WIRING = ['src/cli/**', 'src/config/**', 'src/index.ts'];

const sources = readSources('src', 'workflows');
const files = [...sources.keys()];

/** Every file with each of its imports. */
const imports = [...sources].flatMap(([file, source]) =>
  importsOf(source).map((specifier) => ({ file, specifier })),
);

/** The globs of `layers.mjs` are folders (`src/core/**`) and files. */
function isIn(file: string, globs: readonly string[]): boolean {
  return globs.some((glob) =>
    glob.endsWith('/**') ? file.startsWith(glob.slice(0, -2)) : file === glob,
  );
}

function layersOf(file: string): readonly Layer[] {
  return layers.filter(({ files: globs }) => isIn(file, globs));
}

/** Whether a .gitignore-like pattern covers a specifier: itself, or a folder that it is in. */
function covers(pattern: string, specifier: string): boolean {
  const text = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*');
  return new RegExp(`^${text}(/|$)`).test(specifier);
}

function isForbidden(rule: Forbidden, specifier: string): boolean {
  if ('regex' in rule) return new RegExp(rule.regex, 'iu').test(specifier);
  const last = rule.group.findLast((pattern) => covers(pattern.replace(/^!/, ''), specifier));
  return last !== undefined && !last.startsWith('!');
}

function isNode(specifier: string): boolean {
  return specifier.startsWith('node:') || builtinModules.includes(specifier);
}

/** Why a file of a layer may not import this; `undefined` when it may. */
function violation(layer: Layer, specifier: string): string | undefined {
  const broken =
    layer.forbidden.some((rule) => isForbidden(rule, specifier)) ||
    (!layer.allowsNode && isNode(specifier));
  return broken ? layer.message : undefined;
}

/** What each directive of ESLint in a text switches off; an empty text is everything. */
function disabledRules(text: string): string[] {
  return [...text.matchAll(/eslint-disable(?:-next-line|-line)?(.*)$/gm)].map(([, rest = '']) =>
    rest.replace(/(--.*|\*\/.*)$/, '').trim(),
  );
}

const isUnder = (file: string | undefined, folder: string): boolean =>
  file?.startsWith(`${folder}/`) ?? false;

const generations = readdirSync(join(root, 'src/mcp'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name.startsWith('rev'))
  .map(({ name }) => name);

describe('layers.mjs', () => {
  it('names folders and files only, which is all that this test can match', () => {
    const globs = layers.flatMap((layer) => layer.files);

    expect(globs.filter((glob) => !/^[\w./-]+?(\/\*\*)?$/.test(glob))).toStrictEqual([]);
  });

  it('governs some imports at all', () => {
    expect(imports.filter(({ file }) => layersOf(file).length > 0).length).toBeGreaterThan(50);
  });

  it.each(layers.map((layer) => [layer.name, layer] as const))('is kept by %s', (_name, layer) => {
    const broken = imports
      .filter(({ file }) => isIn(file, layer.files))
      .map(({ file, specifier }) => [file, specifier, violation(layer, specifier)])
      .filter(([, , message]) => message !== undefined);

    expect(broken).toStrictEqual([]);
  });

  it('puts every file into one layer, or leaves it to the wiring', () => {
    const homes = files.map((file) => ({
      file,
      homes: [...layersOf(file).map(({ name }) => name), ...(isIn(file, WIRING) ? ['wiring'] : [])],
    }));

    expect(homes.filter((entry) => entry.homes.length !== 1)).toStrictEqual([]);
  });

  it('is switched off nowhere', () => {
    const disabled = files.filter((file) =>
      disabledRules(sources.get(file) ?? '').some(
        (rules) => rules === '' || rules.includes('no-restricted-imports'),
      ),
    );

    expect(disabled).toStrictEqual([]);
  });

  it.each([
    ['core', 'src/core/a.ts', './b.js', true],
    ['core', 'src/core/a.ts', '../temporal/b.js', false],
    ['core', 'src/core/a.ts', 'zod', false],
    ['core', 'src/core/a.ts', 'node:fs', false],
    ['temporal', 'src/temporal/a.ts', '@temporalio/client', true],
    ['temporal', 'src/temporal/a.ts', '@temporalio/worker', false],
    ['temporal', 'src/temporal/a.ts', '@temporalio/worker/lib/worker', false],
    ['temporal', 'src/temporal/a.ts', '../mcp/rev2025-11-25/methods.js', false],
    ['temporal', 'src/temporal/a.ts', 'node:crypto', true],
    ['a binding', 'src/mcp/rev2025-11-25/a.ts', '@modelcontextprotocol/sdk/types.js', true],
    ['a binding', 'src/mcp/rev2025-11-25/a.ts', '@modelcontextprotocol/server', false],
    ['a binding', 'src/mcp/rev2025-11-25/a.ts', '@temporalio/client', false],
    ['a binding', 'src/mcp/rev2025-11-25/a.ts', '../rev2026-07-28/a.js', false],
    ['a binding', 'src/mcp/rev2025-11-25/a.ts', 'crypto', false],
    ['a workflow', 'workflows/a.ts', '@temporalio/workflow', true],
    ['a workflow', 'workflows/a.ts', '@temporalio/common/lib/a', true],
    ['a workflow', 'workflows/a.ts', '@temporalio/client', false],
    ['a workflow', 'workflows/a.ts', '../src/core/contract.js', true],
    ['a workflow', 'workflows/a.ts', '../src/config/load-secret.js', false],
  ])('says of %s (%s) that it may import %s: %s', (...[, file, specifier, expected]) => {
    const reasons = layersOf(file).map((layer) => violation(layer, specifier));

    expect(reasons).toHaveLength(1);
    expect(reasons[0] === undefined).toBe(expected);
  });
});

describe('core', () => {
  it('imports nothing outside itself, by whatever path', () => {
    const outside = imports.filter(
      ({ file, specifier }) =>
        isUnder(file, 'src/core') && !isUnder(resolve(file, specifier), 'src/core'),
    );

    expect(outside).toStrictEqual([]);
  });
});

describe('every generation', () => {
  it.each(generations)('%s knows of no other', (generation) => {
    const others = generations.filter((name) => name !== generation);
    const known = imports.filter(
      ({ file, specifier }) =>
        isUnder(file, `src/mcp/${generation}`) &&
        others.some((other) => isUnder(resolve(file, specifier), `src/mcp/${other}`)),
    );

    expect(known).toStrictEqual([]);
  });

  it.each(generations)('%s has a layer of its own', (generation) => {
    expect(layersOf(`src/mcp/${generation}/a.ts`).map(({ files: globs }) => globs)).toStrictEqual([
      [`src/mcp/${generation}/**`],
    ]);
  });

  it('is named in its own folder and where generations are loaded, and nowhere else', () => {
    const names = generations.flatMap((name) => [name, name.replace('rev', '')]);
    const naming = [...sources]
      .filter(([file]) => isUnder(file, 'src'))
      .filter(([file]) => !generations.some((name) => isUnder(file, `src/mcp/${name}`)))
      .filter(([, text]) => names.some((name) => text.includes(name)))
      .map(([file]) => file);

    expect(naming).toStrictEqual([
      'src/server/create-generations.ts',
      'src/server/create-task-server.ts',
    ]);
  });

  it('is known through its index, what recognizes it, and how it reads tasks, outside its folder', () => {
    const inner = imports.filter(({ file, specifier }) => {
      const target = resolve(file, specifier);
      return (
        isUnder(target, 'src/mcp') &&
        !isUnder(file, 'src/mcp') &&
        !/^src\/mcp\/(\w+[\w-]*\.ts|[^/]+\/(index|recognize|protocol)\.ts)$/.test(target ?? '')
      );
    });

    expect(inner).toStrictEqual([]);
  });
});

describe('relative imports', () => {
  it('lead to a file', () => {
    const lost = imports.filter(({ file, specifier }) => {
      const target = resolve(file, specifier);
      return target !== undefined && isUnder(target, 'src') && !sources.has(target);
    });

    expect(lost).toStrictEqual([]);
  });
});
