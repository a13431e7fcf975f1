import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';

import ipaddr from 'ipaddr.js';

/** The range of all globally routable IPv6 addresses (RFC 4291, 2.4). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns true for addresses of the public Internet without a special purpose. A library has the tables and parses the
 * many spellings of an address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_IPV6);
}

const INTERNAL_RANGES = ['loopback', 'private', 'carrierGradeNat', 'linkLocal', 'uniqueLocal'];

/** Returns true for addresses of private networks and of this machine. */
export function isInternalAddress(address: string): boolean {
  return ipaddr.isValid(address) && INTERNAL_RANGES.includes(ipaddr.parse(address).range());
}

export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
}

/** Resolves all addresses of a name, like `lookup` of Node.js. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Where requests may go. Tests pass their own. */
export interface Network {
  /** Default: the system's resolver. */
  readonly resolve?: Resolve | undefined;
  /** Returns true for public addresses. Default: by the tables of IANA. */
  readonly isPublic?: ((address: string) => boolean) | undefined;
}

/**
 * Resolves a name for a connection. All of its addresses have to be allowed. The connection uses exactly these
 * addresses, so a later change of the name has no effect.
 *
 * @param resolve Default: the system's resolver.
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

export function literalAddress({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? undefined : bare;
}
