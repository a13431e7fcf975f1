/** What one task does, besides being looked at. */
export interface TaskProfile {
  readonly activities: number;
  readonly timers: number;
  /** Status and progress that its Workflow publishes; those of a question come on top. */
  readonly memoUpdates: number;
  /** Questions that are asked and answered: two memo updates and a Signal each. */
  readonly questions: number;
  /** Heartbeats of Activities that reach the service. */
  readonly heartbeats: number;
}

/** What a deployment has to hold. All rates are means; nothing here knows of rush hours. */
export interface Workload {
  readonly openTasks: number;
  /** Everybody who has tasks, or asks for theirs. */
  readonly owners: number;
  /** How long a task is open: the mean of an exponential distribution. */
  readonly lifetimeSeconds: number;
  /** The part of the open tasks at which one client looks as often as it is told to. */
  readonly polledShare: number;
  /** The part of the open tasks for which somebody waits: `tasks/result`, a plain call, a stream. */
  readonly waitedShare: number;
  /** `pollInterval` of the tools: the shortest time between two looks. */
  readonly pollIntervalMs: number;
  /** Lists that an owner asks for. */
  readonly listsPerOwnerPerDay: number;
  /** Whether `server.limits.perPrincipal.openTasks` is set: a visibility call a start. */
  readonly limitsOpenTasks: boolean;
  /** Memory that a replica may use. */
  readonly replicaMemoryMib: number;
  readonly profile: TaskProfile;
}

export const DEFAULT_PROFILE: TaskProfile = {
  activities: 3,
  timers: 1,
  memoUpdates: 2,
  questions: 1,
  heartbeats: 0,
};

/** Assumptions: nobody has measured how people will use this. */
export const DEFAULT_WORKLOAD: Workload = {
  openTasks: 10_000,
  owners: 1_000,
  lifetimeSeconds: 3_600,
  polledShare: 0.5,
  waitedShare: 0.05,
  pollIntervalMs: 2_000,
  listsPerOwnerPerDay: 1,
  limitsOpenTasks: false,
  replicaMemoryMib: 1_024,
  profile: DEFAULT_PROFILE,
};

/** Starts a second, which are as many as ends: the number of open tasks stays the same. */
export function toStartsPerSecond({ openTasks, lifetimeSeconds }: Workload): number {
  return openTasks / lifetimeSeconds;
}
