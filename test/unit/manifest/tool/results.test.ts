import { describe, expect, it } from '@jest/globals';

import { defineTools, tool } from '../../../../src/manifest/load/define-tools.js';
import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';
import { problemsOf } from '../../../support/manifest-problems.js';

const withResult = (result: string, more = ''): string =>
  `tools:
  a:
    workflow: { type: doIt, taskQueue: q }
${more}    result: ${result}
`;

describe('the result of a tool', () => {
  it('has its content, its size and its name', () => {
    const { resource } =
      parseManifest(
        withResult(
          '{ resource: { content: $result.rows, largerThan: 2 KB, name: "{$result.id}.csv", mimeType: text/csv } }',
        ),
      ).tools.get('a')?.result ?? {};

    expect(resource).toMatchObject({
      content: { text: '$result.rows' },
      largerThan: 2_000,
      name: { text: '{$result.id}.csv' },
      mimeType: 'text/csv',
    });
  });

  it('is as a TypeScript manifest says', () => {
    const { tools } = defineTools({
      defaults: { workflow: { taskQueue: 'q' } },
      tools: {
        a: tool({
          workflow: { definition: async () => Promise.resolve(), type: 'doIt', arguments: [] },
          result: { structured: '{ id: $result.id }', text: 'Bill {$result.id}' },
        }),
      },
    });

    expect(tools.get('a')?.result).toMatchObject({
      structured: { text: '{ id: $result.id }' },
      text: { text: 'Bill {$result.id}' },
    });
  });

  it.each<[string, string, string]>([
    ['is empty', '{}', '4:13 tools.a.result: Missing: structured, text, resource or misfit.'],
    [
      'has another key',
      '{ txt: x }',
      '4:15 tools.a.result.txt: Unknown key "txt". Did you mean "text"?',
    ],
    [
      'has no expression',
      `{ structured: '{ id: }' }`,
      '4:27 tools.a.result.structured: Not a JMESPath',
    ],
    [
      'has an object of YAML',
      '{ structured: { id: x } }',
      '4:27 tools.a.result.structured: Write an expression in quotes',
    ],
    ['has a text that is none', '{ text: 5 }', '4:21 tools.a.result.text: Write a text'],
    [
      'has a faulty text',
      `{ text: '{lenght($result)}' }`,
      '4:21 tools.a.result.text: {lenght($result)}: JMESPath has no function lenght(). Did you mean length()?',
    ],
    ['has a resource with another key', '{ resource: { contnet: x } }', 'Did you mean "content"?'],
    [
      'has no size',
      '{ resource: { largerThan: big } }',
      'tools.a.result.resource.largerThan: "big" is not a size',
    ],
  ])('is refused when it %s', (_what, result, problem) => {
    expect(problemsOf(withResult(result))).toStrictEqual([expect.stringContaining(problem)]);
  });

  it('is refused when a link cannot fit the output schema', () => {
    const output = '    output: { type: object }\n';

    expect(problemsOf(withResult('{ resource: {} }', output))).toStrictEqual([
      expect.stringContaining(
        'tools.a.result.resource: A result with a link must fit "output", too',
      ),
    ]);
  });
});

describe('the result of an action', () => {
  const withAction = (action: string): string =>
    `tools:
  a: { workflow: { type: doIt, taskQueue: q } }
actions:
  b: { workflow: doIt, ${action} }
`;

  it('is mapped as that of a tool', () => {
    const { actions } = parseManifest(
      withAction("query: q, result: { structured: '{ id: $result.id }' }"),
    );

    expect(actions?.get('b')?.result).toMatchObject({ structured: { text: '{ id: $result.id }' } });
  });

  it.each([
    ['signal: s, result: { text: x }', 'actions.b.result: A Signal has no result'],
    ['query: q, result: { structured: "a b" }', 'actions.b.result.structured: Not a JMESPath'],
    ['query: q, result: { resource: {} }', 'actions.b.result.resource: Unknown key "resource"'],
  ])('is refused: %s', (action, problem) => {
    expect(problemsOf(withAction(action))).toStrictEqual([expect.stringContaining(problem)]);
  });
});
