import { beforeEach, describe, expect, it } from '@jest/globals';

import { NOT_ASKABLE } from '../../../src/core/askable.js';
import { InputMethod } from '../../../src/core/input-request.js';
import type { Task } from '../../../src/core/task.js';
import { parseManifest } from '../../../src/manifest/load-manifest.js';
import { type RefuseOptions, refuseQuestions } from '../../../src/questions/refuse-questions.js';
import { FakeTasks } from '../../support/fake-tasks.js';

const OWNER = 'ada';
const { tools } = parseManifest('tools: { ask: { workflow: ask, taskQueue: q } }');
const [tool] = [...tools.values()];

const form = (
  schema: unknown,
): { method: 'elicitation/create'; params: Record<string, unknown> } => ({
  method: InputMethod.elicit,
  params: { message: 'Well?', requestedSchema: schema },
});
const valid = form({ type: 'object', properties: { ok: { type: 'boolean' } } });
const nested = form({ type: 'object', properties: { deep: { type: 'object' } } });

let tasks: FakeTasks;

beforeEach(async () => {
  tasks = new FakeTasks();
  if (!tool) throw new Error('There is no tool.');
  await tasks.create({ tool, workflowArguments: [], owner: OWNER, protocolVersion: 'x' });
});

async function refuse(
  inputRequests: NonNullable<Task['inputRequests']>,
  options: Partial<RefuseOptions> = {},
): Promise<Task> {
  tasks.update('task-1', { phase: 'inputRequired', inputRequests });
  const task = await tasks.get('task-1', OWNER);
  return refuseQuestions(task, { tasks, owner: OWNER, ...options });
}

describe('refuseQuestions', () => {
  it('leaves alone what keeps to the rules', async () => {
    await expect(refuse({ a: valid })).resolves.toHaveProperty('inputRequests', { a: valid });
    expect(tasks.answered).toStrictEqual([]);
  });

  it('answers in the place of clients what breaks the rules, and shows the rest', async () => {
    await expect(refuse({ a: valid, b: nested })).resolves.toMatchObject({
      phase: 'inputRequired',
      inputRequests: { a: valid },
    });
    expect(tasks.answered).toMatchObject([
      { responses: { b: { action: 'cancel', error: { code: -32602 } } } },
    ]);
  });

  it('shows a task that asks nothing else at work', async () => {
    const shown = await refuse({ b: nested });

    expect(shown).toHaveProperty('phase', 'working');
    expect(shown).not.toHaveProperty('inputRequests');
  });

  it('answers what the only client there is cannot be asked, each in the form of its answers', async () => {
    const sampling = {
      method: InputMethod.sample,
      params: { messages: [{ role: 'user', content: { type: 'text', text: 'x' } }], maxTokens: 1 },
    };
    const shown = await refuse(
      { a: valid, b: sampling },
      { askable: { ...NOT_ASKABLE, form: true } },
    );
    await refuse({ a: valid }, { askable: NOT_ASKABLE });

    expect(shown.inputRequests).toStrictEqual({ a: valid });
    expect(tasks.answered).toStrictEqual([
      {
        taskId: 'task-1',
        responses: {
          b: {
            error: {
              code: -32601,
              message: 'The client cannot be asked: it has not declared "sampling".',
            },
          },
        },
      },
      {
        taskId: 'task-1',
        responses: {
          a: {
            action: 'cancel',
            error: {
              code: -32601,
              message: 'The client cannot be asked: it has not declared "elicitation".',
            },
          },
        },
      },
    ]);
  });
});
