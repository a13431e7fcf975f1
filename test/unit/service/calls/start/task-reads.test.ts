import { describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../../../../src/manifest/file/load-manifest.js';
import { TaskReads } from '../../../../../src/service/calls/start/task-reads.js';
import { trackReads } from '../../../../../src/service/calls/start/track-reads.js';
import { CREATED_AT, FakeTasks } from '../../../../support/fake-tasks.js';

const CREATED_MS = Date.parse(CREATED_AT);
const task = { taskId: 'task-1', createdAt: CREATED_AT, pollIntervalMs: 2_000 };
const { tools } = parseManifest(
  '{ defaults: { workflow: { taskQueue: q } }, tools: { plain: { workflow: w } } }',
);

/** Reads of the task at a steady pace, the last of which is at the moment that is returned. */
function poll(reads: TaskReads, { times, everyMs }: { times: number; everyMs: number }): number {
  for (let index = 0; index < times; index += 1) reads.note('task-1', CREATED_MS + index * everyMs);
  return CREATED_MS + (times - 1) * everyMs;
}

describe('a task that nobody has read', () => {
  it('is left after twelve poll intervals, counted from its creation or from the start of the process', () => {
    expect(new TaskReads(0).untilGoneMs(task, false, CREATED_MS)).toBe(24_000);
    expect(new TaskReads(0).untilGoneMs(task, false, CREATED_MS + 24_000)).toBe(0);
    const restartedMs = CREATED_MS + 60_000;
    expect(new TaskReads(restartedMs).untilGoneMs(task, false, restartedMs)).toBe(24_000);
  });

  it('is never left as long as the client that has made it asks', () => {
    expect(new TaskReads(0).untilGoneMs(task, true, CREATED_MS + 86_400_000)).toBe(Infinity);
  });
});

describe('a task that was polled', () => {
  it.each([
    ['few times: twelve intervals', { times: 3, everyMs: 500 }, 24_000],
    ['few times and rarely: twelve times its pace', { times: 3, everyMs: 10_000 }, 120_000],
    ['often: four times its pace, however short', { times: 20, everyMs: 500 }, 2_000],
    ['often and rarely: four times its pace', { times: 20, everyMs: 10_000 }, 40_000],
  ])('is left after a silence that fits %s', (_what, pace, silenceMs) => {
    const reads = new TaskReads(0);
    const lastMs = poll(reads, pace);

    expect(reads.untilGoneMs(task, false, lastMs)).toBe(silenceMs);
    expect(reads.untilGoneMs(task, true, lastMs + silenceMs)).toBe(0);
  });

  it('has a client anew once it was given to one', () => {
    const reads = new TaskReads(0);
    const lastMs = poll(reads, { times: 20, everyMs: 500 });
    reads.begunAnew('task-1', lastMs + 600_000);

    expect(reads.untilGoneMs(task, false, lastMs + 600_000)).toBe(24_000);
  });
});

describe('reads of tasks', () => {
  it('that are forgotten for want of room count as possible, not as none', () => {
    const reads = new TaskReads(0);
    const atMs = CREATED_MS + 3_600_000;
    for (let index = 0; index <= 10_000; index += 1) reads.note(`task-${index}`, atMs);

    expect(reads.untilGoneMs({ ...task, taskId: 'task-0' }, false, atMs)).toBe(24_000);
  });

  it('are noted where clients make them, and as long as they wait', async () => {
    const fake = new FakeTasks();
    const reads = new TaskReads(0);
    const tasks = trackReads(fake, reads);
    const tool = tools.get('plain');
    if (!tool) throw new Error('There is no tool.');
    const request = { tool, workflowArguments: [], owner: 'ada', protocolVersion: 'test' };
    await tasks.create(request);
    const farMs = Date.now() + 86_400_000;
    expect(reads.untilGoneMs(task, true, farMs)).toBe(Infinity);

    await expect(tasks.get('task-1', 'eve')).rejects.toMatchObject({ code: 'taskNotFound' });
    expect(reads.untilGoneMs(task, true, farMs)).toBe(Infinity);
    await tasks.get('task-1', 'ada');
    expect(reads.untilGoneMs(task, true, farMs)).toBeLessThan(0);

    const wait = new AbortController();
    const read = new Promise<void>((resolve) => {
      void tasks
        .waitFor('task-1', 'ada', {
          signal: wait.signal,
          until: () => false,
          onReading: () => {
            resolve();
          },
        })
        .catch(() => undefined);
    });
    await read;
    expect(reads.untilGoneMs(task, false, farMs)).toBe(Infinity);
    wait.abort();
    while (reads.untilGoneMs(task, false, farMs) === Infinity) await new Promise(setImmediate);
  });

  it('by a stream of a session count where the client does not poll', async () => {
    const reads = new TaskReads(0);
    const end = reads.begin('task-1', true);
    expect(reads.untilGoneMs(task, false, CREATED_MS + 86_400_000)).toBe(Infinity);
    reads.note('task-1', CREATED_MS);
    expect(reads.untilGoneMs(task, false, CREATED_MS + 86_400_000)).toBeLessThan(0);
    end();
    await Promise.resolve();
  });
});
