/** `check --as`: what the server would answer somebody, with real tokens of a real issuer. */
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { type LocalIssuer, startLocalIssuer } from '../../support/auth/local-issuer.js';
import { type CliExit, startCli } from '../../support/start-cli.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';

const RESOURCE = 'https://mcp.example.com/mcp';

let issuer: LocalIssuer;
let folder: TestFolder;
beforeAll(async () => {
  issuer = await startLocalIssuer(RESOURCE);
  folder = await createTestFolder({
    'server.yaml': `auth:
  resource: ${RESOURCE}
  issuers: [ { issuer: ${issuer.issuer} } ]
  scopes: [ tasks:use ]
  implies: { orders:all: [ orders:write ] }
`,
    'mcp-tasks.yaml': `server: server.yaml
defaults: { workflow: { taskQueue: q } }
tools:
  look: { workflow: look }
  order: { workflow: order, access: { scopes: [ orders:write ], approvers: { subjects: [ bob ] } } }
  close_books: { workflow: closeBooks, access: { allow: { groups: [ finance ] }, approvers: { allow: { groups: [ board ] }, owner: false } } }
  orders_*: { workflow: orders.*, access: { allow: { groups: [ finance ] } } }
`,
    'open.yaml': 'tools: { look: { workflow: { type: look, taskQueue: q } } }',
  });
});
afterAll(async () => {
  await issuer.close();
  await folder.remove();
});

async function checkAs(text: string, ...more: readonly string[]): Promise<CliExit> {
  await folder.write({ who: text });
  const args = ['check', '--manifest', join(folder.path, 'mcp-tasks.yaml')];
  // Temporal is not needed: there is none at this address.
  const environment = { TEMPORAL_ADDRESS: '127.0.0.1:1' };
  return startCli([...args, '--as', join(folder.path, 'who'), ...more], { environment }).exited;
}

describe('check --as', () => {
  it('says why a token sees a tool, may call it, or not', async () => {
    const token = await issuer.sign({ claims: { groups: ['sales'] } });
    const { code, stdout, stderr } = await checkAs(token);

    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toStrictEqual([
      expect.stringMatching(
        /^ok {9}Let in as \["http:\/\/127\.0\.0\.1:\d+","user","ada"\], until 20.*Z\. Owner tag: [a-z2-7]{20}\.$/,
      ),
      'ok         Scopes: tasks:use.',
      'ok         look: shown, and can be called.',
      'challenge  order: shown; a call is answered with a challenge (403) for tasks:use orders:write, for lack of orders:write (comes with orders:all too).',
      'hidden     order: what tasks of others ask is not there: its approvers name somebody else. They may answer what their own ask.',
      'hidden     close_books: not there: it takes groups = "finance", and groups is sales.',
      'hidden     close_books: what tasks of others ask is not there: it takes groups = "board", and groups is sales. They may not answer (four eyes) what their own ask.',
      'hidden     orders_*: not there: it takes groups = "finance", and groups is sales.',
    ]);
  });

  it('says what somebody may answer for others, whether or not they may call the tool', async () => {
    const { stdout } = await checkAs(
      '{ "claims": { "sub": "bob", "groups": "board" }, "scopes": ["tasks:use"] }',
    );

    expect(stdout).toContain(
      'ok         order: may answer what tasks of others ask, and may answer what their own ask.\n',
    );
    expect(stdout).toContain('hidden     close_books: not there');
    expect(stdout).toContain(
      'ok         close_books: may answer what tasks of others ask, and may not answer (four eyes) what their own ask.\n',
    );
  });

  it('says it in JSON, too', async () => {
    const { code, stdout } = await checkAs(
      '{ "claims": { "sub": "eve", "groups": "finance" }, "scopes": ["tasks:use", "orders:all"] }',
      '--json',
    );

    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      verified: false,
      server: { kind: 'admitted', principal: JSON.stringify([issuer.issuer, 'user', 'eve']) },
      tools: [
        { name: 'look', kind: 'callable' },
        { name: 'order', kind: 'callable', approvals: { others: false, unmet: [], own: true } },
        {
          name: 'close_books',
          kind: 'callable',
          approvals: {
            others: false,
            own: false,
            unmet: [{ claim: 'groups', wanted: ['board'], found: ['finance'] }],
          },
        },
        { name: 'orders_*', kind: 'callable' },
      ],
      ownerTag: expect.stringMatching(/^[a-z2-7]{20}$/) as unknown,
    });
  });

  it.each([
    ['has ended', { exp: 1_000_000_000 }, /^PROBLEM {4}Not let in \(401\): .*"exp"/],
    ['is for somebody else', { aud: 'https://other.example' }, /Not let in \(401\): .*"aud"/],
    ['lacks what every request needs', { scope: 'x' }, /for lack of tasks:use\.$/m],
  ])('fails where a token %s, and says so', async (_what, claims, text) => {
    const { code, stdout } = await checkAs(await issuer.sign({ claims }));

    expect(code).toBe(1);
    expect(stdout).toMatch(text);
  });

  it('fails where the issuer cannot be asked', async () => {
    issuer.answerInstead = (_request, response) => {
      response.writeHead(500).end();
    };
    const { code, stdout } = await checkAs(await issuer.sign());
    issuer.answerInstead = undefined;

    expect(code).toBe(1);
    expect(stdout).toMatch(/^PROBLEM {4}Cannot be told \(503\): .* HTTP 500\.$/m);
  });

  it('says that there is nothing to ask where no tokens are asked for', async () => {
    await folder.write({ who: 'x' });
    const manifest = join(folder.path, 'open.yaml');
    const who = join(folder.path, 'who');
    const { code, stderr } = await startCli(['check', '--manifest', manifest, '--as', who]).exited;

    expect(code).toBe(1);
    expect(stderr).toContain('asks for no tokens');
  });
});
