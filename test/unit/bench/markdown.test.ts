import { describe, expect, it } from '@jest/globals';

import {
  countVerdicts,
  formatCell,
  formatNumber,
  toMarkdown,
} from '../../../lab/bench/markdown.js';
import { judge, type Table } from '../../../lab/bench/table.js';

const target = { of: 'ratio', kind: 'at most', bound: 2, unit: 'times' } as const;
const table: Table = {
  title: 'A table',
  columns: ['ms', 'ratio'],
  rows: [
    { name: 'raw', cells: [1.234, undefined] },
    {
      name: 'ours',
      cells: ['a|b', { value: 3, low: 2.5, high: 3.5 }],
      judgements: [judge({ value: 3, low: 2.5, high: 3.5 }, target)],
    },
  ],
  notes: ['A note.'],
};

describe('a number', () => {
  it.each([
    [0.123, '0.12'],
    [-9.876, '-9.88'],
    [12.34, '12.3'],
    [12, '12'],
    [123.4, '123'],
    [12_345.6, '12,346'],
  ])('%d is written as %s', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });
});

describe('a table', () => {
  it('is Markdown with its targets, and columns of one width', () => {
    expect(toMarkdown(table).split('\n')).toStrictEqual([
      '### A table',
      '',
      '|      | ms   | ratio          | target                            |',
      '| ---- | ---- | -------------- | --------------------------------- |',
      '| raw  | 1.23 |                |                                   |',
      '| ours | a\\|b | 3 [2.50, 3.50] | ratio at most 2 times: **missed** |',
      '',
      'A note.',
    ]);
  });

  it('has no column of targets where there are none', () => {
    expect(toMarkdown({ ...table, rows: table.rows.slice(0, 1) })).not.toContain('target');
  });

  it('leaves empty what there is not', () => {
    expect(formatCell(undefined)).toBe('');
  });
});

describe('the count of verdicts', () => {
  it('names each kind', () => {
    const judgements = [
      judge(1, target),
      judge(3, target),
      judge({ value: 2, low: 1, high: 3 }, target),
    ];
    const all = { ...table, rows: [{ name: 'x', cells: [], judgements }] };

    expect(countVerdicts([all])).toBe('3 targets: 1 met, 1 missed, 1 within the noise');
    expect(countVerdicts([])).toBe('0 targets: 0 met, 0 missed, 0 within the noise');
  });
});
