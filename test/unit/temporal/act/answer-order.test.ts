import { describe, expect, it } from '@jest/globals';

import {
  answerByContract,
  answerByMessage,
  judgeAnswers,
} from '../../../../src/temporal/act/answer-order.js';
import type { RecordedMessage } from '../../../../src/temporal/declared/recorded-message.js';

const ada = { kind: 'user', subject: 'ada' };
const bob = { kind: 'user', subject: 'bob' };

/** An answer by the contract, as the history has it. */
function signal(answers: unknown, eventId = 5): RecordedMessage {
  return { kind: 'signal', name: 'mcp.task.input', eventId, arguments: [answers] };
}

function yes(answeredBy: object, answeredAt = '2026-11-22T09:00:00.000Z'): Record<string, unknown> {
  return { action: 'accept', content: { confirm: true }, answeredBy, answeredAt };
}

describe('an answer by the contract', () => {
  const sent = [answerByContract('i1', yes(bob))];

  it.each([
    ['is first where nobody else has answered', [signal({ i1: yes(bob) })], true],
    ['is overtaken by another person', [signal({ i1: yes(ada) }), signal({ i1: yes(bob) })], false],
    [
      'is overtaken by the same person, who says something else',
      [signal({ i1: { ...yes(bob), action: 'decline' } }), signal({ i1: yes(bob) })],
      false,
    ],
    [
      'is first where it was given twice',
      [signal({ i1: yes(bob, '2026-11-22T08:59:59.000Z') }), signal({ i1: yes(bob) })],
      true,
    ],
    [
      'does not mind answers to other questions, other messages, and what is none',
      [
        signal({ i2: yes(ada) }),
        { ...signal({ i1: yes(ada) }), name: 'approve' },
        { ...signal({ i1: yes(ada) }), kind: 'update' as const },
        signal({ i1: 'yes' }),
        signal(null),
        { kind: 'signal' as const, name: 'mcp.task.input', eventId: 6 },
        signal({ i1: yes(bob) }),
      ],
      true,
    ],
  ])('%s', (_what, messages, isFirst) => {
    expect(judgeAnswers(sent, messages)).toStrictEqual(new Map([['i1', isFirst]]));
  });

  it('is not judged where the history shows none yet', () => {
    expect(judgeAnswers(sent, [signal({ toString: yes(ada) })])).toStrictEqual(new Map());
  });

  it('is judged by itself, of several that one Signal has brought', () => {
    const both = [answerByContract('i1', yes(bob)), answerByContract('i2', yes(bob))];
    const messages = [signal({ i2: yes(ada) }), signal({ i1: yes(bob), i2: yes(bob) })];

    expect(judgeAnswers(both, messages)).toStrictEqual(
      new Map([
        ['i1', true],
        ['i2', false],
      ]),
    );
  });
});

describe('an answer by a message of the Workflow’s own', () => {
  const targets = [
    { kind: 'signal', name: 'approve' },
    { kind: 'update', name: 'reject' },
  ] as const;
  const own = { ...targets[0], arguments: [true], answeredBy: bob };
  const sent = [answerByMessage('ok.1', own, { targets, behind: 10 })];
  const recorded = (eventId: number, changes: object = {}): RecordedMessage => ({
    ...own,
    eventId,
    ...changes,
  });

  it.each([
    ['is first where nobody else has answered', [recorded(11)], true],
    ['is overtaken by another person', [recorded(11, { answeredBy: ada }), recorded(12)], false],
    ['is overtaken by what no server has sent', [recorded(11, { answeredBy: undefined })], false],
    ['is overtaken by what says something else', [recorded(11, { arguments: [false] })], false],
    ['is overtaken by what cannot be read', [recorded(11, { arguments: undefined })], false],
    ['is overtaken by a decline', [recorded(11, { ...targets[1] }), recorded(12)], false],
    [
      'does not mind what was there before',
      [recorded(10, { answeredBy: ada }), recorded(11)],
      true,
    ],
    ['does not mind other messages', [recorded(11, { name: 'arrive' }), recorded(12)], true],
  ])('%s', (_what, messages, isFirst) => {
    expect(judgeAnswers(sent, messages)).toStrictEqual(new Map([['ok.1', isFirst]]));
  });
});
