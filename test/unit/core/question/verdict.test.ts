import { describe, expect, it } from '@jest/globals';

import type { Decision } from '../../../../src/core/question/decision.js';
import { toAnswerRows, verdictOf } from '../../../../src/core/question/verdict.js';
import { toQuestionSteps } from '../../../../src/core/task/question-steps.js';

const AT = '2026-11-28T10:00:00Z';
const REGIONS = { type: 'string', title: 'Region', oneOf: [{ const: 'eu', title: 'Europe' }] };
const REGION_LIST = {
  type: 'array',
  items: { anyOf: [{ const: 'eu', title: 'Europe' }, { const: 'us' }] },
};

const answered = (properties: object, response: object): Decision => ({
  key: 'q',
  request: {
    method: 'elicitation/create',
    params: { message: 'Where?', requestedSchema: { type: 'object', properties } },
    askedAt: AT,
  },
  end: { kind: 'answered', response: { ...response }, answeredAt: AT },
});

const accepted = (properties: object, content: object): Decision =>
  answered(properties, { action: 'accept', content });

describe('the verdict', () => {
  const OK = { ok: { type: 'boolean' } };

  it.each<[string, Decision, string]>([
    ['a yes', accepted(OK, { ok: true }), 'Approved'],
    ['a no', accepted(OK, { ok: false }), 'Rejected'],
    ['a yes beside another field', accepted({ ...OK, ...REGIONS }, { ok: true }), 'Answered'],
    [
      'a yes of a form that is none',
      accepted({ ok: { type: 'boolean', min: 1 } }, { ok: true }),
      'Answered',
    ],
    ['a no in a decline', answered(OK, { action: 'decline', content: { ok: true } }), 'Declined'],
    ['a closed form', answered(OK, { action: 'cancel' }), 'Closed without an answer'],
    ['a lost copy', answered(OK, {}), 'Answered'],
  ])('of %s', (_what, decision, word) => {
    expect(verdictOf(decision).word).toBe(word);
    expect(toQuestionSteps([decision], { untilMs: 0, isLast: true }).at(-1)?.what).toBe(word);
  });
});

describe('an answer in rows', () => {
  it.each<[string, object, object, readonly [string, readonly unknown[]]]>([
    ['the title of a choice', { r: REGIONS }, { r: 'eu' }, ['Region', ['Europe']]],
    ['titles of several choices', { r: REGION_LIST }, { r: ['us', 'eu'] }, ['r', ['us', 'Europe']]],
    ['a choice that the form does not have', { r: REGIONS }, { r: 'asia' }, ['Region', ['asia']]],
    ['yes', { r: { type: 'boolean', title: 'Now?' } }, { r: true }, ['Now?', ['yes']]],
    ['a field that the form does not have', {}, { constructor: 1 }, ['constructor', ['1']]],
  ])('has %s, as the timeline does', (_what, properties, content, [label, values]) => {
    const decision = accepted(properties, content);

    expect(toAnswerRows(decision)).toStrictEqual([{ label, values }]);
    const [step] = toQuestionSteps([decision], { untilMs: 0, isLast: true }).slice(-1);
    expect(step?.notes).toStrictEqual([
      `${label.endsWith('?') ? label : `${label}:`} ${values.join(', ')}`,
    ]);
  });
});
