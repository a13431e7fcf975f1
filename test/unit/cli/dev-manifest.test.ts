import { describe, expect, it } from '@jest/globals';

import { toDevManifest } from '../../../src/cli/dev-manifest.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';

const toManifest = (server: string) =>
  parseManifest('tools: { greet: { workflow: { type: greet, taskQueue: q } } }', { server });
const UI = 'http://localhost:8233';
const TOKENS =
  'auth: { resource: "https://mcp.example.com/mcp", tokens: [{ sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", principal: bob }] }';

describe('toDevManifest', () => {
  it.each([
    ['inbox: {}', UI, { temporalUi: UI }],
    ['inbox: {}', undefined, { enabled: true }],
    ['inbox: { temporalUi: "https://ui.example" }', UI, { temporalUi: 'https://ui.example' }],
    ['name: a', UI, { enabled: true, temporalUi: UI }],
    ['inbox: { enabled: false }', UI, { enabled: false }],
  ])('has the inbox of %s link to what was started', (server, uiUrl, inbox) => {
    expect(toDevManifest(toManifest(server), { uiUrl, isLocal: true }).inbox).toMatchObject(inbox);
  });

  it.each([
    ['other machines reach', 'name: a', false],
    ['asks for tokens', TOKENS, true],
  ])('adds no inbox to a server that %s', (_what, server, isLocal) => {
    expect(toDevManifest(toManifest(server), { uiUrl: UI, isLocal }).inbox).toBeUndefined();
  });
});
