import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import {
  importsOf,
  readSources,
  resolveImport as resolve,
  root,
  valueImportsOf,
} from './source-files.js';

interface Room {
  readonly room: string;
  readonly purpose: string;
  readonly folders?: readonly string[];
  readonly rooms: readonly string[];
  readonly types?: readonly string[] | undefined;
  readonly packages: readonly string[];
}

interface Layers {
  readonly layers: readonly Room[];
  readonly roomOf: (file: string) => Room | undefined;
  readonly violation: (
    file: string,
    target: { readonly file: string } | { readonly specifier: string },
    isType?: boolean,
  ) => string | undefined;
}

const rulesUrl = new URL('../../layers.mjs', import.meta.url).href;
const { layers, roomOf, violation } = (await import(rulesUrl)) as Layers;

const sources = readSources('src', 'workflows', 'activities');
const files = [...sources.keys()];

/** Every file with each of its imports. */
const imports = [...sources].flatMap(([file, source]) =>
  importsOf(source).map((specifier) => ({
    file,
    specifier,
    isType: !valueImportsOf(source).includes(specifier),
  })),
);

/** Returns why a file may not import this; `undefined` if it may. */
function violationOf(file: string, specifier: string, isType?: boolean): string | undefined {
  const target = resolve(file, specifier);
  return violation(file, target === undefined ? { specifier } : { file: target }, isType);
}

/** The folders of a room's files, as `folders` of its row names them. */
function foldersOf({ room }: Room): Set<string> {
  const own = files.filter((file) => roomOf(file)?.room === room);
  return new Set(own.map((file) => (file !== room && relative(room, dirname(file))) || '.'));
}

/** Rules that each directive of ESLint in a text switches off; an empty text is all of them. */
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
  it('gives every file a room', () => {
    expect(files.filter((file) => roomOf(file) === undefined)).toStrictEqual([]);
  });

  it('names only rooms that stand above', () => {
    const names = layers.map(({ room }) => room);
    const wrong = layers.filter(({ rooms }, place) =>
      rooms.some((room) => !names.slice(0, place).includes(room)),
    );

    expect(wrong).toStrictEqual([]);
  });

  it.each(layers.map((row) => [row.room, row] as const))(
    'names each folder of %s once',
    (_room, row) => {
      const { folders = ['.'] } = row;

      expect([...folders].sort()).toStrictEqual([...foldersOf(row)].sort());
    },
  );

  it('allows all that is imported', () => {
    const wrong = imports.flatMap(
      ({ file, specifier, isType }) => violationOf(file, specifier, isType) ?? [],
    );

    expect(wrong).toStrictEqual([]);
  });

  it.each(layers.map((row) => [row.room, row] as const))(
    'allows %s only what it uses',
    (_room, row) => {
      const used = new Set(
        imports
          .filter(({ file }) => roomOf(file) === row)
          .map(({ file, specifier }) => {
            const target = resolve(file, specifier);
            return target === undefined ? specifier : roomOf(target)?.room;
          }),
      );
      const isUsed = (name: string): boolean =>
        [...used].some((one) => one?.startsWith(name) ?? false);
      // The sandbox may use all of Temporal's packages that run in it.
      const unused = [...row.rooms, ...(row.types ?? []), ...row.packages].filter(
        (name) => !isUsed(name) && name !== '@temporalio/common',
      );

      expect(unused).toStrictEqual([]);
    },
  );

  it('lets core have the types of definitions alone, so that no Workflow gets zod', () => {
    expect(violationOf('src/core/tool/a.ts', '../../definition/b.js', true)).toBeUndefined();
    expect(violationOf('src/core/tool/a.ts', '../../definition/b.js', false)).toBeDefined();
  });

  it('is switched off nowhere', () => {
    const disabled = files.filter((file) =>
      disabledRules(sources.get(file) ?? '').some(
        (rules) => rules === '' || rules.includes('allowed-imports'),
      ),
    );

    expect(disabled).toStrictEqual([]);
  });

  it.each([
    ['src/core/a.ts', './b.js', true],
    ['src/core/task/a.ts', '../value/b.js', true],
    ['src/core/a.ts', '../temporal/b.js', false],
    ['src/core/a.ts', 'zod', false],
    ['src/core/a.ts', '../definition/b.js', false],
    ['src/core/a.ts', 'node:fs', false],
    ['src/temporal/read/a.ts', '@temporalio/client', true],
    ['src/temporal/read/a.ts', '@temporalio/worker', false],
    ['src/temporal/read/a.ts', '@temporalio/client-extras', false],
    ['src/temporal/read/a.ts', '../../mcp/rev2025-11-25/methods/methods.js', false],
    ['src/temporal/read/a.ts', 'node:crypto', true],
    ['src/mcp/rev2025-11-25/wire/a.ts', '@modelcontextprotocol/sdk/types.js', true],
    ['src/mcp/rev2025-11-25/wire/a.ts', '@modelcontextprotocol/server', false],
    ['src/mcp/rev2025-11-25/wire/a.ts', '../../rev2026-07-28/wire/a.js', false],
    ['src/mcp/a.ts', './rev2026-07-28/wire/a.js', false],
    ['src/security/auth/a.ts', './tokens/b.js', true],
    ['src/security/auth/tokens/a.ts', './b.js', true],
    ['src/security/auth/tokens/a.ts', '../b.js', false],
    ['workflows/a.ts', '@temporalio/common/lib/a', true],
    ['workflows/a.ts', '@temporalio/client', false],
    ['workflows/a.ts', '../src/app/config/load-secret.js', false],
  ])('says of %s that it may import %s: %s', (file, specifier, expected) => {
    expect(violationOf(file, specifier) === undefined).toBe(expected);
  });
});

