/** The load of one process on a namespace, whose limits all its processes and Workers share. */
export interface TemporalUse {
  /** Long polls at once, each for a task that is waited for. Default: 800, of the 1,200 that a service has for a namespace. */
  readonly longPolls?: number | undefined;
  /**
   * The most looks a second at tasks that are waited for beyond that, however many they are. It looks less often while
   * Temporal answers slowly. Default: 100, a small part of what a namespace takes (2,400 calls a second and host).
   */
  readonly looksPerSecond?: number | undefined;
  /** Visibility calls a second, for lists. Default: 8, below the service's default limit of 10 for a whole namespace. */
  readonly visibilityCallsPerSecond?: number | undefined;
}
