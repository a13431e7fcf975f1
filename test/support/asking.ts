/** Shared by tests of questions: a task that asks. */
import type { InputRequest } from '../../src/core/contract/input-request.js';
import type { Question } from '../../src/core/question/question.js';
import type { Task } from '../../src/core/task/task.js';
import { parseManifest } from '../../src/manifest/load/load-manifest.js';

import { createOwned } from './create-owned.js';
import { FakeTasks } from './fake-tasks.js';
import { rev2025 as protocol } from './protocols.js';

export const OWNER = 'me';
export const TASK_ID = 'task-1';

export const QUESTION: InputRequest = {
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: 'Well?',
    requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
  },
};

/** A question that the task's owner may answer. */
export function ownQuestion(
  key = 'i1',
  { method, params }: InputRequest = QUESTION,
  more: Partial<Question> = {},
): Question {
  return { key, method, params, audience: 'owner', ...more };
}

const { tools } = parseManifest(
  'tools: { ask: { workflow: { type: ask, taskQueue: q }, ttl: 1 hour } }',
);

/** Creates the task; by default it has an open question. */
export async function openTask(changes: Partial<Task> = {}): Promise<FakeTasks> {
  const tasks = new FakeTasks();
  const tool = tools.get('ask');
  if (!tool) throw new Error('The manifest has no such tool.');
  await createOwned(tasks, {
    tool,
    owner: OWNER,
    protocolVersion: protocol.version,
    workflowArguments: [],
  });
  tasks.update(TASK_ID, {
    phase: 'inputRequired',
    questions: [ownQuestion()],
    ...changes,
  });
  return tasks;
}
