import { beforeEach, describe, expect, it } from '@jest/globals';

import { InputMethod } from '../../../../src/core/input-request.js';
import { Generation } from '../../../../src/core/task-status.js';
import { parseManifest } from '../../../../src/manifest/load-manifest.js';
import { withoutInvalid } from '../../../../src/mcp/rev2026-07-28/without-invalid.js';
import { FakeTasks } from '../../../support/fake-tasks.js';

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
  await tasks.create({ tool, workflowArguments: [], owner: OWNER, generation: Generation.rev2026 });
});

async function show(
  inputRequests: Record<string, typeof valid>,
): ReturnType<typeof withoutInvalid> {
  tasks.update('task-1', { phase: 'inputRequired', inputRequests });
  return withoutInvalid(await tasks.get('task-1', OWNER), OWNER, tasks);
}

describe('withoutInvalid', () => {
  it('leaves alone what keeps to the rules', async () => {
    await expect(show({ a: valid })).resolves.toHaveProperty('inputRequests', { a: valid });
    expect(tasks.answered).toStrictEqual([]);
  });

  it('answers in the place of clients what breaks the rules, and shows the rest', async () => {
    await expect(show({ a: valid, b: nested })).resolves.toMatchObject({
      phase: 'inputRequired',
      inputRequests: { a: valid },
    });
    expect(tasks.answered).toMatchObject([
      { responses: { b: { action: 'cancel', error: { code: -32602 } } } },
    ]);
  });

  it('shows a task that asks nothing else at work', async () => {
    const shown = await show({ b: nested });

    expect(shown).toHaveProperty('phase', 'working');
    expect(shown).not.toHaveProperty('inputRequests');
  });
});
