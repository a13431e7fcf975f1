/** Network addresses as keys of counts. */
import { BlockList, isIPv6 } from 'node:net';

/**
 * Length of the IPv6 prefix of a household or machine, which can use many addresses. So counting single addresses would
 * not limit it.
 */
const IPV6_PREFIX = 64;
const GROUP_BITS = 16;
const GROUPS = 8;
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Returns the eight groups of an IPv6 address, as numbers. */
function toGroups(address: string): readonly number[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const read = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => parseInt(group, 16));
  if (tail === undefined) return read(head);
  const [first, last] = [read(head), read(tail)];
  const between = Math.max(0, GROUPS - first.length - last.length);
  return [...first, ...new Array<number>(between).fill(0), ...last];
}

function withoutMapping(address: string): string {
  return MAPPED_IPV4.exec(address)?.[1] ?? address;
}

/** Returns an IPv4 address unchanged, and the network of an IPv6 address: `2001:db8:0:1::/64`. */
export function toNetwork(address: string): string {
  const plain = withoutMapping(address);
  if (!isIPv6(plain)) return plain;
  const network = toGroups(plain).slice(0, IPV6_PREFIX / GROUP_BITS);
  return `${network.map((group) => group.toString(16)).join(':')}::/${IPV6_PREFIX}`;
}

/** Returns true for an address of this machine. It may belong to a proxy, so it does not identify the client. */
export function isLoopback(address: string): boolean {
  const plain = withoutMapping(address);
  return loopback.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}
