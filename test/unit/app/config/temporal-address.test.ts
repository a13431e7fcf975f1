import { describe, expect, it } from '@jest/globals';

import { toTemporalAddress } from '../../../../src/app/config/temporal-address.js';

const toAddress = (text: string): string => toTemporalAddress(text, 'TEMPORAL_ADDRESS');

describe('toTemporalAddress', () => {
  it.each([
    ['127.0.0.1:7233', '127.0.0.1:7233'],
    [' temporal:7233\n', 'temporal:7233'],
    ['temporal.example.com', 'temporal.example.com'],
    ['[::1]:7233', '[::1]:7233'],
    ['shop.a1b2c.tmprl.cloud:443', 'shop.a1b2c.tmprl.cloud:443'],
  ])('takes %j', (written, expected) => {
    expect(toAddress(written)).toBe(expected);
  });

  it.each([
    ['http://127.0.0.1:7233', 'host and the port: 127.0.0.1:7233.'],
    [
      'https://temporal.example.com/',
      'host and the port: temporal.example.com. TLS has its own setting: TEMPORAL_TLS=true.',
    ],
    ['temporal:7233/', 'host and the port: temporal:7233.'],
    ['"temporal:7233"', 'host and the port: temporal:7233.'],
    ["'http://temporal:7233/api'", 'host and the port: temporal:7233.'],
    ['dns:///temporal:7233', 'host and the port: temporal:7233.'],
    ['::1:7233', 'host and the port: 127.0.0.1:7233.'],
    ['temporal:', 'host and the port: 127.0.0.1:7233.'],
    ['', 'host and the port: 127.0.0.1:7233.'],
    ['temporal:99999', 'TEMPORAL_ADDRESS names port 99999. A port is a number from 1 to 65535.'],
    ['temporal:0', 'names port 0.'],
  ])('refuses %j with the variable and what to write', (written, expected) => {
    expect(() => toAddress(written)).toThrow(expected);
    expect(() => toAddress(written)).toThrow(/^TEMPORAL_ADDRESS /);
  });
});
