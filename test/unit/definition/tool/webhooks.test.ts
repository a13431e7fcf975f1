import { readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';

import { fillBody, isOfQuestion } from '../../../../src/core/webhook/message-body.js';
import { EVENT, EVENT_DATA, QUESTION } from '../../../../src/definition/event.js';
import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** Two tools, of which one may have webhooks of its own. */
function parse(ofDefaults: string, ofTool?: string) {
  const own = ofTool === undefined ? '' : `, webhooks: ${ofTool}`;
  const { tools } = parseManifest(`defaults:
  webhooks: ${ofDefaults}
tools:
  report: { workflow: { type: report, taskQueue: q }${own} }
  order: { workflow: { type: order, taskQueue: q } }
  found: { workflow: { type: found, adopt: { searchAttribute: CustomerId } } }
`);
  return Object.fromEntries([...tools].map(([name, { webhooks }]) => [name, webhooks]));
}

describe('webhooks of a manifest', () => {
  it('are those of a tool, and those of the defaults for other tools that start something', () => {
    const webhooks = parse(
      `[{ url: "https://a.example", secret: "${secret}", tellOwner: true }]`,
      `[{ url: "https://b.example/x", secret: "${secret}", headers: { x-key: v }, internalAddresses: true }]`,
    );

    expect(webhooks).toEqual({
      report: [
        {
          url: 'https://b.example/x',
          secret: [secret],
          events: ['task.finished'],
          headers: { 'x-key': 'v' },
          tellOwner: false,
          tellQuestions: false,
          internalAddresses: true,
        },
      ],
      order: [
        {
          url: 'https://a.example/',
          secret: [secret],
          events: ['task.finished'],
          tellOwner: true,
          tellQuestions: false,
          internalAddresses: false,
        },
      ],
      found: [],
    });
  });

  it('are signed by two secrets while a receiver changes', () => {
    const old = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;

    expect(parse(`[{ url: "https://a.example", secret: "${secret} ${old}" }]`)).toMatchObject({
      report: [{ secret: [secret, old] }],
    });
  });

  it('need no secret with a body, ask about open questions after a time, and never say their URL', () => {
    const body =
      '{ text: "{$question.message}", n: { expression: "length($event.data.requests)" } }';

    const [webhook] =
      parse(`[{ url: "https://a.example/x", after: 4h, body: ${body} }]`)['order'] ?? [];

    expect(webhook).toMatchObject({ events: ['task.input_required'], after: 14_400_000 });
    expect(webhook).not.toHaveProperty('secret');
    expect(isOfQuestion(webhook?.body)).toBe(true);
    expect(() => parse('[{ url: "https://u:hidden@a.example" }]')).not.toThrow(/hidden/);
  });

  it('make their messages of the event and its question', async () => {
    const [webhook] =
      parse(
        `[{ url: "https://a.example", events: [task.input_required], body: { text: "A {$question.message} at {$question.page} by {$question.answerBy}", n: { expression: "length($event.data.requests)" }, by: "{$question.answerBy}", all: "{$event.data}" } }]`,
      )['order'] ?? [];
    const event = { data: { requests: [{}] } };
    const question = { message: 'B {x}', page: 'https://x.example' };

    expect(await fillBody(webhook?.body ?? null, { event, question })).toEqual({
      value: { text: 'A B {x} at https://x.example by (none)', n: 1, all: event.data },
      missing: ['$question.answerBy'],
    });
  });

  it('are none where nobody names any', () => {
    expect(parse('[]')['report']).toStrictEqual([]);
    expect(
      parse(`[{ url: "https://a.example", secret: "${secret}" }]`, '[]')['report'],
    ).toStrictEqual([]);
  });

  it.each([
    [
      `{ url: "a.example", secret: "${secret}" }`,
      /defaults\.webhooks\[0\]\.url: Write an https URL/,
    ],
    [`{ url: "https://u:p@a.example", secret: "${secret}" }`, /without a user/],
    [`{ url: "http://a.example", secret: "${secret}" }`, /url: Must be https/],
    [`{ url: "http://127.0.0.1:1", secret: "${secret}" }`, /internalAddresses: true/],
    [`{ url: "https://a.example", secret: "short" }`, /secret: Write "whsec_"/],
    [`{ url: "https://a.example", secret: "${secret} short" }`, /secret: Write "whsec_"/],
    [
      `{ url: "https://a.example", secret: "${secret} ${secret} ${secret}" }`,
      /the new secret, a blank and the old one/,
    ],
    [`{ url: "https://a.example" }`, /secret: Missing: the key of the signature\. Only/],
    [
      `{ url: "https://a.example", secret: "${secret}", after: 4h, events: [task.finished] }`,
      /events: Only a question waits/,
    ],
    [
      `{ url: "https://a.example", body: { text: "{$question.key}" } }`,
      /\$question is not known here, but in the body of a webhook whose only event is task\.input_required/,
    ],
    [
      `{ url: "https://a.example", body: { text: "{$event.data.tol}" } }`,
      /\$event\.data has no "tol"/,
    ],
    [
      `{ url: "https://a.example", events: [task.input_required], body: { text: "{$event.data.status}" } }`,
      /\$event\.data has no "status" in task\.input_required\. It has taskId, tool, statusMessage, requests\./,
    ],
    [
      `{ url: "https://a.example", after: 4h, body: { n: { expression: "$event.data.finishedAt" } } }`,
      /\$event\.data has no "finishedAt" in task\.input_required/,
    ],
    [
      `{ url: "https://a.example", body: { text: "{$event.data.requests}" } }`,
      /\$event\.data has no "requests" in task\.finished/,
    ],
    [
      `{ url: "https://a.example", body: { text: "{$event.data.owner.subject}" } }`,
      /an owner only with tellOwner/,
    ],
    [`{ url: "https://a.example", body: { text: "{$event.tool}" } }`, /\$event has no "tool"/],
    [`{ url: "https://a.example", body: { text: "{$event." } }`, /no closing brace/],
    [
      `{ url: "https://a.example", secret: "${secret}" }, { url: "https://a.example", body: { text: a } }`,
      /webhooks\[1\]\.url: Another webhook has this URL/,
    ],
    [`{ url: "https://a.example", secret: "${secret}", tools: [report] }`, /Unknown key "tools"/],
    [`{ url: "https://a.example", secret: "${secret}", events: [task.ended] }`, /events/],
    [`{ url: "https://a.example", secret: "${secret}", headers: { Webhook-Id: x } }`, /already/],
    [
      `{ url: "https://a.example", secret: "${secret}", header: { a: x } }`,
      /Did you mean "headers"/,
    ],
  ])('are said to be wrong: %s', (one, expected) => {
    expect(() => parse(`[${one}]`)).toThrow(expected);
  });

  it('are on their page with every member of their events', () => {
    const page = readFileSync('docs/webhooks.md', 'utf8');
    const members = [EVENT, QUESTION, ...Object.values(EVENT_DATA)].flatMap(({ shape }) =>
      Object.keys(shape),
    );

    expect(members.filter((name) => !new RegExp(`["\`]${name}\\b`).test(page))).toStrictEqual([]);
  });

  it('may name what one of several events has', () => {
    const body = '{ text: "{$event.data.status} {$event.data.requests}" }';

    expect(
      parse(
        `[{ url: "https://a.example", events: [task.finished, task.input_required], body: ${body} }]`,
      ),
    ).toBeDefined();
  });

  it('are said to be wrong in a tool', () => {
    expect(() => parse('[]', `[{ url: "http://a.example", secret: "${secret}" }]`)).toThrow(
      /tools\.report\.webhooks\[0\]\.url: Must be https/,
    );
  });
});
