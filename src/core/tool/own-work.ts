/** Work that Workers of this package carry out for the tasks of a tool. Each kind adds what they need. */
export interface OwnWork {
  /** The kind of the tool: its key in the manifest. */
  readonly kind: string;
  /** Task Queue of its Activities. */
  readonly taskQueue: string;
  /** Activities that Temporal hands out in a minute, to all Workers of the Task Queue together. */
  readonly callsPerMinute: number;
}
