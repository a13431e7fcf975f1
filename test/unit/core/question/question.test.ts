import { describe, expect, it } from '@jest/globals';

import { mayAnswer } from '../../../../src/core/question/approvers.js';
import { toQuestionLink } from '../../../../src/core/question/inbox-link.js';
import {
  isForClients,
  type Question,
  questionsOfState,
  addressQuestions,
} from '../../../../src/core/question/question.js';
import { QUESTION } from '../../../support/asking.js';

const SAMPLING = {
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 9 },
} as const;
const INBOX = { enabled: true, url: 'https://mcp.example/inbox' };
const PAGE = toQuestionLink(INBOX.url, { taskId: 'one', key: 'i1' });
const by = { taskId: 'one', hasApprovers: false, ownerMayAnswer: true, isDismissed: () => false };
const asked = { key: 'i1', ...QUESTION };
const sampled = { key: 'i2', ...SAMPLING };

const keysFor = (questions: readonly Question[], role: 'owner' | 'approver'): string[] =>
  questions.filter((question) => mayAnswer(question, role)).map(({ key }) => key);
const keysForClients = (questions: readonly Question[]): string[] =>
  questions.filter(isForClients).map(({ key }) => key);

describe('the open questions of a task', () => {
  it('are all the owner’s, and nowhere else, without approvers and an inbox', () => {
    const own = [
      { ...asked, audience: 'owner' },
      { ...sampled, audience: 'owner' },
    ];

    expect(addressQuestions([asked, sampled], by)).toEqual(own);
    expect(addressQuestions([asked, sampled], { ...by, inbox: { enabled: false } })).toEqual(own);
    expect(addressQuestions([], by)).toEqual([]);
  });

  it('have a page each where there is an inbox, but for what only a model answers', () => {
    expect(addressQuestions([asked, sampled], { ...by, inbox: INBOX })).toEqual([
      { ...asked, audience: 'owner', isOpenElsewhere: true, page: PAGE },
      { ...sampled, audience: 'owner' },
    ]);
  });

  it('wait for somebody else alone where the owner may not answer', () => {
    const questions = addressQuestions([asked, sampled], {
      ...by,
      hasApprovers: true,
      ownerMayAnswer: false,
    });

    expect(questions[0]).toEqual({ ...asked, audience: 'others', isOpenElsewhere: true });
    expect(keysFor(questions, 'owner')).toEqual(['i2']);
    expect(keysFor(questions, 'approver')).toEqual(['i1']);
    expect(keysForClients(questions)).toEqual(['i2']);
  });

  it('wait for others once the owner has put them aside, and may still answer', () => {
    const dismissed = { ...by, isDismissed: () => true };

    const aside = addressQuestions([asked], { ...dismissed, hasApprovers: true });
    expect(aside).toMatchObject([{ audience: 'owner', isPutAside: true }]);
    expect(keysFor(aside, 'owner')).toEqual(['i1']);
    expect(keysFor(aside, 'approver')).toEqual(['i1']);
    expect(keysForClients(aside)).toEqual([]);
    const others = addressQuestions([asked], { ...dismissed, ownerMayAnswer: false });
    expect(keysFor(others, 'owner')).toEqual([]);
    expect(others).toHaveLength(1);
  });

  it('are gone for a while once put aside where only clients can answer', () => {
    expect(addressQuestions([asked], { ...by, isDismissed: () => true })).toEqual([]);
  });

  it('wait for somebody who wants to answer once more, where an answer has changed nothing', () => {
    const questions = addressQuestions([{ ...asked, lostAnswers: 1 }], by);

    expect(questions).toMatchObject([{ audience: 'owner', isPutAside: true, lostAnswers: 1 }]);
    expect(keysForClients(questions)).toEqual([]);
  });
});

describe('the questions in the state of a Workflow', () => {
  const inputRequests = { i1: QUESTION, i2: QUESTION };

  it.each([
    ['an empty state', {}],
    ['a state whose questions were all answered', { inputRequests: {} }],
    ['a task of a client without its question', { clientTasks: { i1: { taskId: 't' } } }],
  ])('are none in %s', (_what, state) => {
    expect(questionsOfState(state)).toEqual([]);
  });

  it('say which take a task of a client, and which one has it', () => {
    const heldBy = { taskId: 't', session: 's' };

    expect(questionsOfState({ inputRequests })[0]).toEqual(asked);
    expect(
      questionsOfState({ inputRequests, keepsClientTasks: true, clientTasks: { i2: heldBy } }),
    ).toEqual([
      { ...asked, takesClientTask: true },
      { ...asked, key: 'i2', takesClientTask: true, heldBy },
    ]);
  });

  it('take no task from the prototype of an object', () => {
    expect(questionsOfState({ inputRequests: { constructor: QUESTION }, clientTasks: {} })).toEqual(
      [{ ...asked, key: 'constructor' }],
    );
  });
});
