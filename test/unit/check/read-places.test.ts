import { describe, expect, it } from '@jest/globals';

import { readPlaces } from '../../../src/check/read-places.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';
import { formatPath } from '../../../src/manifest/manifest-error.js';

/** The places of the texts and expressions that read what a Workflow shows. */
function placesOf(keys: string): readonly string[] {
  const tool = parseManifest(`tools: { a: { workflow: { type: w, taskQueue: q }, ${keys} } }`);
  return [...tool.tools.values()]
    .flatMap(readPlaces)
    .flatMap(({ source, leaves }) =>
      leaves
        .filter(({ reads }) => reads.some(({ root }) => root === source.kind))
        .map(({ path }) => formatPath(path).slice('tools.a.'.length)),
    );
}

describe('what a tool reads of its Workflow', () => {
  it('stands in a question, also in the messages that it sends', () => {
    const when = '{ memo: m, value: $memo.state, id: $memo.round }';
    const send = '{ signal: s, arguments: [$memo.id] }';

    expect(
      placesOf(
        `questions: { q: { message: "{$memo.text}", properties: {}, when: ${when}, answer: ${send}, decline: ${send}, answerBy: $memo.until } }`,
      ),
    ).toStrictEqual([
      'questions.q.message',
      'questions.q.when.value',
      'questions.q.when.id',
      'questions.q.answer.arguments[0]',
      'questions.q.decline.arguments[0]',
      'questions.q.answerBy',
    ]);
  });

  it.each([
    ['status: { memo: m, text: "{$memo.a}" }', ['status.text']],
    ['status: [{ memo: m, text: "{$memo.a}" }]', ['status[0].text']],
    [
      'progress: [{ memo: m, done: $memo.a }, { memo: n, total: $memo.b }]',
      ['progress[0].done', 'progress[1].total'],
    ],
  ])('stands in one place or several: %s', (keys, expected) => {
    expect(placesOf(keys)).toStrictEqual(expected);
  });
});
