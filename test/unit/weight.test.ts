import { readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';

interface Row {
  readonly promise: string;
  readonly src: readonly string[];
  readonly test: readonly string[];
  readonly keys: readonly string[];
}

type Things = Readonly<
  Record<string, readonly { readonly name: string; readonly weight: number }[]>
>;

interface Weighed {
  readonly weights: readonly { readonly promise: string; readonly src: number }[];
  readonly homeless: readonly string[];
  readonly idle: readonly string[];
}

const script = new URL('../../scripts/weight.mjs', import.meta.url).href;
const { readRows, readThings, weigh } = (await import(script)) as {
  readRows: (text?: string) => readonly Row[];
  readThings: () => Things;
  weigh: (rows: readonly Row[], things: Things) => Weighed;
};

describe('scripts/promises.txt', () => {
  const { weights, homeless, idle } = weigh(readRows(), readThings());

  it('has a row for every file of src, every test and every key', () => {
    expect(homeless).toStrictEqual([]);
  });

  it('has no path that matches nothing', () => {
    expect(idle).toStrictEqual([]);
  });

  it('has the rows that ARCHITECTURE.md shows: npm run weight -- --write', () => {
    const page = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8');
    const [, table = ''] = /<!-- npm run weight -->([^]*?)<!-- end/.exec(page) ?? [];
    const shown = [...table.matchAll(/^\| (\S.*?) +\|.*\d/gm)].map(([, promise]) => promise);

    expect(shown).toStrictEqual([...weights.map(({ promise }) => promise), 'all']);
  });
});

describe('the weight of promises', () => {
  const rows = readRows(
    [
      'A comment.',
      '',
      'One',
      '  src   a b/c',
      '        b/idle',
      'Two',
      '  src   a/b',
      '  keys  k',
    ].join('\n'),
  );
  const things = {
    src: ['a/one.ts', 'a/b-two.ts', 'b/c.ts', 'c.ts'].map((name) => ({ name, weight: 10 })),
    test: ['unit/a/b.test.ts', 'integration/x.test.ts'].map((name) => ({ name, weight: 1 })),
    keys: ['k.l', 'kk'].map((name) => ({ name, weight: 1 })),
  };

  it('counts a file where the longest path fits it, and a unit test where its source is', () => {
    expect(weigh(rows, things).weights).toStrictEqual([
      { promise: 'One', src: 20, test: 0, keys: 0 },
      { promise: 'Two', src: 10, test: 1, keys: 1 },
    ]);
  });

  it('names what has no row, and paths that match nothing', () => {
    expect(weigh(rows, things)).toMatchObject({
      homeless: ['src: c.ts', 'test: integration/x.test.ts', 'keys: kk'],
      idle: ['src: b/idle'],
    });
  });
});
