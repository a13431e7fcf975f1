/** Limits of requests, per principal or overall. Absent or `false`: no limit. */
export interface RequestLimits {
  readonly requestsPerMinute?: number | false | undefined;
  /** Limit of `tools/call`, which may start work. */
  readonly callsPerMinute?: number | false | undefined;
  /** Maximum number of simultaneously open answers: streams, waits and subscriptions. */
  readonly openRequests?: number | false | undefined;
  /** Open streams that wait for no answer: GET and `subscriptions/listen`. */
  readonly openStreams?: number | false | undefined;
  /** Maximum bytes of all bodies with open answers. Small bodies do not count. */
  readonly openBytes?: number | false | undefined;
}

/** Limits per principal. */
export interface PrincipalLimits extends RequestLimits {
  /** Maximum number of running tasks. Temporal counts them, so all processes and transports share the limit. */
  readonly openTasks?: number | false | undefined;
  /** Limit of `tasks/get` for one task. */
  readonly pollsPerMinute?: number | false | undefined;
}

/** Limits per network address, before authentication. */
export interface AddressLimits {
  /** Requests with an invalid token. */
  readonly failedTokensPerMinute?: number | false | undefined;
}

/** The limits of a server. Each process counts HTTP requests separately. */
export interface ServerLimits {
  readonly perPrincipal?: PrincipalLimits | undefined;
  readonly overall?: RequestLimits | undefined;
  readonly perAddress?: AddressLimits | undefined;
}

const MIB = 1024 * 1024;

/**
 * Default limits per principal, used when the manifest sets none. A host with dozens of tasks stays far below them.
 * They keep a single principal from overloading a process.
 */
export const PRINCIPAL_LIMITS: RequestLimits = {
  requestsPerMinute: 6_000,
  callsPerMinute: 600,
  openRequests: 500,
  openStreams: 100,
  openBytes: 64 * MIB,
};

/** Default limits of all callers together. They bound memory. */
export const OVERALL_LIMITS: RequestLimits = { openBytes: 256 * MIB };

/** Default limits per address. A host with an expired token makes only a few attempts. */
export const ADDRESS_LIMITS: AddressLimits = { failedTokensPerMinute: 60 };

const MINUTE_MS = 60_000;
/** Minimum limit. SDKs poll every second by default, and some clients twice a second. */
const LEAST_POLLS_PER_MINUTE = 120;
/** Clients may poll this many times faster than they are told to. */
const POLL_TOLERANCE = 4;

/**
 * Default polls of one task in a minute. Hosts that poll a few times too often still work.
 *
 * @param shortestMs The shortest interval that a client is told to keep.
 */
export function toPollsPerMinute(shortestMs: number): number {
  return Math.max(LEAST_POLLS_PER_MINUTE, Math.ceil((POLL_TOLERANCE * MINUTE_MS) / shortestMs));
}