describe('an exported name', () => {
  it('means one thing, but what each generation has of its own', () => {
    const declared = [...sources]
      .filter(([file]) => isUnder(file, 'src') && !generations.some((one) => file.includes(one)))
      .flatMap(([file, text]) =>
        [...text.matchAll(/^export (?:async )?(?:const|class|function\*?|interface|type) (\w+)/gm)]
          .map(([, name = '']) => name)
          .filter((name, index, all) => all.indexOf(name) === index)
          .map((name) => ({ name, file })),
      );
    const twice = declared.filter(({ name, file }) =>
      declared.some((other) => other.name === name && other.file !== file),
    );

    expect(twice).toStrictEqual([]);
  });
});

describe('every generation', () => {
  it.each(generations)('%s has a room of its own', (generation) => {
    expect(roomOf(`src/mcp/${generation}/a.ts`)?.room).toBe(`src/mcp/${generation}`);
  });

  it('is named in its own folder and where generations are loaded, and nowhere else', () => {
    const names = generations.flatMap((name) => [name, name.replace('rev', '')]);
    const naming = [...sources]
      .filter(([file]) => isUnder(file, 'src'))
      .filter(([file]) => !generations.some((name) => isUnder(file, `src/mcp/${name}`)))
      .filter(([, text]) => names.some((name) => text.includes(name)))
      .map(([file]) => file);

    expect(naming).toStrictEqual(['src/app/server/create-generations.ts']);
  });

  it('is known by its generation, what recognizes it, and how it reads tasks, outside its folder', () => {
    const inner = imports.filter(({ file, specifier }) => {
      const target = resolve(file, specifier);
      return (
        isUnder(target, 'src/mcp') &&
        !isUnder(file, 'src/mcp') &&
        !/^src\/mcp\/(\w+[\w-]*\.ts|[^/]+\/(generation|wire\/recognize|wire\/protocol)\.ts)$/.test(
          target ?? '',
        )
      );
    });

    expect(inner).toStrictEqual([]);
  });
});
