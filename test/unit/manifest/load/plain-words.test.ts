/** What an author reads in place of the words of the YAML parser and of zod. */
import { describe, expect, it } from '@jest/globals';

import { problemsOf } from '../../../support/manifest-problems.js';

const TOOL = 'tools:\n  a:\n    workflow: { type: doIt, taskQueue: q }\n';
/** Words of the libraries, which tell an author nothing. */
const FOREIGN =
  /Invalid (input|option)|expected|received|Too (small|big)|mapping|scalar|node end|[Ii]mplicit|flow|parseAllDocuments|collection/;

describe('a slip in YAML', () => {
  it.each([
    [
      'a text with a blank colon',
      `${TOOL}    description: Moves money: a to b\n`,
      /in quotes: 'Moves/,
    ],
    ['a text after its quotes', `${TOOL}    title: "a" b\n`, /put the whole text in quotes\.$/],
    [
      'a quote that is not closed',
      `${TOOL}    title: 'a\n`,
      /^m\.yaml:4:12 This text has no closing quote\.$/,
    ],
    [
      'a bracket that is not closed',
      `${TOOL}    input: { type: object\n`,
      /A "\{" before .* no "\}"\.$/,
    ],
    ['a key without a colon', `${TOOL}    title a\n`, /a colon and a blank behind it/],
    ['a key without a blank', `${TOOL}    title:a\n`, /a colon and a blank behind it/],
    [
      'a key further left',
      'tools:\n  a:\n    title: a\n   workflow: b\n',
      /same column as the keys above/,
    ],
    ['a tab', 'tools:\n\ta: 1\n', /Indent with blanks/],
    ['a backslash', `${TOOL}    title: "a \\d"\n`, /use single quotes/],
    [
      'a no-break space in the indent',
      `${TOOL}    title: a\n   \u00a0description: b\n`,
      /^m\.yaml:5:4 This line begins with a no-break space, or one like it: indent with blanks\.$/,
    ],
    [
      'names of arguments in braces',
      `tools:\n  a: { workflow: { type: t, arguments: { item, price } } }\n`,
      /Write a list of names: \[item, price\]\.$/,
    ],
    [
      'names of arguments in braces and brackets',
      `tools:\n  a: { workflow: { type: t, arguments: [{ item }] } }\n`,
      /Write a list of names: \[item\]\.$/,
    ],
    ['two documents', `${TOOL}---\n${TOOL}`, /one document.*--manifest/],
  ])('says what to write: %s', (_what, text, expected) => {
    const [first = '', ...others] = problemsOf(text);

    expect(first).toMatch(expected);
    expect([first, ...others].join()).not.toMatch(FOREIGN);
  });
});

