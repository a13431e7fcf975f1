import { describe, expect, it } from '@jest/globals';

import type { DeclaredQuestion } from '../../../../src/definition/tool/questions.js';
import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';
import { problemsOf } from '../../../support/manifest-problems.js';

/** A tool with one question, of members in flow style. */
function withQuestion(members: Readonly<Record<string, string>>, name = 'approval'): string {
  const all = {
    when: '{ query: q }',
    message: 'Well?',
    properties: '{ ok: { type: boolean } }',
    answer: '{ signal: approve }',
    ...members,
  };
  const lines = Object.entries(all).map(([key, value]) => `        ${key}: ${value}`);
  return `tools:
  a:
    workflow: { type: w, taskQueue: q }
    questions:
      ${name}:
${lines.join('\n')}
`;
}

function questionOf(members: Readonly<Record<string, string>>): DeclaredQuestion | undefined {
  return parseManifest(withQuestion(members)).tools.get('a')?.questions.declared[0];
}

describe('a question of a manifest', () => {
  it('has every default filled in', () => {
    expect(questionOf({})).toEqual({
      name: 'approval',
      source: { kind: 'query', name: 'q', limitMs: 2_000 },
      message: { text: 'Well?', parts: ['Well?'] },
      schema: { type: 'object', properties: { ok: { type: 'boolean' } } },
      answer: { kind: 'signal', name: 'approve', layout: 'answer' },
    });
  });

  it('has all that it says', () => {
    expect(
      questionOf({
        when: '{ memo: m, value: $memo.a.b, is: [x, 1], id: $memo.round }',
        required: '[ok]',
        answer: '{ update: decide, arguments: [$answer.ok] }',
        decline: '{ update: decide, arguments: [{ value: false }] }',
      }),
    ).toMatchObject({
      source: { kind: 'memo', name: 'm' },
      value: { text: '$memo.a.b' },
      is: ['x', 1],
      id: { text: '$memo.round' },
      schema: { required: ['ok'] },
      answer: { kind: 'update', name: 'decide', layout: [{ text: '$answer.ok' }] },
      decline: { kind: 'update', layout: [{ value: false }] },
    });
  });

  it('sends no argument where there is nothing to fill in, or the person declines', () => {
    expect(questionOf({ properties: '{}', decline: '{ signal: reject }' })).toMatchObject({
      answer: { layout: [] },
      decline: { name: 'reject', layout: [] },
    });
  });
});

/** A tool with one question that is asked before the start, of members in flow style. */
function withAsked(members: Readonly<Record<string, string>>, name = 'approval'): string {
  const all = { message: 'Well?', properties: '{ ok: { type: boolean } }', ...members };
  const lines = Object.entries(all).map(([key, value]) => `        ${key}: ${value}`);
  return `tools:
  a:
    workflow: { type: w, taskQueue: q }
    input: { type: object, properties: { ok: { type: boolean } } }
    questions:
      ${name}:
${lines.join('\n')}
`;
}

describe('a question without when', () => {
  it('is asked before the start', () => {
    const questionsOf = (text: string) => parseManifest(text).tools.get('a')?.questions;

    expect(questionsOf(withAsked({ required: '[ok]' }))).toEqual({
      beforeStart: [
        {
          key: 'approval',
          message: { text: 'Well?', parts: ['Well?'] },
          schema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
        },
      ],
      declared: [],
    });
    expect(questionsOf(withQuestion({}))?.beforeStart).toEqual([]);
  });

  it.each(['a.b', 'x'.repeat(64)])('may have the name %s', (name) => {
    expect(problemsOf(withAsked({}, name))).toEqual([]);
  });

  it.each(['confirm', 'is it ok?', 'x'.repeat(65)])('is refused by the name %s', (name) => {
    expect(problemsOf(withAsked({}, `"${name}"`))).toEqual([
      `m.yaml:6:7 tools.a.questions.${name}: "${name}" cannot name a question: use up to 64 letters, digits, "_", "-" or ".", and not "confirm".`,
    ]);
  });

  it.each<[string, Readonly<Record<string, string>>, string]>([
    [
      'asks for what is no argument',
      { properties: '{ no: { type: boolean } }' },
      '8:23 tools.a.questions.approval.properties.no: "no" is not a property of the tool\'s input, so its answer would be lost.',
    ],
    [
      'sends its answer',
      { answer: '{ signal: approve }' },
      '7:9 tools.a.questions.approval.when: Missing: the state in which the Workflow waits for the answer. A question without "when" is asked before the start, and sends nothing.',
    ],
    [
      'sends that a person declines',
      { decline: '{ signal: reject }' },
      '7:9 tools.a.questions.approval.when: Missing: the state in which the Workflow waits for the answer. A question without "when" is asked before the start, and sends nothing.',
    ],
  ])('is refused when it %s', (_what, members, problem) => {
    expect(problemsOf(withAsked(members))).toEqual([`m.yaml:${problem}`]);
  });
});

describe('a question with problems', () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['compares with an object', { when: '{ memo: m, is: {} }' }, 'approval.when.is: '],
    ['compares with nothing', { when: '{ memo: m, is: [] }' }, 'approval.when.is: '],
    [
      'has an unknown key',
      { when: '{ memo: m, valu: a }' },
      'approval.when.valu: Unknown key "valu". Did you mean "value"?',
    ],
    [
      'sends nothing',
      { answer: '{}' },
      'approval.answer: Missing: a signal or an update of the Workflow.',
    ],
    [
      'sends two things',
      { answer: '{ signal: a, update: b }' },
      'approval.answer: Only one message can be sent: write signal or update.',
    ],
    [
      'answers by a Query',
      { answer: '{ query: q }' },
      'approval.answer.query: Unknown key "query".',
    ],
    [
      'asks what no client can be',
      { properties: '{ a: { type: object } }' },
      'approval.properties.a: No client can be asked this: /properties/a must be of type',
    ],
    [
      'requires what it does not ask',
      { required: '[b]' },
      'approval.required: No client can be asked this: /required must name properties of the form, which has no "b".',
    ],
  ])('is refused when it %s', (_what, members, problem) => {
    expect(problemsOf(withQuestion(members))).toEqual([
      expect.stringContaining(` tools.a.questions.${problem}`),
    ]);
  });

  it.each(['a.b', 'x'.repeat(41)])('is refused by the name %s', (name) => {
    expect(problemsOf(withQuestion({}, `"${name}"`))).toEqual([
      expect.stringContaining('cannot name a question: use up to 40 letters'),
    ]);
  });
});
