/** A process's resources at one moment, after garbage collection. */
export interface Sample {
  /** In milliseconds since the epoch. */
  readonly atMs: number;
  readonly heapMb: number;
  readonly rssMb: number;
  /** Resources that keep the event loop alive: sockets, timers, files and others. */
  readonly handles: number;
  /** TCP connections, of clients and to Temporal. */
  readonly sockets: number;
  /** Listeners of all event targets, for example of abort signals. */
  readonly listeners: number;
  /** Number of Node's warnings so far, for example about too many listeners. */
  readonly warnings: number;
}

/** The measures that {@link judgeGrowth} judges. */
export const MEASURES = ['heapMb', 'rssMb', 'handles', 'sockets', 'listeners', 'warnings'] as const;
export type Measure = (typeof MEASURES)[number];
