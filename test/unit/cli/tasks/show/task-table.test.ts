import { describe, expect, it } from '@jest/globals';

import type { DeskTask } from '../../../../../src/cli/tasks/desk/desk-task.js';
import { widthOf } from '../../../../../src/cli/tasks/show/fit-line.js';
import { toTaskTable } from '../../../../../src/cli/tasks/show/task-table.js';

const ID = 'mcp-aaaaaaaaaaaaaaaaaaaa-bbbbbbbbbbbbbbbbbbbbbbbbbb';
const CREATED_AT = '2026-11-22T10:00:00.000Z';
const NOW_MS = Date.parse(CREATED_AT) + 5 * 60_000;

const tasks: readonly DeskTask[] = [
  {
    taskId: ID,
    tool: 'report',
    status: 'input_required',
    statusMessage: '待っています '.repeat(20),
    createdAt: CREATED_AT,
    lastUpdatedAt: CREATED_AT,
  },
  { taskId: 'order-1', tool: '', status: 'failed', createdAt: 'odd', lastUpdatedAt: 'odd' },
];

function toTable(columns: number, hasColours = false): string[] {
  return toTaskTable(tasks, { isTerminal: true, columns, hasColours }, NOW_MS);
}

describe('a table of tasks', () => {
  it.each([70, 80, 100, 140, 200])('fits %d columns, with every ID whole', (columns) => {
    const lines = toTable(columns);

    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(columns);
    expect(lines.join('\n')).toContain(ID);
    expect(lines.join('\n')).toContain('order-1');
  });

  it('has a line a task where there is room, and two where there is not', () => {
    expect(toTable(140)).toHaveLength(3);
    expect(toTable(140)[0]).toMatch(/^TASK +STATUS +TOOL +AGE +MESSAGE$/);
    expect(toTable(140)[1]).toMatch(new RegExp(`^${ID}  input_required  report  5 min  待`));
    expect(toTable(80)).toHaveLength(4);
    expect(toTable(80)[1]).toMatch(/^ {2}input_required {2}report {2}5 min {2}待.+…$/);
  });

  it('cuts nothing where there is no terminal', () => {
    expect(toTable(Number.MAX_SAFE_INTEGER)[1]).not.toContain('…');
  });

  it('has colours where they are wanted', () => {
    expect(toTable(140, true).join()).toContain('\u001b[33minput_required');
    expect(toTable(140).join()).not.toContain('\u001b');
  });
});
