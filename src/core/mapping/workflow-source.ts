/** The place where a Workflow without MCP shows its state: its author's own Queries, memo or attributes. */
export type WorkflowSource =
  /** Needs a Worker. A limit in milliseconds keeps a reader from waiting for one. */
  | { readonly kind: 'query'; readonly name: string; readonly limitMs: number }
  /** The Workflow's current details, which Temporal's Web UI shows. Read by a Query, too. */
  | { readonly kind: 'currentDetails'; readonly limitMs: number }
  /** Read with the execution, as is all that follows. */
  | { readonly kind: 'searchAttribute'; readonly name: string }
  | { readonly kind: 'memo'; readonly name: string }
  /** A pending Activity's last heartbeat: its one detail, or the list of them. Absent: of any Activity Type. */
  | { readonly kind: 'heartbeat'; readonly activityType?: string | undefined };

export interface SourceReading {
  /** The source has answered; a Query may have had no answer. */
  readonly isKnown: boolean;
  readonly value?: unknown;
  /** Says which value cannot be read, why, and what to do. Absent: there is none, or it was read. */
  readonly unreadable?: string | undefined;
  /** Time until a newer value is possible, in milliseconds. Absent: it changes with events of the execution only. */
  readonly refreshMs?: number | undefined;
}
