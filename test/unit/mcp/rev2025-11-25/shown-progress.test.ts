import { describe, expect, it } from '@jest/globals';

import { ShownProgress } from '../../../../src/mcp/rev2025-11-25/shown-progress.js';

describe('progress', () => {
  it('advances only', () => {
    const shown = new ShownProgress();
    const reports = [0, 0, 3, 2, 3, 3.5, -1, 4];

    expect(reports.map((progress) => shown.advance('task-1', 'one', progress))).toStrictEqual([
      true,
      false,
      true,
      false,
      false,
      true,
      false,
      true,
    ]);
  });

  it('may begin below zero, and is each task’s and session’s own', () => {
    const shown = new ShownProgress();

    expect(shown.advance('task-1', 'one', -5)).toBe(true);
    expect(shown.advance('task-1', 'one', 7)).toBe(true);
    expect(shown.advance('task-2', 'one', 1)).toBe(true);
    expect(shown.advance('task-1', 'other', 1)).toBe(true);
  });
});
