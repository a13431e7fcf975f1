import { describe, expect, it } from '@jest/globals';

import { LOCAL_OWNER } from '../../../../src/core/person/owner.js';
import type { Observer, Observation } from '../../../../src/core/request/observer.js';
import { withSteps } from '../../../../src/core/task/task-steps.js';
import type { Task } from '../../../../src/core/task/task.js';
import { asOwner } from '../../../../src/core/task/viewer.js';
import { observeTasks } from '../../../../src/service/calls/observe-tasks.js';
import { ownQuestion } from '../../../support/asking.js';
import { CREATED_AT, FakeTasks } from '../../../support/fake-tasks.js';

const question = { method: 'elicitation/create', params: { message: 'Sure?' } } as const;

/** Tasks of which one reads as given, one reading after the other. */
function observed(readings: readonly Partial<Task>[]): {
  readonly read: () => Promise<unknown>;
  readonly news: Observation[];
} {
  const news: Observation[] = [];
  const observer: Observer = {
    request: async (_request, answer) => answer(),
    task: (told) => news.push(told),
    refused: () => undefined,
    auditLost: () => undefined,
    concerns: () => undefined,
    waits: () => () => undefined,
    traceparent: () => undefined,
  };
  const left = [...readings];
  const task: Task = {
    taskId: 'task-1',
    toolName: 'greet',
    phase: 'working',
    cancelRequested: false,
    questions: [],
    createdAt: CREATED_AT,
    lastUpdatedAt: CREATED_AT,
    ttlMs: 1_000,
    pollIntervalMs: 1_000,
  };
  const tasks = Object.assign(new FakeTasks(), {
    get: async () => Promise.resolve({ ...task, ...left.shift() }),
  });
  const over = withSteps([observeTasks(observer)], async () => Promise.resolve(tasks));
  return { read: async () => over.get(asOwner({ owner: LOCAL_OWNER }), 'task-1'), news };
}

describe('observeTasks', () => {
  it('tells once of each phase and question, and how long a question was open', async () => {
    const asking = { phase: 'inputRequired', questions: [ownQuestion('q-1', question)] } as const;
    const { read, news } = observed([
      {},
      {},
      asking,
      asking,
      { phase: 'working', hasUnknownQuestions: true },
      { phase: 'working' },
      { phase: 'succeeded' },
      { phase: 'succeeded' },
    ]);
    for (let reading = 0; reading < 8; reading += 1) await read();

    const about = { taskId: 'task-1', tool: 'greet' };
    expect(news).toStrictEqual([
      { ...about, kind: 'changed', phase: 'working' },
      { ...about, kind: 'changed', phase: 'inputRequired' },
      { ...about, kind: 'asked', question: 'q-1' },
      { ...about, kind: 'closed', question: 'q-1', seconds: expect.any(Number) },
      { ...about, kind: 'changed', phase: 'working' },
      { ...about, kind: 'changed', phase: 'succeeded' },
    ]);
  });
});
