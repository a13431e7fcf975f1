import { describe, expect, it } from '@jest/globals';

import { toFormFields } from '../../../../../src/cli/tasks/form-fields.js';
import { describeQuestion } from '../../../../../src/cli/tasks/show/describe-question.js';

function toForm(properties: object, required: readonly string[] = []) {
  const requestedSchema = { type: 'object', properties, required };
  return { method: 'elicitation/create', params: { message: 'Well?', requestedSchema } } as const;
}

describe('a question', () => {
  it.each([
    [{ well: { type: 'boolean' } }, '- well (boolean; may be left out)'],
    [
      { mail: { type: 'string', format: 'email', title: 'Address', description: 'For the bill.' } },
      '- mail (string, email; may be left out): Address — For the bill.',
    ],
    [
      { size: { type: 'string', enum: ['s', 'l'], enumNames: ['Small'] } },
      '- size (string; may be left out; one of s (Small), l)',
    ],
    [
      { some: { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }, { const: 'b' }] } } },
      '- some (any of a list; may be left out; one of a (A), b)',
    ],
    [{ 'x\u001b[2J': { type: 'integer' } }, '- x (integer; may be left out)'],
  ])('says what each field takes: %j', (properties, expected) => {
    expect(describeQuestion(toForm(properties))).toStrictEqual(['Well?', expected]);
  });

  it('says where to go, without what a terminal would obey', () => {
    const params = { mode: 'url', message: 'Pay.\nNow.', url: 'https://a.example/\u001b[2J' };

    expect(describeQuestion({ method: 'elicitation/create', params })).toStrictEqual([
      'Pay.',
      'Now.',
      'Open https://a.example/ in a browser.',
    ]);
  });

  it('says what a model is asked', () => {
    const messages = [{ role: 'user', content: { type: 'text', text: 'Sum\nup.' } }, 'odd'];

    expect(
      describeQuestion({ method: 'sampling/createMessage', params: { messages } }),
    ).toStrictEqual(['A question to a model', 'user: Sum', 'up.', 'undefined: …']);
  });

  it('has the fields of its form in order, with what is required', () => {
    const fields = toFormFields(toForm({ b: { type: 'string' }, a: { type: 'number' } }, ['a']));

    expect(fields).toMatchObject([
      { name: 'b', title: 'b', isRequired: false, choices: [] },
      { name: 'a', type: 'number', isRequired: true },
    ]);
    expect(toFormFields({ method: 'elicitation/create', params: {} })).toStrictEqual([]);
  });
});
