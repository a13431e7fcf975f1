/** A Workflow Task that takes a hostile answer must succeed, because Temporal retries a failed one for ever. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import {
  openTaskHarness,
  type TaskHarness,
  type TaskUnderTest,
} from '../../support/task-harness.js';

let tasks: TaskHarness;

beforeAll(async () => {
  tasks = await openTaskHarness();
});

afterAll(() => tasks.close());

const emailForm = {
  type: 'object',
  properties: { email: { type: 'string', format: 'email' } },
  required: ['email'],
};
const accept = (content: unknown) => ({ action: 'accept', content });

/** Sends a Signal with JSON that client libraries cannot write, because its depth exhausts their stacks. */
async function answerWithJson({ handle }: TaskUnderTest, json: string): Promise<void> {
  const { workflowService, options } = tasks.client;
  await workflowService.signalWorkflowExecution({
    namespace: options.namespace,
    workflowExecution: { workflowId: handle.workflowId },
    signalName: 'mcp.task.input',
    input: {
      payloads: [
        { metadata: { encoding: Buffer.from('json/plain') }, data: Buffer.from(json, 'utf8') },
      ],
    },
  });
}

describe('an answer that is hostile', () => {
  it('by a text that is slow to match is asked for again at once', async () => {
    const task = await tasks.start('askWithSchema', { schema: emailForm });

    await task.untilOpen('i1');
    await task.answer({ i1: accept({ email: `a@${'.'.repeat(200_000)}@` }) });
    const again = await task.untilOpen('i2');
    await task.answer({ i2: accept({ email: 'a@b.example' }) });

    expect(again.inputRequests?.['i2']?.params['message']).toContain('must be an e-mail address');
    expect(await task.handle.result()).toStrictEqual(accept({ email: 'a@b.example' }));
    expect(await task.countEvents('workflowTaskFailedEventAttributes')).toBe(0);
  });

  it.each([
    ['size', `{"i1":{"action":"accept","content":{"email":"${'a'.repeat(300_000)}"}}}`],
    [
      'depth',
      `{"i1":{"action":"accept","content":{"email":${'['.repeat(50_000)}${']'.repeat(50_000)}}}}`,
    ],
  ])('by its %s is not looked at, and the question stays open', async (_what, json) => {
    const task = await tasks.start('askWithSchema', { schema: emailForm });

    await task.untilOpen('i1');
    await answerWithJson(task, json);
    await task.answer({ i1: accept({ email: 'a@b.example' }) });

    expect(await task.handle.result()).toStrictEqual(accept({ email: 'a@b.example' }));
    expect(await task.countEvents('workflowTaskFailedEventAttributes')).toBe(0);
  });

  it('to a rule that throws is asked for again', async () => {
    const task = await tasks.start('askWithBrokenRule');

    await task.untilOpen('i1');
    await task.answer({ i1: accept({ number: 13 }) });
    const again = await task.untilOpen('i2');
    await task.answer({ i2: accept({ number: 14 }) });

    expect(again.inputRequests?.['i2']?.params['message']).toContain('cannot be checked');
    expect(await task.handle.result()).toStrictEqual(accept({ number: 14 }));
  });

  it('by many long texts leaves room for the question that follows', async () => {
    const names = Array.from({ length: 90 }, (_, index) => `text${index}`);
    const schema = {
      type: 'object',
      properties: {
        ...Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
        number: { type: 'integer' },
      },
    };
    const task = await tasks.start('askWithSchema', { schema });

    await task.untilOpen('i1');
    const texts = Object.fromEntries(names.map((name) => [name, 'x'.repeat(450)]));
    await task.answer({ i1: accept({ ...texts, number: 'none' }) });
    await task.untilOpen('i2');
    await task.answer({ i2: { action: 'decline' } });

    expect(await task.handle.result()).toMatchObject({ action: 'decline' });
  });
});
