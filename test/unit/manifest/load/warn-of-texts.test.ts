import { describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';
import { formatPath } from '../../../../src/manifest/manifest-error.js';

/** The warnings of a tool with these keys, as `path: message`. */
function warningsOf(...lines: readonly string[]): string[] {
  const text = [
    'tools:',
    '  pay:',
    '    description: Pays.',
    '    input: { type: object, properties: { account: { type: string } } }',
    ...lines.map((line) => `    ${line}`),
    '',
  ].join('\n');
  const { warnings = [] } = parseManifest(text, { environment: {} });
  return warnings.map(({ path, message }) => `${formatPath(path).slice(10)}: ${message}`);
}

const WORKFLOW = 'workflow: { type: pay, taskQueue: q }';

describe('a text that YAML cuts', () => {
  it.each([
    ['confirm: Pay #{account} now?', 'confirm', "'Pay #{account} now?'"],
    ['title: Pay order #17', 'title', "'Pay order #17'"],
  ])('is warned of: %s', (line, path, whole) => {
    expect(warningsOf(WORKFLOW, line)).toStrictEqual([
      `${path}: The text ends here, since " #" begins a comment. If the rest belongs to it, write ${whole}.`,
    ]);
  });

  it.each(['confirm: Pay now? # {account} is asked for', "confirm: 'Pay #{account}?'"])(
    'is not what stands in %s',
    (line) => {
      expect(warningsOf(WORKFLOW, line)).toStrictEqual([]);
    },
  );
});

describe('a memo with the name of an argument', () => {
  it('is warned of, since the name is a text', () => {
    expect(
      warningsOf('workflow: { type: pay, taskQueue: q, memo: { who: account, of: "{account}" } }'),
    ).toStrictEqual([
      'workflow.memo.who: This is the text "account". The value of the argument is {account}.',
    ]);
  });
});

describe('a text of a webhook with the name of an argument', () => {
  it('is not warned of, since no argument is known there', () => {
    const body = '{ kind: account, all: "{$event.data.tool}" }';

    expect(
      warningsOf(
        WORKFLOW,
        `webhooks: [{ url: "https://a.example", headers: { k: v }, body: ${body} }]`,
      ),
    ).toStrictEqual([]);
  });
});

describe('a time limit that ends each call', () => {
  it.each([
    ['workflow: { type: pay, taskQueue: q, executionTimeout: 30ms }', 'workflow.executionTimeout'],
    ['workflow: { type: pay, taskQueue: q, runTimeout: 999ms }', 'workflow.runTimeout'],
    [
      'activity: { type: pay, taskQueue: q, scheduleToCloseTimeout: 30ms }',
      'activity.scheduleToCloseTimeout',
    ],
  ])('is warned of: %s', (line, path) => {
    expect(warningsOf(line)).toStrictEqual([
      `${path}: Below a second, most work ends as timed out before a Worker has begun it.`,
    ]);
  });
});

const asking = (body: string): string =>
  `webhooks: [{ url: 'https://a.example', headers: { A: b }, events: [task.input_required], body: ${body} }]`;

describe('a text of a caller where a chat reads marks', () => {
  it.each([
    ["{ blocks: [{ type: mrkdwn, text: 'Asked: {$question.message}' }] }", 'body.blocks[0].text'],
    ["{ type: mrkdwn, text: 'Now {$event.data.statusMessage}' }", 'body.text'],
    ["{ text: { type: lark_md, content: '{$caller.name} asks' } }", 'body.text.content'],
    ["{ body: [{ type: TextBlock, text: '{$question.message}' }] }", 'body.body[0].text'],
  ])('is warned of: %s', (body, path) => {
    expect(warningsOf(WORKFLOW, asking(body))).toStrictEqual([
      `webhooks[0].${path}: A text of a caller can add links and mentions here, since a chat reads its marks: write "type: plain_text" for it, or "TextRun" in a card.`,
    ]);
  });

  it.each([
    "{ type: plain_text, text: '{$question.message}' }",
    "{ type: mrkdwn, text: '<{$question.page}|Answer> {$event.data.tool}' }",
  ])('is none in %s', (body) => {
    expect(warningsOf(WORKFLOW, asking(body))).toStrictEqual([]);
  });
});
