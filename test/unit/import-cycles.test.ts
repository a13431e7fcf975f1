import { describe, expect, it } from '@jest/globals';

import { importsOf, readSources, resolveImport } from './source-files.js';

type Imports = ReadonlyMap<string, readonly string[]>;

/** The files without those that import none of the others. */
function withoutLeaves(imports: Imports): Imports {
  const inner = [...imports].map(([file, targets]) => {
    const known = targets.filter((target) => imports.has(target));
    return [file, known] as const;
  });
  return new Map(inner.filter(([, targets]) => targets.length > 0));
}

/** The same files, with who imports them. */
function reversed(imports: Imports): Imports {
  const importers = [...imports.keys()].map((file) => {
    const own = [...imports].filter(([, targets]) => targets.includes(file));
    return [file, own.map(([importer]) => importer)] as const;
  });
  return new Map(importers);
}

function peeled(imports: Imports): Imports {
  const rest = withoutLeaves(imports);
  return rest.size === imports.size ? rest : peeled(rest);
}

/** The files that are in a cycle, or on a way from one cycle to another. */
function filesInCycles(imports: Imports): string[] {
  return [...peeled(reversed(peeled(imports))).keys()].sort();
}

/** Lint finds cycles of values only (`import-x/no-cycle`): to it, type imports are none. */
describe('import cycles', () => {
  it.each([
    ['none in a chain', { a: ['b'], b: ['c'], c: [] }, []],
    ['none in a diamond', { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }, []],
    ['two files that import each other', { a: ['b'], b: ['c'], c: ['b', 'd'], d: [] }, ['b', 'c']],
    ['a file that imports itself', { a: ['a'] }, ['a']],
  ])('are found: %s', (_what, imports, expected) => {
    expect(filesInCycles(new Map(Object.entries(imports)))).toStrictEqual(expected);
  });

  it('are nowhere in the source, type imports included', () => {
    const imports = new Map(
      [...readSources('src', 'workflows', 'activities', 'lab')].map(([file, source]) => [
        file,
        importsOf(source).flatMap((specifier) => resolveImport(file, specifier) ?? []),
      ]),
    );

    expect(imports.size).toBeGreaterThan(100);
    expect(filesInCycles(imports)).toStrictEqual([]);
  });
});
