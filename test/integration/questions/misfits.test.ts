/** Clients whose answers do not fit, such as hosts that answer forms by themselves: they are asked three times. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import {
  ALL_CAPABILITIES,
  type AskedClient,
  connectAskedHttp,
  connectAskedStdio,
  type OpenRequest,
  questionsIn,
} from '../../support/asked-client.js';
import { eventually } from '../../support/eventually.js';
import { connectStatelessHttp, NO_EXTENSION } from '../../support/raw-mcp-2026.js';
import { startMcpServer } from '../../support/start-mcp-server.js';
import { countAnswers, NAME_FORM } from '../../support/steps/question-steps.js';
import { resultOf } from '../../support/steps/rev2025-task-steps.js';
import {
  accept,
  answer,
  call,
  createTask,
  untilAsked,
  untilStatus,
} from '../../support/steps/rev2026-task-steps.js';
import { keysOf, send, withRev2026Servers } from '../../support/with-rev2026-servers.js';

const given = withRev2026Servers();

let forms = 0;
/** A form under a key of its own, so that no call joins the work of another test. */
function toForm(): { readonly key: string; readonly args: object } {
  const key = `name${(forms += 1)}`;
  return { key, args: { requests: { [key]: NAME_FORM } } };
}
const ADA = { action: 'accept', content: { name: 'Ada' } };
const MISFIT = { action: 'accept', content: { name: 7 } };
const NOT_STARTED =
  'Not started: 3 answers did not fit the question "What is your name? (/name must be a string)". Give the answer in the call instead, as "name".';
const GIVEN_UP =
  '3 answers of this client to "What is your name?" did not fit (the last one: "/content/name must be a string"), so this call does not ask it again.';
const LOGGED = '3 answers to a question did not fit, so its client is not asked again';

type Result = Record<string, unknown>;

const textOf = (result: Result): string =>
  (result['content'] as { readonly text: string }[]).map(({ text }) => text).join('\n');

/** Counts the lines in the log about given-up questions. */
const givenUp = (): number => given().readLog().split(LOGGED).length - 1;

/** Answers all questions of an open call with one answer, until it has its result. Returns also how often it was asked. */
async function answerAll(
  client: AskedClient,
  { reply }: OpenRequest,
  answer: object,
): Promise<{ readonly result: Result; readonly asked: number }> {
  const before = new Set(questionsIn(client.received).map(({ id }) => id));
  const asked = new Set<unknown>();
  let result: Result | undefined;
  void resultOf(reply).then((value) => (result = value));
  await eventually('the result', async () => {
    for (const { id } of questionsIn(client.received)) {
      if (before.has(id) || asked.has(id)) continue;
      asked.add(id);
      await client.send({ id, result: answer });
    }
    return result;
  });
  return { result: result ?? {}, asked: asked.size };
}

describe.each(['HTTP', 'stdio'])('a host of 2025-11-25 over %s', (transport) => {
  let client: AskedClient;

  beforeAll(async () => {
    client = await (transport === 'HTTP'
      ? connectAskedHttp([given().url])
      : connectAskedStdio(given().options, ALL_CAPABILITIES));
  });

  afterAll(async () => client.close());

  it('is asked three times before a start, and its model learns what did not fit', async () => {
    const open = client.open('tools/call', { name: 'greet_after_asking', arguments: {} });
    const { result, asked } = await answerAll(client, open, MISFIT);

    expect(asked).toBe(3);
    expect(result).toMatchObject({ isError: true, content: [{ text: NOT_STARTED }] });
  });

  /** Answers a call with misfits until it has its handle. */
  const misfit = async () => {
    const { key, args } = toForm();
    const open = client.open('tools/call', { name: 'ask_by_contract', arguments: args });
    const { result, asked } = await answerAll(client, open, MISFIT);
    const { taskId, status } = result['structuredContent'] as { taskId: string; status: string };
    return { key, taskId, status, asked, text: textOf(result) };
  };

  it('is asked three times by a call, whose handle says why, and by a later request again', async () => {
    const { key, taskId, status, asked, text } = await misfit();

    expect(asked).toBe(3);
    expect(text).toContain(GIVEN_UP);
    expect(status).toBe('input_required');
    expect(await countAnswers(given().temporal, taskId)).toBe(0);

    const later = await answerAll(client, client.open('tasks/result', { taskId }), ADA);

    expect(later).toMatchObject({ asked: 1, result: { structuredContent: { [key]: ADA } } });
  });

  it('is not asked further after its call, and a late answer that fits counts', async () => {
    const { key, taskId } = await misfit();
    const asked = questionsIn(client.received);
    await client.send({ id: asked.at(-1)?.id, result: ADA });
    await eventually('the answer', async () => (await countAnswers(given().temporal, taskId)) > 0);
    const { reply } = client.open('tasks/result', { taskId });

    expect(await resultOf(reply)).toMatchObject({ structuredContent: { [key]: ADA } });
    expect(questionsIn(client.received)).toHaveLength(asked.length);
  });
});

