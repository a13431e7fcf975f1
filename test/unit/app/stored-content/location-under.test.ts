import { describe, expect, it } from '@jest/globals';

import { pathUnder, urlUnder } from '../../../../src/app/stored-content/location-under.js';

describe('a URL under another one', () => {
  const under = 'https://files.example.com/reports/';

  it.each([
    ['a.csv', `${under}a.csv`],
    ['2026/a.csv?token=x#end', `${under}2026/a.csv?token=x`],
    ['./b/../a.csv', `${under}a.csv`],
    [`${under}a.csv`, `${under}a.csv`],
    ['/reports/a.csv', `${under}a.csv`],
    ['HTTPS://FILES.example.com:443/reports/a%20b.csv', `${under}a%20b.csv`],
  ])('is %s', (location, url) => {
    expect(urlUnder(under, location)?.href).toBe(url);
  });

  it.each([
    '',
    '.',
    '../secrets/a',
    'a/../../secrets/a',
    '%2e%2e/secrets/a',
    '..%2fsecrets/a',
    'x/..%5c..%5csecrets',
    'a%00.csv',
    '..\\secrets',
    '/secrets/a',
    '/reports',
    '/reportsx/a',
    '//evil.example/reports/a',
    'https://evil.example/reports/a',
    'http://files.example.com/reports/a',
    'https://files.example.com:8443/reports/a',
    'https://files.example.com.evil.example/reports/a',
    'https://user@files.example.com/reports/a',
    'https://user:pw@files.example.com/reports/a',
    'file:///reports/a',
    'data:text/plain,a',
    'https://',
  ])('is not %j', (location) => {
    expect(urlUnder(under, location)).toBeUndefined();
  });
});

describe('a path in a directory', () => {
  it.each([
    ['a.csv', '/srv/reports/a.csv'],
    ['b/../a.csv', '/srv/reports/a.csv'],
    ['/srv/reports/b/a.csv', '/srv/reports/b/a.csv'],
    ['file:///srv/reports/a%20b.csv', '/srv/reports/a b.csv'],
    ['..a', '/srv/reports/..a'],
  ])('is %s', (location, path) => {
    expect(pathUnder('/srv/reports', location)).toBe(path);
    expect(pathUnder('/srv/reports/', location)).toBe(path);
  });

  it.each([
    '',
    '.',
    '..',
    '../a',
    'b/../../a',
    '/etc/passwd',
    '/srv/reports',
    '/srv/reportsx/a',
    'file:///etc/passwd',
    'file://host/srv/reports/a',
    'file:///srv/reports/%2e%2e/a',
    'file:///srv/reports/..%2fa',
    'a\0.csv',
  ])('is not %j', (location) => {
    expect(pathUnder('/srv/reports', location)).toBeUndefined();
  });
});
