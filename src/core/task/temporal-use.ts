/** The load of one process on a namespace, whose limits all its processes and Workers share. */
export interface TemporalUse {
  /** Long polls at once, each for a task that is waited for. Default: 800, of the 1,200 that a service has for a namespace. */
  readonly longPolls?: number | undefined;
  /**
   * Maximum number of reads a second for further awaited tasks. Slow answers of Temporal reduce it. Default: 100, a
   * small part of a namespace's limit (2,400 calls a second and host).
   */
  readonly looksPerSecond?: number | undefined;
  /** Visibility calls a second, for lists. Default: 8, below the service's default limit of 10 for a whole namespace. */
  readonly visibilityCallsPerSecond?: number | undefined;
}
