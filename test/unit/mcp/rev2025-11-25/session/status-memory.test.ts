import { describe, expect, it } from '@jest/globals';

import { StatusMemory } from '../../../../../src/mcp/rev2025-11-25/session/status-memory.js';
import type { WireTask } from '../../../../../src/mcp/rev2025-11-25/wire/to-wire.js';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 5, 9, 0, second)).toISOString();

const task = (
  status: WireTask['status'],
  second: number,
  more: Partial<WireTask> = {},
): WireTask => ({
  taskId: 'task-1',
  status,
  createdAt: at(0),
  lastUpdatedAt: at(second),
  ttl: 1,
  pollInterval: 1,
  ...more,
});

const open = (session = 'one', isWaiting = true) => ({ session, isWaiting });

describe('the statuses of a task', () => {
  it('are told once, by one stream of the session, and by the next one after it', () => {
    const statuses = new StatusMemory();
    const [one, other, foreign] = [open(), open(), open('other')];
    const told = [
      statuses.isNews(task('working', 1), one),
      statuses.isNews(task('working', 1), other),
      statuses.isNews(task('input_required', 2), other),
      statuses.isNews(task('input_required', 2), one),
      statuses.isNews(task('input_required', 2), one),
      statuses.isNews(task('input_required', 2), foreign),
    ];
    statuses.leave('task-1', one);

    expect(told).toStrictEqual([false, false, false, true, false, false]);
    expect(statuses.isNews(task('completed', 3), other)).toBe(true);
  });

  it('are told by a stream that waits, rather than by a standing one', () => {
    const statuses = new StatusMemory();
    const [standing, waiting] = [open('one', false), open('one', true)];
    statuses.isNews(task('working', 1), standing);

    expect(statuses.isNews(task('input_required', 2), waiting)).toBe(true);
    expect(statuses.isNews(task('working', 3), standing)).toBe(false);
  });

  it('do not go back, by an older reading or after the end', () => {
    const statuses = new StatusMemory();
    const one = open();
    statuses.isNews(task('working', 2), one);
    const told = [
      statuses.isNews(task('input_required', 1), one),
      statuses.isNews(task('completed', 3), one),
      statuses.isNews(task('working', 4), one),
      statuses.isNews(task('failed', 5), one),
    ];

    expect(told).toStrictEqual([false, true, false, false]);
  });

  it('do not fall behind a reply', () => {
    const statuses = new StatusMemory();
    const one = open();
    statuses.isNews(task('working', 1), one);
    statuses.replied(task('completed', 3), 'one');

    expect(statuses.isNews(task('input_required', 3), one)).toBe(false);
    expect(statuses.isNews(task('completed', 3), one)).toBe(true);
  });

  it('begin anew with a later execution under the same ID', () => {
    const statuses = new StatusMemory();
    const one = open();
    statuses.isNews(task('completed', 3), one);
    const later = { createdAt: at(5) };

    expect(statuses.isNews(task('working', 5, later), one)).toBe(false);
    expect(statuses.isNews(task('completed', 6, later), one)).toBe(true);
  });
});
