import { readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';

import { fillTables, findTables, tableNames } from '../../capacity/tables/document-tables.js';

const document = readFileSync(new URL('../../docs/capacity.md', import.meta.url), 'utf8');

describe('docs/capacity.md', () => {
  it('has every table of the model', () => {
    expect(findTables(document).toSorted()).toStrictEqual(tableNames.toSorted());
  });

  it('has them as `npm run capacity -- --write-document` writes them', () => {
    expect(fillTables(document)).toBe(document);
  });

  it('is filled wherever a table stands', () => {
    const stale = '<!-- table: polls -->\n\nold\n\n<!-- end -->';

    expect(fillTables(stale)).toContain('| every 5 s, by hand');
  });

  it('is refused where it names a table that is not there', () => {
    expect(() => fillTables('<!-- table: other -->\n\n\n\n<!-- end -->')).toThrow(RangeError);
  });
});
