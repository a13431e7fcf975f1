/** The load that one process may put on a namespace. All processes and Workers of the namespace share its limits. */
export interface TemporalUse {
  /**
   * Maximum number of simultaneous long polls, one for each awaited task. A refusal of Temporal ends a quarter of them
   * for ten minutes. Default: 500, of the 1,200 that Temporal allows a namespace.
   */
  readonly longPolls?: number | undefined;
  /**
   * Maximum number of reads a second for further awaited tasks. Default: 100, a small part of a namespace's limit
   * (2,400 calls a second and host).
   */
  readonly looksPerSecond?: number | undefined;
  /** Maximum number of visibility calls a second. Default: 4, of the 10 that Temporal allows a namespace. */
  readonly visibilityCallsPerSecond?: number | undefined;
}
