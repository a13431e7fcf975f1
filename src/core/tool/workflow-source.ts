/** Where a Workflow that knows nothing of MCP shows what it does: what its author has put there for others. */
export type WorkflowSource =
  /** Needs a Worker. A limit in milliseconds keeps a reader from waiting for one. */
  | { readonly kind: 'query'; readonly name: string; readonly limitMs: number }
  /** What it has set for people to read in Temporal. Asked by a Query, too. */
  | { readonly kind: 'currentDetails'; readonly limitMs: number }
  /** Read with the execution, as is all that follows. */
  | { readonly kind: 'searchAttribute'; readonly name: string }
  | { readonly kind: 'memo'; readonly name: string }
  /** Of a pending Activity: the one detail of its last heartbeat, or a list of them. Absent: of any Activity Type. */
  | { readonly kind: 'heartbeat'; readonly activityType?: string };

/** What was found at a source. */
export interface SourceReading {
  /** Whether anything is known of it: a Query may have had no answer. */
  readonly isKnown: boolean;
  /** `undefined` where there is nothing. */
  readonly value?: unknown;
  /** After how many milliseconds it may be known better. Absent: when something happens to the execution. */
  readonly refreshMs?: number;
}
