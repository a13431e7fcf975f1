import { describe, expect, it } from '@jest/globals';

import { toQuestionLink } from '../../../../src/core/question/inbox-link.js';
import {
  splitQuestions,
  toAnswerable,
  withApprovals,
  withoutApprovals,
} from '../../../../src/core/question/split-questions.js';
import { QUESTION } from '../../../support/asking.js';

const SAMPLING = {
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 9 },
} as const;
const INBOX = { enabled: true, url: 'https://mcp.example/inbox' };
const PAGE = toQuestionLink(INBOX.url, { taskId: 'one', key: 'i1' });
const approvers = { allow: { groups: ['x'] }, ownerMayAnswer: true, showArguments: false };
const by = { taskId: 'one', ownerMayAnswer: true, isDismissed: () => false };

describe('the open questions of a task', () => {
  it('are all the owner’s, and nowhere else, without approvers and an inbox', () => {
    const all = { i1: QUESTION, i2: SAMPLING };

    expect(splitQuestions(all, by)).toStrictEqual({ inputRequests: all });
    expect(splitQuestions(all, { ...by, inbox: { enabled: false } })).toStrictEqual({
      inputRequests: all,
    });
    expect(splitQuestions(undefined, by)).toStrictEqual({});
  });

  it('have a page each where there is an inbox, but for what only a model answers', () => {
    expect(splitQuestions({ i1: QUESTION, i2: SAMPLING }, { ...by, inbox: INBOX })).toStrictEqual({
      inputRequests: { i1: { ...QUESTION, elsewhere: { page: PAGE } }, i2: SAMPLING },
    });
  });

  it('wait for somebody else alone where the owner may not answer', () => {
    const all = { i1: QUESTION, i2: SAMPLING };
    const split = splitQuestions(all, { ...by, approvers, ownerMayAnswer: false });

    expect(split).toStrictEqual({
      inputRequests: { i2: SAMPLING },
      approvals: { i1: { ...QUESTION, elsewhere: {} } },
    });
  });

  it('wait for somebody else to decline them where they break the rules', () => {
    const broken = { ...QUESTION, params: { message: '' } };

    expect(
      splitQuestions({ i1: broken }, { ...by, approvers, ownerMayAnswer: false }),
    ).toStrictEqual({ approvals: { i1: { ...broken, elsewhere: {} } } });
  });

  it('wait for others once the owner has put them aside; without others, they are gone for a while', () => {
    const dismissed = { ...by, isDismissed: () => true };

    const aside = splitQuestions({ i1: QUESTION }, { ...dismissed, approvers });
    expect(aside).toStrictEqual({
      approvals: { i1: { ...QUESTION, elsewhere: { isPutAside: true } } },
    });
    expect(Object.keys(toAnswerable(aside))).toStrictEqual(['i1']);
    const others = splitQuestions({ i1: QUESTION }, { ...dismissed, ownerMayAnswer: false });
    expect(toAnswerable(others)).toStrictEqual({});
    expect(splitQuestions({ i1: QUESTION }, dismissed)).toStrictEqual({});
  });

  it('wait for somebody who wants to answer once more, where an answer has changed nothing', () => {
    const lost = { ...QUESTION, lostAnswers: 1 };
    const split = splitQuestions({ i1: lost }, by);

    expect(split).toStrictEqual({
      approvals: { i1: { ...lost, elsewhere: { isPutAside: true } } },
    });
    expect(Object.keys(toAnswerable(split))).toStrictEqual(['i1']);
  });
});

describe('a status message', () => {
  const split = splitQuestions({ i1: QUESTION }, { ...by, inbox: INBOX });

  it.each([
    [undefined, ''],
    ['Order 7 is checked', 'Order 7 is checked. '],
    ['Order 7 is checked.', 'Order 7 is checked. '],
  ])(
    'says after %j where an answer can be given, with blanks around the link',
    (message, start) => {
      expect(withApprovals(message, split)).toBe(
        `${start}Waiting for an answer, which you can give at ${PAGE} in a browser`,
      );
    },
  );

  it.each([undefined, 'Order 7 is checked.', 'Waiting for an approval of somebody’s.'])(
    'is %j again where approvals are given',
    (message) => {
      expect(withoutApprovals(withApprovals(message, split), split)).toBe(message);
      expect(withoutApprovals(message, split)).toBe(message);
      expect(withoutApprovals(message, {})).toBe(message);
    },
  );

  it('names no page where there is none, and stays as it is where nothing is asked elsewhere', () => {
    const others = splitQuestions({ i1: QUESTION }, { ...by, ownerMayAnswer: false });

    expect(withApprovals('Busy.', others)).toBe('Busy. Waiting for an approval by somebody else');
    expect(withApprovals('Busy', splitQuestions({ i1: QUESTION }, by))).toBe('Busy');
  });

  it('tells an approval that the owner may not give from an answer that they may', () => {
    const others = splitQuestions({ i1: QUESTION }, { ...by, inbox: INBOX, ownerMayAnswer: false });
    const message = `Waiting for an approval by somebody else, to be given at ${PAGE} in a browser`;

    expect(withApprovals(undefined, others)).toBe(message);
    expect(withApprovals(undefined, { ...split, ...others })).toBe(
      `${message}. Waiting for an answer, which you can give at ${PAGE} in a browser`,
    );
  });
});
