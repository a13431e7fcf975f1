import { describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../../../src/manifest/file/load-manifest.js';
import { defineTools, tool } from '../../../../src/manifest/tool/define-tools.js';
import { problemsOf } from '../../../support/manifest-problems.js';

const withResult = (result: string, more = ''): string =>
  `tools:
  a:
    workflow: { type: doIt, taskQueue: q }
${more}    result: ${result}
`;

const problemsIn = (text: string): string[] =>
  problemsOf(text, { environment: { TOKEN: 'secret' } });

describe('the result of a tool', () => {
  it('has its place, its sizes and its headers', () => {
    const { resource } =
      parseManifest(
        withResult(
          '{ resource: { location: url, within: "https://files.example.com/a/", headers: { Authorization: "Bearer ${TOKEN}" }, timeout: 5s, maxSize: 2 MiB, name: "{id}.csv", mimeType: text/csv } }',
        ),
        { environment: { TOKEN: 'secret' } },
      ).tools.get('a')?.result ?? {};

    expect(resource).toMatchObject({
      source: {
        kind: 'location',
        expression: { text: 'url' },
        place: {
          under: 'https://files.example.com/a/',
          headers: { Authorization: 'Bearer secret' },
          limitMs: 5_000,
          maxBytes: 2_097_152,
        },
      },
      name: '{id}.csv',
      mimeType: 'text/csv',
    });
  });

  it('is as a TypeScript manifest says', () => {
    const { tools } = defineTools({
      defaults: { workflow: { taskQueue: 'q' } },
      tools: {
        a: tool({
          workflow: { definition: async () => Promise.resolve(), type: 'doIt', arguments: [] },
          result: { structured: '{ id: id }', text: { expression: 'id' } },
        }),
      },
    });

    expect(tools.get('a')?.result).toMatchObject({
      structured: { text: '{ id: id }' },
      text: { text: 'id' },
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
      '4:34 tools.a.result.structured: Not a JMESPath',
    ],
    [
      'has an object of YAML',
      '{ structured: { id: x } }',
      '4:27 tools.a.result.structured: Write an expression in quotes',
    ],
    ['has a text that is none', '{ text: 5 }', '4:21 tools.a.result.text: Write a text'],
    [
      'has a faulty text',
      `{ text: { expression: 'lenght(@)' } }`,
      '4:36 tools.a.result.text.expression: Not a JMESPath expression, from its character 1 on: there is no function lenght(). Did you mean length()?',
    ],
    ['has a resource with another key', '{ resource: { wihtin: x } }', 'Did you mean "within"?'],
    [
      'has a resource twice',
      '{ resource: { content: a, location: b, within: /x } }',
      'tools.a.result.resource.content: It is in the result or stored elsewhere',
    ],
    [
      'stores it nowhere',
      '{ resource: { location: b } }',
      'tools.a.result.resource.location: Missing: the URL or the directory that it is in: write "within".',
    ],
    [
      'has a place for nothing',
      '{ resource: { within: /x } }',
      'tools.a.result.resource.within: within is about what is stored elsewhere',
    ],
    [
      'has a size for a place',
      '{ resource: { location: b, within: /x, largerThan: 5 } }',
      'tools.a.result.resource.largerThan: largerThan is about what the result itself has',
    ],
    [
      'has no size',
      '{ resource: { largerThan: big } }',
      'tools.a.result.resource.largerThan: "big" is not a size',
    ],
    [
      'has a relative place',
      '{ resource: { location: b, within: files } }',
      'tools.a.result.resource.within: Write an absolute directory',
    ],
    [
      'has a place with dots',
      '{ resource: { location: b, within: /a/../b } }',
      'tools.a.result.resource.within: Write an absolute directory',
    ],
    [
      'has a place of another scheme',
      '{ resource: { location: b, within: "ftp://x/" } }',
      'tools.a.result.resource.within: Write an absolute directory',
    ],
    [
      'has a place without an end',
      '{ resource: { location: b, within: "https://x/a" } }',
      'tools.a.result.resource.within: Write a URL whose path ends with a slash',
    ],
    [
      'has a place with a password',
      '{ resource: { location: b, within: "https://a:b@x/" } }',
      'tools.a.result.resource.within: Write a URL whose path ends',
    ],
    [
      'sends headers in the open',
      '{ resource: { location: b, within: "http://x.example/", headers: { A: b } } }',
      'tools.a.result.resource.within: Headers are sent over https only',
    ],
    [
      'sends headers to a directory',
      '{ resource: { location: b, within: /x, headers: { A: b } } }',
      'tools.a.result.resource.within: Files are read without headers',
    ],
    [
      'has no name of a header',
      '{ resource: { location: b, within: "https://x/", headers: { "a b": c } } }',
      'tools.a.result.resource.headers.a b: "a b" is not the name of a header',
    ],
  ])('is refused when it %s', (_what, result, problem) => {
    expect(problemsIn(withResult(result))).toStrictEqual([expect.stringContaining(problem)]);
  });

  it('is refused when a link cannot fit the output schema', () => {
    const output = '    output: { type: object }\n';

    expect(problemsIn(withResult('{ resource: {} }', output))).toStrictEqual([
      expect.stringContaining(
        'tools.a.result.resource: A result with a link has to fit "output" too',
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
    const { actions } = parseManifest(withAction("query: q, result: { structured: '{ id: id }' }"));

    expect(actions?.get('b')?.result).toMatchObject({ structured: { text: '{ id: id }' } });
  });

  it.each([
    ['signal: s, result: { text: x }', 'actions.b.result: A Signal has no result'],
    ['query: q, result: { structured: "a b" }', 'actions.b.result.structured: Not a JMESPath'],
    ['query: q, result: { resource: {} }', 'actions.b.result.resource: Unknown key "resource"'],
  ])('is refused: %s', (action, problem) => {
    expect(problemsIn(withAction(action))).toStrictEqual([expect.stringContaining(problem)]);
  });
});
