import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import {
  ALL_CAPABILITIES,
  type AskedClient,
  connectAskedHttp,
  connectAskedStdio,
  type OpenRequest,
  type Question,
  questionsIn,
  untilAsked,
} from '../../support/asked-client.js';
import { eventually, PATIENCE_MS, within } from '../../support/eventually.js';
import {
  askByContract,
  countAnswers,
  NAME_FORM,
  SUMMARY_REQUEST,
  YES,
} from '../../support/steps/question-steps.js';
import { createTask, getTask, resultOf } from '../../support/steps/rev2025-task-steps.js';
import { withTestServers } from '../../support/with-test-server.js';

const given = withTestServers();

/** A question that waits for its answer on an open stream. */
interface Waiting {
  readonly taskId: string;
  readonly question: Question;
  readonly stream: OpenRequest;
  readonly client: AskedClient;
}

async function ask(client: AskedClient, requests: Readonly<Record<string, object>>) {
  const taskId = await askByContract(client, requests);
  const stream = client.open('tasks/result', { taskId });
  const [question] = await untilAsked(client, { taskId });
  return { taskId, question, stream, client } satisfies Waiting;
}

async function askForDeletion(client: AskedClient): Promise<Waiting> {
  const taskId = await createTask(client, 'confirm_delete', { arguments: { filename: 'a.txt' } });
  const stream = client.open('tasks/result', { taskId });
  const [question] = await untilAsked(client, { taskId });
  return { taskId, question, stream, client };
}

/**
 * Responds with an error whenever the task's question goes out, until the task has its result: twice, or a third time where
 * the connection had offered the question before the client began to wait for the task.
 */
async function failEveryTime(
  { taskId, question, stream, client }: Waiting,
  error: object,
): Promise<Record<string, unknown>> {
  const failed = new Set([question.id]);
  await client.send({ id: question.id, error });
  let result: Record<string, unknown> | undefined;
  const ended = resultOf(stream.reply).then((value) => (result = value));
  await eventually('the result', async () => {
    const again = questionsIn(client.received, taskId).find(({ id }) => !failed.has(id));
    if (again) {
      failed.add(again.id);
      await client.send({ id: again.id, error });
    }
    return result;
  });
  expect(failed.size).toBeGreaterThanOrEqual(2);
  expect(failed.size).toBeLessThanOrEqual(3);
  return ended;
}

async function resultOfWaiting({ stream }: Waiting): Promise<Record<string, unknown>> {
  return within(PATIENCE_MS, resultOf(stream.reply));
}

const ADA = { action: 'accept', content: { name: 'Ada' } };

