import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';

import ipaddr from 'ipaddr.js';

/** All that is globally routable in IPv6 is in here (RFC 4291, 2.4). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns true for addresses of the public Internet without a special purpose. A library has the tables, since an
 * address has many spellings.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_IPV6);
}

/** Returns true for an address of this machine. */
export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback';
}

/** The error of a connection to a forbidden address. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
}

/** Finds all addresses of a name, as `lookup` of Node.js does. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Resolves a name for a connection. All of its addresses have to be allowed, and the connection uses exactly these,
 * so a later change of the name has no effect.
 *
 * @param resolve Default: as the system does.
 */
export function createCheckedLookup(
  isAllowed: (address: string) => boolean,
  resolve: Resolve = lookup,
): LookupFunction {
  return (hostname, { all, ...options }, callback) => {
    resolve(
      hostname,
      { ...options, all: true },
      (error, addresses: LookupAddress[] | undefined) => {
        const [first] = addresses ?? [];
        if (error || !first) {
          callback(error ?? new AddressRefusedError('No address'), '');
        } else if (!addresses?.every(({ address }) => isAllowed(address))) {
          callback(new AddressRefusedError('Not allowed'), '');
        } else if (all === true) {
          (callback as unknown as (error: null, all: LookupAddress[]) => void)(null, addresses);
        } else {
          callback(null, first.address, first.family);
        }
      },
    );
  };
}

/** The address that stands in a URL itself; `undefined` where a name does, which is resolved. */
export function literalAddress({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? undefined : bare;
}
