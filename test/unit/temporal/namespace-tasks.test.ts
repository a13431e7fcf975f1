import { randomBytes } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../../src/manifest/file/load-manifest.js';
import { mayHave } from '../../../src/temporal/namespace-tasks.js';
import { TaskIdRing } from '../../../src/temporal/start/task-id-ring.js';

const plain = parseManifest('tools: { a: { workflow: { type: a, taskQueue: q } } }').tools;
const withOwnIds = parseManifest(
  "tools: { a: { workflow: { type: a, taskQueue: q, id: 'a-{id}' }, input: { type: object, required: [ id ], properties: { id: { type: string } } } } }",
).tools;

describe('mayHave', () => {
  it('tells by the ID alone in which namespace a task is that this server has named', () => {
    const [here, there] = [new TaskIdRing(randomBytes(32)), new TaskIdRing(randomBytes(32))];
    const { current } = here;
    const taskId = current.randomTaskId(current.ownerTag('ada'));

    expect(mayHave(taskId, 'ada', { ids: here, tools: plain })).toBe(true);
    expect(mayHave(taskId, 'bob', { ids: here, tools: plain })).toBe(false);
    expect(mayHave(taskId, 'ada', { ids: there, tools: withOwnIds })).toBe(false);
  });

  it('takes every other ID for possible where tools choose their IDs, and nowhere else', () => {
    const ids = new TaskIdRing(randomBytes(32));

    expect(mayHave('a-1', 'ada', { ids, tools: withOwnIds })).toBe(true);
    expect(mayHave('z-9', 'ada', { ids, tools: withOwnIds })).toBe(true);
    expect(mayHave('a-1', 'ada', { ids, tools: plain })).toBe(false);
  });
});