describe('a host of 2026-07-28 without the extension', () => {
  const capabilities = NO_EXTENSION;
  const repeat = async (asked: Result, answer: object, call_: readonly [string, object]) => {
    const inputResponses = Object.fromEntries(keysOf(asked).map((key) => [key, answer]));
    const params = { requestState: asked['requestState'], inputResponses };
    return resultOf(send(given().peer, ...call_, { capabilities, params }));
  };
  /** Calls a tool, and answers with misfits until the call is over. Returns the replies. */
  const misfit = async (...call_: readonly [string, object]): Promise<readonly Result[]> => {
    const replies = [await resultOf(send(given().peer, ...call_, { capabilities }))];
    let last = replies[0] ?? {};
    while (last['resultType'] === 'input_required' && replies.length < 6) {
      last = await repeat(last, MISFIT, call_);
      replies.push(last);
    }
    return replies;
  };

  it('is asked three times before a start, and its model learns what did not fit', async () => {
    const replies = await misfit('greet_after_asking', {});

    expect(replies.map(keysOf)).toStrictEqual([['user_name'], ['user_name'], ['user_name'], []]);
    expect(replies.at(-1)).toMatchObject({ isError: true, content: [{ text: NOT_STARTED }] });
  });

  it('is asked three times by a call, whose handle says why, and can still answer', async () => {
    const logged = givenUp();
    const { key, args } = toForm();
    const replies = await misfit('ask_by_contract', args);
    const result = replies.at(-1) ?? {};
    const { taskId } = result['structuredContent'] as { taskId: string };

    expect(replies.map(keysOf)).toStrictEqual([[key], [key], [key], []]);
    expect(textOf(result)).toContain(GIVEN_UP);
    expect(givenUp()).toBe(logged + 1);
    expect(await countAnswers(given().temporal, taskId)).toBe(0);

    const end = await repeat(replies[2] ?? {}, ADA, ['ask_by_contract', args]);

    expect(end).toMatchObject({ structuredContent: { [key]: ADA } });
  });

  it('is not asked more often by several servers', async () => {
    const other = await startMcpServer(given().options);
    try {
      const peers = [given().peer, connectStatelessHttp(other.url, given().log)];
      let reply: Result = await resultOf(
        send(given().peer, 'greet_after_asking', {}, { capabilities }),
      );
      let asked = 0;
      for (; reply['resultType'] === 'input_required' && asked < 6; asked += 1) {
        const params = {
          requestState: reply['requestState'],
          inputResponses: { user_name: MISFIT },
        };
        const peer = peers[asked % 2] ?? given().peer;
        reply = await resultOf(send(peer, 'greet_after_asking', {}, { capabilities, params }));
      }

      expect(asked).toBe(3);
      expect(reply).toMatchObject({ isError: true });
    } finally {
      await other.stop();
    }
  });
});

describe('a host of 2026-07-28 with the extension', () => {
  it('is asked three times before a start', async () => {
    const { peer } = given();
    let reply = await call(peer, 'greet_after_asking');
    for (let count = 0; count < 3; count += 1) {
      const params = { requestState: reply['requestState'], inputResponses: { user_name: MISFIT } };
      reply = await resultOf(send(peer, 'greet_after_asking', {}, { params }));
    }

    expect(reply).toMatchObject({ isError: true, content: [{ text: NOT_STARTED }] });
  });

  it('is told of each misfit of an update, which the log counts, and can still answer', async () => {
    const { peer, readLog } = given();
    const { key, args } = toForm();
    const { taskId } = await createTask(peer, 'ask_by_contract', { ...args });
    await untilStatus(peer, taskId, 'input_required');
    const update = async (answer: object) =>
      peer.request('tasks/update', { taskId, inputResponses: { [key]: answer } });
    const refused = await update(MISFIT);

    expect(refused).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('/content/name must be a string') },
    });
    expect(readLog()).toContain('An answer was not taken');

    await update(ADA);

    expect(await untilStatus(peer, taskId, 'completed')).toMatchObject({
      result: { structuredContent: { [key]: ADA } },
    });
  });

  it('is told that its answers are too large together, though each of them would be taken', async () => {
    const { peer, temporal } = given();
    const requests = { one: NAME_FORM, other: NAME_FORM };
    const { taskId } = await createTask(peer, 'ask_by_contract', { requests });
    await untilAsked(peer, taskId, 2);
    const large = accept({ name: 'x'.repeat(150_000) });
    const inputResponses = { one: large, other: large };

    expect(await peer.request('tasks/update', { taskId, inputResponses })).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('more than the limit of 262144') },
    });
    expect(await countAnswers(temporal, taskId)).toBe(0);
    for (const key of ['one', 'other']) await answer(peer, taskId, { [key]: large });
    await untilStatus(peer, taskId, 'completed');
  });
});
