import { describe, expect, it } from '@jest/globals';

import type { OutgoingMessage } from '../../../../src/core/request/exchange.js';
import {
  isStartQuestionId,
  QuestionsBeforeStart,
} from '../../../../src/service/questions/questions-before-start.js';
import { OWNER, QUESTION } from '../../../support/asking.js';
import { eventually } from '../../../support/eventually.js';

const YES = { action: 'accept', content: { ok: true } };

/** Asks, and says what has gone out. */
function ask(questions: QuestionsBeforeStart, signal = new AbortController().signal) {
  const sent: OutgoingMessage[] = [];
  const stream = {
    send: async (message: OutgoingMessage) => {
      sent.push(message);
      return Promise.resolve();
    },
  };
  const answer = questions.ask(QUESTION, stream, { owner: OWNER, signal });
  return { answer, id: sent[0]?.id ?? 'none', sent };
}

describe('a question before a call starts', () => {
  it('is answered by whom it was asked', async () => {
    const questions = new QuestionsBeforeStart();
    const { answer, id, sent } = ask(questions);

    expect(isStartQuestionId(id)).toBe(true);
    expect(sent).toStrictEqual([{ id, ...QUESTION }]);
    expect(questions.answer(id, 'eve', YES)).toBe(false);
    expect(questions.answer(`${id}x`, OWNER, YES)).toBe(false);
    expect(questions.answer(id, OWNER, YES)).toBe(true);
    await expect(answer).resolves.toBe(YES);
  });

  it('is sent again after a time without an answer, and any of its requests can be answered', async () => {
    const questions = new QuestionsBeforeStart();
    const sent: OutgoingMessage[] = [];
    const stream = {
      send: async (message: OutgoingMessage) => Promise.resolve(void sent.push(message)),
    };
    const { signal } = new AbortController();
    const answer = questions.ask(QUESTION, stream, { owner: OWNER, signal, askAgainAfterMs: 1 });
    await eventually('the third request', () => sent.length >= 3);
    const [first, second] = sent;

    expect(new Set(sent.map(({ id }) => id)).size).toBe(sent.length);
    expect(questions.answer(first?.id ?? '', OWNER, YES)).toBe(true);
    await expect(answer).resolves.toBe(YES);
    expect(questions.answer(second?.id ?? '', OWNER, YES)).toBe(false);
    expect(sent.map(({ params }) => params['requestId'])).toContain(second?.id);
    expect(sent.map(({ params }) => params['requestId'])).not.toContain(first?.id);
  });

  it('is not waited for any more once it has an answer', async () => {
    const questions = new QuestionsBeforeStart();
    const { answer, id } = ask(questions);
    questions.answer(id, OWNER, YES);
    await answer;

    expect(questions.answer(id, OWNER, YES)).toBe(false);
  });

  it.each(['while it is asked', 'before'])(
    'is given up when the call is withdrawn %s',
    async (when) => {
      const questions = new QuestionsBeforeStart();
      const call = new AbortController();
      if (when === 'before') call.abort();
      const { answer, id } = ask(questions, call.signal);
      call.abort();

      await expect(answer).rejects.toMatchObject({ code: 'aborted' });
      expect(questions.answer(id, OWNER, YES)).toBe(false);
    },
  );

  it('fails when it cannot be sent', async () => {
    const questions = new QuestionsBeforeStart();
    const stream = { send: async () => Promise.reject(new Error('The stream has ended')) };
    const context = { owner: OWNER, signal: new AbortController().signal };

    await expect(questions.ask(QUESTION, stream, context)).rejects.toThrow('The stream has ended');
  });

  it.each([undefined, null, 1, '', 'mcp-input.x', 'MCP-START.x'])('is told from %j', (id) => {
    expect(isStartQuestionId(id)).toBe(false);
  });
});
