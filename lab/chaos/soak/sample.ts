/** What a process holds at one moment, after its garbage has been collected. */
export interface Sample {
  /** In milliseconds since the epoch. */
  readonly atMs: number;
  readonly heapMb: number;
  readonly rssMb: number;
  /** What keeps its event loop alive: sockets, timers, files, and the like. */
  readonly handles: number;
  /** TCP connections, of clients and to Temporal. */
  readonly sockets: number;
  /** Listeners of all event targets, such as those for an abort. */
  readonly listeners: number;
  /** Warnings of Node so far, of too many listeners say. */
  readonly warnings: number;
}

/** What is judged of samples. */
export const MEASURES = ['heapMb', 'rssMb', 'handles', 'sockets', 'listeners', 'warnings'] as const;
export type Measure = (typeof MEASURES)[number];