describe.each(['HTTP', 'stdio'])('over %s', (transport) => {
  let client: AskedClient;

  beforeAll(async () => {
    client = await (transport === 'HTTP'
      ? connectAskedHttp([given().url])
      : connectAskedStdio(given().options, ALL_CAPABILITIES));
  });

  afterAll(async () => client.close());

  describe('an answer that does not fit', () => {
    it.each([
      [
        'a value of another type',
        { action: 'accept', content: { name: 7 } },
        /name must be a string/,
      ],
      ['a value that is too short', { action: 'accept', content: { name: 'A' } }, /name/],
      ['a missing field', { action: 'accept', content: {} }, /name/],
      ['no content', { action: 'accept' }, /name is required/],
      ['an unknown action', { action: 'maybe' }, /action must be/],
      ['no action', { content: { name: 'Ada' } }, /action must be/],
    ])('is asked for again, with what is wrong: %s', async (_what, result, hint) => {
      const waiting = await ask(client, { name: NAME_FORM });
      const { taskId, question } = waiting;
      await client.send({ id: question.id, result });
      const [, again] = await untilAsked(client, { taskId, count: 2 });

      expect(again?.id).not.toBe(question.id);
      expect(again?.params['message']).toMatch(hint);
      expect(again?.params['message']).toMatch(/^What is your name\?/);
      expect(again?.params['requestedSchema']).toStrictEqual(NAME_FORM.params.requestedSchema);
      expect(await getTask(client, taskId)).toHaveProperty('status', 'input_required');
      expect(await countAnswers(given().temporal, taskId)).toBe(0);
      await client.send({ id: again?.id, result: ADA });
      expect(await resultOfWaiting(waiting)).toMatchObject({ structuredContent: { name: ADA } });
    });

    it('is taken in a plain call beyond the time to live, of which its client knows nothing', async () => {
      const beganMs = Date.now();
      const name = 'confirm_briefly';
      const { reply } = client.open('tools/call', { name, arguments: { filename: 'late.txt' } });
      const question = await eventually('the question of the call', () =>
        questionsIn(client.received).find(({ params }) =>
          String(params['message']).includes('late.txt'),
        ),
      );
      await eventually('the time to live is over', () => Date.now() - beganMs > 1_500);

      await client.send({ id: question.id, result: YES });
      expect(await within(PATIENCE_MS, resultOf(reply))).toMatchObject({
        content: [{ text: 'Deleted late.txt.' }],
      });
    });

    it('is asked for again by the Workflow, where that checks', async () => {
      const waiting = await askForDeletion(client);
      const { taskId, question } = waiting;
      await client.send({
        id: question.id,
        result: { action: 'accept', content: { confirm: 'yes' } },
      });
      const [, again] = await untilAsked(client, { taskId, count: 2 });
      await client.send({ id: again?.id, result: YES });

      expect(again?.params['message']).toMatch(/^Delete a\.txt\?/);
      expect(await resultOfWaiting(waiting)).toMatchObject({
        content: [{ text: 'Deleted a.txt.' }],
      });
    });

    it('is asked for again without changing what is sent to a model', async () => {
      const waiting = await ask(client, { m1: SUMMARY_REQUEST });
      const { taskId, question } = waiting;
      await client.send({ id: question.id, result: { text: 'Short.' } });
      const [, again] = await untilAsked(client, { taskId, count: 2 });
      const answer = { role: 'assistant', content: { type: 'text', text: 'Short.' }, model: 'm' };
      await client.send({ id: again?.id, result: answer });

      expect(again?.params).toStrictEqual(question.params);
      expect(await resultOfWaiting(waiting)).toMatchObject({ structuredContent: { m1: answer } });
    });

    it('is not asked for for ever, and the question stays open', async () => {
      const { taskId, question, stream } = await ask(client, { name: NAME_FORM });
      let { id } = question;
      for (const count of [2, 3]) {
        await client.send({ id, result: { action: 'maybe' } });
        id = (await untilAsked(client, { taskId, count })).at(-1)?.id ?? '';
      }
      await client.send({ id, result: { action: 'maybe' } });
      await getTask(client, taskId);

      expect(questionsIn(client.received, taskId)).toHaveLength(3);
      expect(await getTask(client, taskId)).toHaveProperty('status', 'input_required');
      await client.send({ id: question.id, result: ADA });
      expect(await within(PATIENCE_MS, resultOf(stream.reply))).toMatchObject({
        structuredContent: { name: ADA },
      });
    });

    it('is asked for again when it is too large', async () => {
      const waiting = await ask(client, { m1: SUMMARY_REQUEST });
      const { taskId, question } = waiting;
      const toAnswer = (text: string): object => ({
        role: 'assistant',
        content: { type: 'text', text },
        model: 'm',
      });
      await client.send({ id: question.id, result: toAnswer('x'.repeat(300 * 1024)) });
      const [, again] = await untilAsked(client, { taskId, count: 2 });

      expect(await countAnswers(given().temporal, taskId)).toBe(0);
      await client.send({ id: again?.id, result: toAnswer('Short.') });
      expect(await resultOfWaiting(waiting)).toMatchObject({
        structuredContent: { m1: { content: { text: 'Short.' } } },
      });
    });
  });

  describe('an answer that comes too late', () => {
    it('changes nothing after another one', async () => {
      const waiting = await ask(client, { name: NAME_FORM, more: NAME_FORM });
      const { taskId, question } = waiting;
      const [, other] = await untilAsked(client, { taskId, count: 2 });

      expect(await client.send({ id: question.id, result: ADA })).toBe(202);
      // Over stdio nothing says when it was taken.
      await eventually(
        'the answer is taken',
        async () => (await countAnswers(given().temporal, taskId)) === 1,
      );
      expect(await client.send({ id: question.id, result: { action: 'decline' } })).toBe(202);
      expect(await client.send({ id: question.id, result: 7 })).toBe(
        transport === 'HTTP' ? 400 : 202,
      );
      await client.send({ id: other?.id, result: { action: 'cancel' } });
      const { structuredContent } = await resultOfWaiting(waiting);
      expect(Object.values(structuredContent as object)).toStrictEqual(
        expect.arrayContaining([
          expect.objectContaining(ADA),
          expect.objectContaining({ action: 'cancel' }),
        ]),
      );
      expect(await countAnswers(given().temporal, taskId)).toBe(2);
    });

    it('is acknowledged after the end of its task', async () => {
      const { taskId, question } = await ask(client, { name: NAME_FORM });
      await given().temporal.workflow.getHandle(taskId).terminate('over');

      expect(await client.send({ id: question.id, result: ADA })).toBe(202);
      expect(await getTask(client, taskId)).toHaveProperty('status', 'failed');
    });
  });

  describe('an error in place of an answer', () => {
    it('is asked for once more, and then reaches the Workflow, as a question that could not be asked', async () => {
      const waiting = await ask(client, { name: NAME_FORM });
      const error = { code: -1, message: 'The person has left' };

      expect(await failEveryTime(waiting, error)).toMatchObject({
        structuredContent: { name: { action: 'cancel', error } },
      });
    });
  });

  describe('a response with an ID that is none of ours', () => {
    it('reaches no Workflow', async () => {
      const waiting = await askForDeletion(client);
      const { taskId, question } = waiting;
      const { id } = question;
      const middle = Math.floor(id.length / 2);
      const altered = `${id.slice(0, middle)}${id[middle] === 'A' ? 'B' : 'A'}${id.slice(middle + 1)}`;
      for (const forged of [altered, id.slice(0, -5), 'mcp-input.', 'mcp-input.e30.e30.e30']) {
        const status = await client.send({ id: forged, result: YES });

        expect([forged, status]).toStrictEqual([forged, transport === 'HTTP' ? 400 : 202]);
      }
      for (const others of [`x${id}`, 'srv-1', 12]) {
        expect(await client.send({ id: others, result: YES })).toBe(202);
      }
      expect(await getTask(client, taskId)).toHaveProperty('status', 'input_required');
      expect(await countAnswers(given().temporal, taskId)).toBe(0);
      await client.send({ id, result: { action: 'decline' } });
      expect(await resultOfWaiting(waiting)).toMatchObject({
        content: [{ text: 'Did not delete a.txt: decline.' }],
      });
    });
  });

  describe('a question that the Workflow withdraws', () => {
    it('takes no answer any more', async () => {
      const taskId = await createTask(client, 'confirm_delete', {
        arguments: { filename: 'a.txt', deadlineMs: 1_500 },
      });
      const stream = client.open('tasks/result', { taskId });
      const [{ id }] = await untilAsked(client, { taskId });
      const result = await within(PATIENCE_MS, resultOf(stream.reply));

      expect(result).toMatchObject({ content: [{ text: 'Did not delete a.txt: expired.' }] });
      expect(await client.send({ id, result: YES })).toBe(202);
      expect(await countAnswers(given().temporal, taskId)).toBe(0);
    });
  });
});

it('logs an answer that does not fit without a stack, since its client caused it', async () => {
  const client = await connectAskedHttp([given().url]);
  const { taskId, question } = await ask(client, { name: NAME_FORM });

  await client.send({ id: question.id, result: { action: 'bogus' } });

  const lines = await eventually('a line in the log', () => {
    const found = given()
      .readLog()
      .split('\n')
      .filter((line) => line.includes(taskId) && line.includes('not taken'));
    return Promise.resolve(found.length > 0 ? found : undefined);
  });
  expect(lines).toStrictEqual([expect.not.stringContaining('stack')]);
  await client.close();
});

it('an error in place of an answer is logged with its code and reason', async () => {
  const client = await connectAskedHttp([given().url]);
  const waiting = await ask(client, { name: NAME_FORM });
  await failEveryTime(waiting, { code: -1, message: 'The person has left' });
  await client.close();

  expect(given().readLog()).toMatch(
    /"code":-1,"reason":"The person has left".*"A client answered a question with an error"/,
  );
});
