import { describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../../../src/manifest/file/load-manifest.js';
import { defineTools, tool } from '../../../../src/manifest/tool/define-tools.js';
import { problemsOf } from '../../../support/manifest-problems.js';

const withResult = (result: string, more = ''): string =>
  `tools:\n  a:\n    workflow: doIt\n    taskQueue: q\n${more}    result: ${result}\n`;

const problemsIn = (text: string): string[] => problemsOf(text, { TOKEN: 'secret' });

describe('the result of a tool', () => {
  it('has its place, its sizes and its headers', () => {
    const { resource } =
      parseManifest(
        withResult(
          '{ resource: { location: url, under: "https://files.example.com/a/", headers: { Authorization: "Bearer ${TOKEN}" }, limit: 5s, maxSize: 2 MiB, name: "{id}.csv", mimeType: text/csv } }',
        ),
        'm.yaml',
        { TOKEN: 'secret' },
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
      defaults: { taskQueue: 'q' },
      tools: {
        a: tool({
          workflow: async () => Promise.resolve(),
          workflowType: 'doIt',
          arguments: [],
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
    ['is empty', '{}', '5:13 tools.a.result: Missing: structured, text, resource or misfit.'],
    [
      'has another key',
      '{ txt: x }',
      '5:15 tools.a.result.txt: Unknown key "txt". Did you mean "text"?',
    ],
    [
      'has no expression',
      `{ structured: '{ id: }' }`,
      '5:34 tools.a.result.structured: Not a JMESPath',
    ],
    [
      'has an object of YAML',
      '{ structured: { id: x } }',
      '5:27 tools.a.result.structured: Write an expression in quotes',
    ],
    ['has a text that is none', '{ text: 5 }', '5:21 tools.a.result.text: Write a text'],
    [
      'has a faulty text',
      `{ text: { expression: 'lenght(@)' } }`,
      '5:36 tools.a.result.text.expression: Not a JMESPath expression, from its character 1 on: there is no function lenght(). Did you mean length()?',
    ],
    ['has a resource with another key', '{ resource: { undr: x } }', 'Did you mean "under"?'],
    [
      'has a resource twice',
      '{ resource: { content: a, location: b, under: /x } }',
      'tools.a.result.resource.content: It is in the result or stored elsewhere',
    ],
    [
      'stores it nowhere',
      '{ resource: { location: b } }',
      'tools.a.result.resource.location: Missing: under which URL or directory',
    ],
    [
      'has a place for nothing',
      '{ resource: { under: /x } }',
      'tools.a.result.resource.under: under is about what is stored elsewhere',
    ],
    [
      'has a size for a place',
      '{ resource: { location: b, under: /x, over: 5 } }',
      'tools.a.result.resource.over: over is about what the result itself has',
    ],
    [
      'has no size',
      '{ resource: { over: big } }',
      'tools.a.result.resource.over: "big" is not a size',
    ],
    [
      'has a relative place',
      '{ resource: { location: b, under: files } }',
      'tools.a.result.resource.under: Write an absolute directory',
    ],
    [
      'has a place with dots',
      '{ resource: { location: b, under: /a/../b } }',
      'tools.a.result.resource.under: Write an absolute directory',
    ],
    [
      'has a place of another scheme',
      '{ resource: { location: b, under: "ftp://x/" } }',
      'tools.a.result.resource.under: Write an absolute directory',
    ],
    [
      'has a place without an end',
      '{ resource: { location: b, under: "https://x/a" } }',
      'tools.a.result.resource.under: Write a URL whose path ends with a slash',
    ],
    [
      'has a place with a password',
      '{ resource: { location: b, under: "https://a:b@x/" } }',
      'tools.a.result.resource.under: Write a URL whose path ends',
    ],
    [
      'sends headers in the open',
      '{ resource: { location: b, under: "http://x.example/", headers: { A: b } } }',
      'tools.a.result.resource.under: Headers are sent over https only',
    ],
    [
      'sends headers to a directory',
      '{ resource: { location: b, under: /x, headers: { A: b } } }',
      'tools.a.result.resource.under: Files are read without headers',
    ],
    [
      'has no name of a header',
      '{ resource: { location: b, under: "https://x/", headers: { "a b": c } } }',
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
    `tools:\n  a: { workflow: doIt, taskQueue: q }\nactions:\n  b: { workflow: doIt, ${action} }\n`;

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
