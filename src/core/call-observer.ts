export interface TracedMessage {
  /** The trace of the message, as fields of W3C Trace Context. */
  readonly fields: Readonly<Record<string, string>>;
  /** Temporal has answered. `code` is a status code of gRPC; 0 is success. */
  readonly ended: (code: number) => void;
}

/** Observes calls to Temporal, and gives them the fields of their trace. */
export interface CallObserver {
  /** A message to a Workflow begins. Returns `undefined` if it belongs to no trace. */
  readonly trace: (operation: string) => TracedMessage | undefined;
  /** A call has ended, after all retries. `code` is a status code of gRPC; 0 is success. */
  readonly ended: (call: {
    readonly operation: string;
    readonly code: number;
    readonly seconds: number;
  }) => void;
}
