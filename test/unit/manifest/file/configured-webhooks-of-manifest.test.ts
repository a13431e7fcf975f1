import { describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../../../src/manifest/file/load-manifest.js';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

function parse(ofServer: string, ofTool = '[]') {
  return parseManifest(`
server: { webhooks: ${ofServer} }
tools:
  report: { workflow: report, taskQueue: q, webhooks: ${ofTool} }
  orders_*: { workflow: orders.* }
`);
}

describe('webhooks of a manifest', () => {
  it('are those of the server and those of tools', () => {
    const { webhooks } = parse(
      `[{ url: "https://a.example", secret: "${secret}", tools: [orders_new, report], tellOwner: true }]`,
      `[{ url: "https://b.example/x", secret: "${secret}", headers: { x-key: v }, internalAddresses: true }]`,
    );

    expect(webhooks).toStrictEqual([
      {
        ...{ url: 'https://a.example/', secret, events: ['task.finished'], tellOwner: true },
        tools: ['orders_new', 'report'],
      },
      {
        ...{ url: 'https://b.example/x', secret, events: ['task.finished'] },
        ...{ tools: ['report'], headers: { 'x-key': 'v' }, internalAddresses: true },
      },
    ]);
    expect(parse('[]').webhooks).toBeUndefined();
  });

  it.each([
    [`{ url: "a.example", secret: "${secret}" }`, /webhooks\[0\]\.url: Write an https URL/],
    [`{ url: "https://u:p@a.example", secret: "${secret}" }`, /without a user/],
    [`{ url: "http://a.example", secret: "${secret}" }`, /url: Has to be https/],
    [`{ url: "http://127.0.0.1:1", secret: "${secret}" }`, /internalAddresses: true/],
    [`{ url: "https://a.example", secret: "short" }`, /secret: Write "whsec_"/],
    [`{ url: "https://a.example" }`, /secret: Missing/],
    [`{ url: "https://a.example", secret: "${secret}", tools: [nobody] }`, /no tool "nobody"/],
    [`{ url: "https://a.example", secret: "${secret}", events: [task.ended] }`, /events/],
    [`{ url: "https://a.example", secret: "${secret}", headers: { Webhook-Id: x } }`, /already/],
    [
      `{ url: "https://a.example", secret: "${secret}", header: { a: x } }`,
      /Did you mean "headers"/,
    ],
  ])('are said to be wrong: %s', (one, expected) => {
    expect(() => parse(`[${one}]`)).toThrow(expected);
  });
});
