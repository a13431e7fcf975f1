/** How much is taken from somebody, or from everybody together. What is absent or false is not limited. */
export interface RequestLimits {
  readonly requestsPerMinute?: number | false | undefined;
  /** `tools/call` alone: what may start work. */
  readonly callsPerMinute?: number | false | undefined;
  /** Answers that are open at the same time: streams, waits and subscriptions. */
  readonly openRequests?: number | false | undefined;
  /** Of these, the streams that wait for no answer: a GET, `subscriptions/listen` and `events/stream`. */
  readonly openStreams?: number | false | undefined;
  /** Bytes of all bodies whose answers are open, but for small ones. */
  readonly openBytes?: number | false | undefined;
}

/** How much is taken from one principal. */
export interface PrincipalLimits extends RequestLimits {
  /** Tasks whose work goes on. Counted by Temporal, hence over all processes and every transport. */
  readonly openTasks?: number | false | undefined;
  /** `tasks/get` of one task. */
  readonly pollsPerMinute?: number | false | undefined;
}

/** How much is taken from one address of the network, before anything is known of who sends it. */
export interface AddressLimits {
  /** Tokens that do not hold. */
  readonly failedTokensPerMinute?: number | false | undefined;
}

/** The limits of a server. What HTTP counts, each process counts for itself. */
export interface ServerLimits {
  readonly perPrincipal?: PrincipalLimits | undefined;
  readonly overall?: RequestLimits | undefined;
  readonly perAddress?: AddressLimits | undefined;
}

const MIB = 1024 * 1024;

/**
 * What each principal may do where tokens tell them apart, and nobody says otherwise: far more than a host with dozens of
 * tasks needs, and little enough that none of them keeps a process busy.
 */
export const PRINCIPAL_LIMITS: RequestLimits = {
  requestsPerMinute: 6_000,
  callsPerMinute: 600,
  openRequests: 500,
  openStreams: 100,
  openBytes: 64 * MIB,
};

/** What all may do together where nobody says otherwise: memory is bounded whoever sends. */
export const OVERALL_LIMITS: RequestLimits = { openBytes: 256 * MIB };

/** Nobody has a reason to present so many tokens that do not hold; a host with an expired one tries a few times. */
export const ADDRESS_LIMITS: AddressLimits = { failedTokensPerMinute: 60 };

const MINUTE_MS = 60_000;
/** A client that polls by a clock of its own: the SDKs' is a second where they are told nothing, and some have half of that. */
const LEAST_POLLS_PER_MINUTE = 120;
/** So many times faster than they are told to may clients poll. */
const POLL_TOLERANCE = 4;

/**
 * How often a minute one task may be polled where nobody says otherwise, so that no host breaks that polls a few times faster
 * than it is told.
 *
 * @param shortestMs The shortest interval that a client is told to keep.
 */
export function toPollsPerMinute(shortestMs: number): number {
  return Math.max(LEAST_POLLS_PER_MINUTE, Math.ceil((POLL_TOLERANCE * MINUTE_MS) / shortestMs));
}
