import { describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';

const MANIFEST = `
x-headers: &headers { X-Key: "\${API_KEY}" }
defaults: { workflow: { taskQueue: "\${QUEUE}" } }
tools:
  release:
    description: Releases.
    job:
      base: https://ci.example/\${TENANT_ID}/\${KEYCLOAK}
      auth: { oauth: { tokenUrl: "\${TOKEN_URL}", clientId: "\${CLIENT_SECRET_ID:-ci}", clientSecret: CI_SECRET } }
      headers: *headers
      start: { url: /runs, query: { key: "\${CI_TOKEN}" }, json: [{ of: "a \${CI_SECRET_OLD:-}" }] }
      poll: { url: '/runs/{$job.id}', succeeded: [ok] }
  refund:
    description: Refunds.
    workflow: { type: refund, arguments: [{ value: "\${DB_PASSWORDS}" }] }
    webhooks: [{ url: https://hooks.example, secret: "\${HOOK_SECRET}", body: { text: "\${CHAT_TOKEN}" } }]
`;
const NAMES = [
  'CHAT_TOKEN',
  'API_KEY',
  'QUEUE',
  'TENANT_ID',
  'KEYCLOAK',
  'CI_TOKEN',
  'DB_PASSWORDS',
];
const environment = {
  ...Object.fromEntries(NAMES.map((name) => [name, name.toLowerCase()])),
  TOKEN_URL: 'https://id.example/token',
  HOOK_SECRET: `whsec_${btoa('a secret of thirty-two characters')}`,
};
const SEEN = "looks like a secret, and its value would stand in Temporal's history:";
const IN_JOB = `${SEEN} name the variable under "auth", whose secrets only the Worker reads.`;

describe('a reference to a secret', () => {
  it('is warned of outside "auth", with its place', () => {
    const { warnings = [], locate } = parseManifest(MANIFEST, { environment });
    const found = warnings.map((warning) => {
      const { line, column, path } = locate?.(warning) ?? {};
      return `${String(line)}:${String(column)} ${String(path)}: ${warning.message}`;
    });

    expect(found).toStrictEqual([
      `10:16 tools.release.job.headers.X-Key: \${API_KEY} ${IN_JOB}`,
      `11:42 tools.release.job.start.query.key: \${CI_TOKEN} ${IN_JOB}`,
      `11:72 tools.release.job.start.json[0].of: \${CI_SECRET_OLD} ${IN_JOB}`,
      `15:52 tools.refund.workflow.arguments[0].value: \${DB_PASSWORDS} ${SEEN} let the Worker read the variable.`,
      `16:86 tools.refund.webhooks[0].body.text: \${CHAT_TOKEN} ${SEEN} write it into "headers", which Temporal does not get.`,
    ]);
  });
});

describe('a secret of a webhook', () => {
  it('is warned of where it stands in the file', () => {
    const { warnings = [] } = parseManifest(
      MANIFEST.replace('${HOOK_SECRET}', environment.HOOK_SECRET),
      { environment },
    );

    expect(warnings).toContainEqual({
      path: ['tools', 'refund', 'webhooks', 0, 'secret'],
      message: 'This secret stands in the file: keep it in a variable, and write ${HOOK_SECRET}.',
    });
  });

  it('is its URL, if nothing else proves who posts', () => {
    const url = 'https://hooks.slack.com/services/T0/B0/x';
    const warningsOf = (webhook: string) =>
      parseManifest(
        `tools: { a: { workflow: { type: w, taskQueue: q }, webhooks: [${webhook}] } }`,
        { environment: { ...environment, SLACK_WEBHOOK_URL: url } },
      ).warnings?.filter(({ path }) => path.includes('webhooks'));

    expect(warningsOf(`{ url: "${url}", body: { text: a } }`)).toEqual([
      {
        path: ['tools', 'a', 'webhooks', 0, 'url'],
        message:
          'Without "secret" and "headers", anybody who knows this URL can post to it: keep it in a variable, and write ${SLACK_WEBHOOK_URL}.',
      },
    ]);
    expect(warningsOf('{ url: "${SLACK_WEBHOOK_URL}", body: { text: a } }')).toEqual([]);
    expect(warningsOf(`{ url: "${url}", body: { text: a }, headers: { a: b } }`)).toEqual([]);
  });
});
