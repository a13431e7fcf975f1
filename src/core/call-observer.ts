/** Observes calls to Temporal, and gives them the fields of their trace. */
export interface CallObserver {
  /** The trace that a call belongs to, by the names of W3C Trace Context. `undefined`: none. */
  readonly traceFields: () => Readonly<Record<string, string>> | undefined;
  /** A call has ended, with its retries. `code` is a status code of gRPC; 0 is success. */
  readonly ended: (call: {
    readonly operation: string;
    readonly code: number;
    readonly seconds: number;
  }) => void;
}
