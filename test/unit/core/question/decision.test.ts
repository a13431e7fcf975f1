import { describe, expect, it } from '@jest/globals';

import { InputMethod, type InputRequest } from '../../../../src/core/contract/input-request.js';
import {
  type DecisionEnd,
  type DecisionFact,
  toDecisions,
} from '../../../../src/core/question/decision.js';

const START_MS = Date.parse('2026-11-27T12:00:00.000Z');
const at = (seconds: number): string => new Date(START_MS + seconds * 1_000).toISOString();

function question(more: Partial<InputRequest> = {}): InputRequest {
  return { method: InputMethod.elicit, params: { message: 'Delete it?' }, ...more };
}

function published(seconds: number, requests: Record<string, InputRequest>): DecisionFact {
  return { kind: 'published', atMs: START_MS + seconds * 1_000, requests };
}

function answer(seconds: number, action: string, key = 'i1'): DecisionFact {
  return { kind: 'answer', key, answer: { response: { action }, answeredAt: at(seconds) } };
}

const closed: DecisionFact = { kind: 'closed', atMs: START_MS + 90_000 };
const asks = published(1, { i1: question() });
const asksUntil30 = published(1, { i1: question({ answerBy: at(30) }) });

function endOf(...facts: readonly DecisionFact[]): DecisionEnd | undefined {
  return toDecisions(facts)[0]?.end;
}

const accepted = {
  kind: 'answered',
  response: { action: 'accept' },
  answeredAt: at(2),
  isTaken: true,
};

describe('the decision of a question', () => {
  it.each<readonly [string, readonly DecisionFact[], object]>([
    ['is open until somebody answers', [asks], { kind: 'open' }],
    ['is the first answer', [asks, answer(2, 'accept'), answer(3, 'decline'), closed], accepted],
    [
      'is not an answer after the Workflow has stopped asking',
      [asks, published(20, {}), answer(21, 'accept')],
      { kind: 'withdrawn', at: at(20) },
    ],
    [
      'is the answer after which the Workflow has stopped asking, if it went on after an earlier one',
      [asks, answer(2, 'decline'), published(3, { i1: question() }), answer(2, 'accept'), closed],
      accepted,
    ],
    [
      'is open if the Workflow goes on asking after an answer',
      [asks, answer(2, 'accept'), published(3, { i1: question() })],
      { kind: 'open' },
    ],
    [
      'is that its time was over',
      [asksUntil30, published(30, {}), answer(31, 'accept')],
      { kind: 'timeOver', at: at(30) },
    ],
    [
      'is an answer before its time was over',
      [asksUntil30, answer(2, 'accept'), published(30, {})],
      accepted,
    ],
    [
      'is that its time was over, if the Workflow went on asking after an answer',
      [
        asksUntil30,
        answer(2, 'accept'),
        published(3, { i1: question({ answerBy: at(30) }) }),
        published(30, {}),
      ],
      { kind: 'timeOver', at: at(30) },
    ],
    ['is that the task ended first', [asks, closed], { kind: 'ended', at: at(90) }],
    ['is an answer that the Workflow never published', [answer(2, 'accept'), closed], accepted],
  ])('%s', (_what, facts, end) => {
    expect(endOf(...facts)).toEqual(end);
  });

  it('has the question as it was asked last, or as its answer records it', () => {
    const later = question({ params: { message: 'Delete all of it?' } });
    const recorded: DecisionFact = {
      kind: 'answer',
      key: 'approval.1',
      answer: { request: question(), response: { action: 'decline' }, answeredAt: at(5) },
    };
    const decisions = toDecisions([asks, published(2, { i1: later }), recorded]);

    expect(decisions.map(({ key, request }) => [key, request])).toEqual([
      ['i1', later],
      ['approval.1', question()],
    ]);
  });

  it('keeps questions apart that one state publishes', () => {
    const decisions = toDecisions([
      published(1, { i1: question(), i2: question() }),
      answer(2, 'accept', 'i2'),
      published(3, { i1: question() }),
    ]);

    expect(decisions.map(({ key, end }) => [key, end.kind])).toEqual([
      ['i1', 'open'],
      ['i2', 'answered'],
    ]);
  });
});
