import { describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../../../../src/manifest/load/load-manifest.js';
import {
  isForRepeat,
  mayBeMissed,
  Repeats,
} from '../../../../../src/service/calls/call/repeats.js';
import { TASK_ID } from '../../../../support/asking.js';

const toTool = (name: string, type = 'greet', taskQueue = 'q') => {
  const manifest = { tools: { [name]: { workflow: { type, taskQueue } } } };
  const tool = parseManifest(JSON.stringify(manifest)).tools.get(name);
  if (!tool) throw new Error('There is no tool.');
  return tool;
};
const call = { owner: 'me', tool: toTool('greet'), input: { name: 'Ada' } };

describe('the key of a call', () => {
  it('is the same for the same call in every process, whatever the order of its arguments', async () => {
    const [one, other] = [new Repeats(), new Repeats()];
    const key = await one.keyOf({ ...call, input: { a: 1, b: 2 } });

    expect(await other.keyOf({ ...call, input: { b: 2, a: 1 } })).toBe(key);
    expect(other.equalCallOf(key)).toEqual(one.equalCallOf(key));
  });

  it.each([
    ['owner', { owner: 'you' }],
    ['tool', { tool: toTool('greet_all') }],
    ['Workflow Type', { tool: toTool('greet', 'greetLater') }],
    ['Task Queue', { tool: toTool('greet', 'greet', 'other') }],
    ['arguments', { input: { name: 'Bob' } }],
  ])('is another one for another %s', async (_what, change) => {
    const repeats = new Repeats();

    expect(await repeats.keyOf({ ...call, ...change })).not.toBe(await repeats.keyOf(call));
  });
});

describe('a call that is made again', () => {
  it('finds its task, until somebody has collected that', async () => {
    const repeats = new Repeats();
    const key = await repeats.keyOf(call);
    repeats.remember(key, Promise.resolve(TASK_ID));
    expect(await repeats.find(key)).toBe(TASK_ID);
    expect(repeats.equalCallOf(key)).toEqual({ key });

    repeats.collected(TASK_ID, false);

    expect(repeats.find(key)).toBeUndefined();
    expect(repeats.equalCallOf(key)).toEqual({ key, after: TASK_ID });
  });

  it('finds a task that has been collected, where its host may have missed the result', async () => {
    const repeats = new Repeats();
    const key = await repeats.keyOf(call);
    repeats.remember(key, Promise.resolve(TASK_ID));
    await repeats.find(key);

    repeats.collected(TASK_ID, true);
    repeats.collected(TASK_ID, false);

    expect(await repeats.find(key)).toBe(TASK_ID);
    expect(repeats.equalCallOf(key)).toEqual({ key, after: TASK_ID });
  });

  it('has missed no answer once the first one was answered', () => {
    const repeats = new Repeats();
    expect(repeats.joinedCallOf(TASK_ID)).toBe('missed');

    repeats.answered(TASK_ID);

    expect(repeats.joinedCallOf(TASK_ID)).toBe('answered');
  });

  it('finds nothing where the first one could not be created', async () => {
    const repeats = new Repeats();
    const key = await repeats.keyOf(call);
    const creating = Promise.reject(new Error('No.'));
    repeats.remember(key, creating);
    await expect(creating).rejects.toThrow('No.');

    expect(repeats.find(key)).toBeUndefined();
  });
});

describe('mayBeMissed', () => {
  const { tools } = parseManifest(`defaults: { workflow: { taskQueue: q } }
tools:
  plain: { workflow: doIt }
  reads: { workflow: doIt, annotations: { readOnlyHint: true } }
`);

  it.each([
    ['a long wait', { name: 'plain', waitedMs: 10_001 }, true],
    ['a short wait', { name: 'plain', waitedMs: 10_000 }, false],
    ['a long wait for a tool that only reads', { name: 'reads', waitedMs: 10_001 }, false],
    ['a long wait for a tool that is gone', { name: 'gone', waitedMs: 10_001 }, true],
  ])('of %s', (_what, { name, waitedMs }, expected) => {
    expect(mayBeMissed(tools.get(name), waitedMs)).toBe(expected);
  });
});

describe('isForRepeat', () => {
  const lastUpdatedAt = '2026-01-05T09:00:00.000Z';
  const ended = { kind: 'cancelled' } as const;
  const stopped = { lastUpdatedAt, cancelRequested: true };
  const afterMs = (ms: number): number => Date.parse(lastUpdatedAt) + ms;

  it.each([
    ['runs, however long', { task: { lastUpdatedAt }, nowMs: afterMs(86_400_000) }, true],
    ['has just ended', { task: { lastUpdatedAt, outcome: ended }, nowMs: afterMs(599_999) }, true],
    ['ended long ago', { task: { lastUpdatedAt, outcome: ended }, nowMs: afterMs(600_000) }, false],
    ['is to stop', { task: stopped, nowMs: afterMs(0) }, false],
    ['was to stop', { task: { ...stopped, outcome: ended }, nowMs: afterMs(0) }, false],
  ])('of a task that %s', (_what, { task, nowMs }, expected) => {
    expect(isForRepeat({ cancelRequested: false, ...task }, nowMs)).toBe(expected);
  });
});