describe('a value of another type', () => {
  it.each([
    ['a number', 'title: 5', `A text: put it in quotes, '5'.`],
    ['a list', 'title: [a]', 'Write a text here. This is a list.'],
    ['yes', 'annotations: { readOnlyHint: yes }', 'Write true, without quotes.'],
    ['off', 'annotations: { readOnlyHint: off }', 'Write false, without quotes.'],
    ['a text', 'access: { scopes: read }', 'Write a list: [read].'],
    ['a list of questions', 'questions: [a]', 'Write a map ("name: value"), without "-" and "[".'],
    [
      'a word',
      'cancel: terminate',
      'Write a map, with keys such as signal, terminateAfter, onDisconnect, onCallCancelled.',
    ],
    ['nothing', 'title:', 'Empty. The name for people.'],
    ['one webhook', 'webhooks: { url: x }', 'Write a list: put "- " before each element.'],
    ['no time', 'ttl: 0s', 'Must be at least 1 ms.'],
    ['a list in quotes', `input: { type: object, enum: 'a, b' }`, 'write a list: [a, b].'],
    [
      'a flag at a property',
      'input: { type: object, properties: { who: { required: true } } }',
      'write "required: [who]" beside "properties".',
    ],
    [
      'false in quotes',
      `input: { type: object, additionalProperties: 'false' }`,
      'write false, without quotes.',
    ],
  ])('is told what to write: %s', (_what, line, expected) => {
    expect(problemsOf(`${TOOL}    ${line}\n`)).toStrictEqual([
      expect.stringMatching(new RegExp(`^m\\.yaml:4:\\d+ tools\\.a\\.[\\w.]+: `)),
    ]);
    expect(problemsOf(`${TOOL}    ${line}\n`)[0]).toContain(expected);
  });

  it('is told that no pattern names tools', () => {
    expect(
      problemsOf(`tools:\n  'orders_*': { workflow: { type: a, taskQueue: q } }\n`),
    ).toStrictEqual([
      expect.stringContaining('Patterns name no tools: write a tool for each Workflow Type.'),
    ]);
  });

  it('is told the type of the tool that it names as a type', () => {
    const action = 'actions:\n  stop: { workflow: a, signal: s }\n';
    expect(problemsOf(`${TOOL}${action}`)).toStrictEqual([
      expect.stringContaining('"a" is a tool, whose type is "doIt".'),
    ]);
  });

  it('is told a key of a tool that stands too far left, and nothing that follows from it', () => {
    expect(problemsOf(`${TOOL}  input:\n    type: object\n    required: [x]\n`)).toStrictEqual([
      'm.yaml:4:3 tools.input: "input" is a key of a tool: indent it under "a".',
    ]);
  });
});

describe('a placeholder of another language', () => {
  it.each([
    [
      'confirm',
      "tools:\n  a: { workflow: { type: t, taskQueue: q }, input: { type: object, properties: { n: {} } }, confirm: '{{n}}' }\n",
    ],
    [
      'a webhook',
      "tools:\n  a: { workflow: { type: t, taskQueue: q }, webhooks: [{ url: 'https://a.example', body: { text: 'Of {{ $event.data.tool }}' } }] }\n",
    ],
    [
      'a job',
      "tools:\n  a:\n    input: { type: object, properties: { n: {} } }\n    job: { base: 'https://a.example', start: { url: '/{n}', json: { x: 'a {{n}}' }, ids: { id: $body.id } }, poll: { url: '/{$job.id}', succeeded: [ok] } }\n",
    ],
    [
      'an action',
      "tools:\n  a: { workflow: { type: t, taskQueue: q } }\nactions:\n  b: { workflow: t, update: u, input: { type: object, properties: { n: {} } }, result: { text: 'x {{ $result.id }}' } }\n",
    ],
  ])('is told what to write in %s', (_where, text) => {
    expect(problemsOf(text)).toStrictEqual([
      expect.stringContaining(': A value stands in single braces: write {'),
    ]);
  });
});

describe('several mistakes', () => {
  it('are told at once: an unset variable, an unknown key, a wrong name', () => {
    const text = [
      ...['tools:', '  a:', '    workflow: { type: "${TYPE}", taskQueue: q }', '    nonsense: 1'],
      ...['  b:', '    workflow: { type: b, taskQueue: q, arguments: [nobody] }', ''],
    ].join('\n');

    expect(problemsOf(text)).toStrictEqual([
      'm.yaml:3:23 The environment variable TYPE is not set: set it, or write ${TYPE:-default}.',
      'm.yaml:4:5 tools.a.nonsense: Unknown key "nonsense".',
      'm.yaml:6:52 tools.b.workflow.arguments[0]: "b" has no argument "nobody".',
    ]);
  });

  it('do not count where an unset variable may be the cause', () => {
    const text = `${TOOL}    task:\n      joinRepeats: \${JOIN}\n    confirm: 'Pay \${AMOUNT}?'\n`;

    expect(problemsOf(text)).toStrictEqual([
      expect.stringContaining('JOIN is not set'),
      expect.stringContaining('AMOUNT is not set'),
    ]);
  });
});
