import { describe, expect, it } from '@jest/globals';

import { isLoopback, toNetwork } from '../../../../src/transport/http/network-address.js';

describe('toNetwork', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:0:1:aaaa::1', '2001:db8:0:1::/64'],
    ['2001:db8:0:1:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
    ['2001:DB8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('makes of %s %s', (address, network) => {
    expect(toNetwork(address)).toBe(network);
  });
});

describe('isLoopback', () => {
  it.each([
    ['127.0.0.1', true],
    ['127.8.8.8', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['10.0.0.1', false],
    ['2001:db8::1', false],
    ['unknown', false],
  ])('says of %s: %s', (address, expected) => {
    expect(isLoopback(address)).toBe(expected);
  });
});
