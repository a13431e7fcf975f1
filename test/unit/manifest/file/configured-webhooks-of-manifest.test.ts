import { describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../../../src/manifest/file/load-manifest.js';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** Two tools, of which the second has the webhooks of the defaults. */
function parse(ofDefaults: string, ofTool?: string) {
  const own = ofTool === undefined ? '' : `, webhooks: ${ofTool}`;
  return parseManifest(`defaults:
  webhooks: ${ofDefaults}
tools:
  report: { workflow: { type: report, taskQueue: q }${own} }
  refund: { workflow: { type: refund, taskQueue: q } }
`);
}

describe('webhooks of a manifest', () => {
  it('are those of tools, and those of the defaults for the others', () => {
    const { webhooks } = parse(
      `[{ url: "https://a.example", secret: "${secret}", tellOwner: true }]`,
      `[{ url: "https://b.example/x", secret: "${secret}", headers: { x-key: v }, internalAddresses: true }]`,
    );

    expect(webhooks).toStrictEqual([
      {
        url: 'https://b.example/x',
        secret,
        events: ['task.finished'],
        tools: ['report'],
        headers: { 'x-key': 'v' },
        internalAddresses: true,
      },
      {
        url: 'https://a.example/',
        secret,
        events: ['task.finished'],
        tellOwner: true,
        tools: ['refund'],
      },
    ]);
  });

  it('are those of the defaults for every tool, also one that is found later', () => {
    expect(parse(`[{ url: "https://a.example", secret: "${secret}" }]`).webhooks).toStrictEqual([
      { url: 'https://a.example/', secret, events: ['task.finished'] },
    ]);
  });

  it('are none where nobody names any', () => {
    expect(parse('[]').webhooks).toBeUndefined();
    expect(parse('[]', '[]').webhooks).toBeUndefined();
  });

  it.each([
    [
      `{ url: "a.example", secret: "${secret}" }`,
      /defaults\.webhooks\[0\]\.url: Write an https URL/,
    ],
    [`{ url: "https://u:p@a.example", secret: "${secret}" }`, /without a user/],
    [`{ url: "http://a.example", secret: "${secret}" }`, /url: Has to be https/],
    [`{ url: "http://127.0.0.1:1", secret: "${secret}" }`, /internalAddresses: true/],
    [`{ url: "https://a.example", secret: "short" }`, /secret: Write "whsec_"/],
    [`{ url: "https://a.example" }`, /secret: Missing/],
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

  it('are said to be wrong in a tool', () => {
    expect(() => parse('[]', `[{ url: "http://a.example", secret: "${secret}" }]`)).toThrow(
      /tools\.report\.webhooks\[0\]\.url: Has to be https/,
    );
  });
});
