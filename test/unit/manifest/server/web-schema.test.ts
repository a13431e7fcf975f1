import { describe, expect, it } from '@jest/globals';

import { corsSchema, trustProxySchema } from '../../../../src/manifest/server/http.js';

describe('an origin', () => {
  it.each([
    ['https://app.example.com', true],
    ['http://localhost:6274', true],
    ['vscode-webview://1a2b', true],
    ['chrome-extension://abcdef', true],
    ['https://app.example.com:443', false],
    ['https://App.example.com', false],
    ['https://app.example.com/', false],
    ['https://user@app.example.com', false],
    ['https://*.example.com', false],
    ['app.example.com', false],
    ['null', false],
    ['*', false],
    ['', false],
  ])('is %s: %s', (origin, expected) => {
    expect(corsSchema.safeParse([origin]).success).toBe(expected);
  });
});

describe('a proxy', () => {
  it.each([
    [1, true],
    [['loopback', 'linklocal', 'uniquelocal'], true],
    [['10.0.0.0/8', '192.0.2.1', '2001:db8::/32', '::1'], true],
    [0, false],
    [true, false],
    ['loopback', false],
    [[], false],
    [['0.0.0.0/0'], false],
    [['::/0'], false],
    [['10.0.0.0/33'], false],
    [['10.0.0'], false],
    [['proxy.example.com'], false],
    [['dead'], false],
  ])('is %j: %s', (value, expected) => {
    expect(trustProxySchema.safeParse(value).success).toBe(expected);
  });
});
