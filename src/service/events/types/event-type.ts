/** Types of events to subscribe to. */

/** Deliveries of events (SEP-3415 › Listing). */
export const EventDelivery = { poll: 'poll', push: 'push', webhook: 'webhook' } as const;
export type EventDelivery = (typeof EventDelivery)[keyof typeof EventDelivery];

/** Filters of a subscription. Absent: all tasks of the owner. */
export interface EventArguments {
  readonly taskId?: string;
  readonly tool?: string;
  readonly status?: string;
}

/** The same, with members that only the configuration may set. */
export interface ScopeArguments extends EventArguments {
  /** Tools, by name. Absent: all. */
  readonly tools?: readonly string[];
  /** Events name the task's owner. Absent: they do not. */
  readonly tellOwner?: boolean;
}

/** An event, the same for every delivery (SEP-3415 › Event Occurrences). */
export interface Occurrence {
  /** The same for every delivery and from every process. */
  readonly eventId: string;
  readonly name: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The position of a subscription, as JSON that only its event type reads. */
export type Position = Readonly<Record<string, unknown>>;

/** The owner of a subscription, and its filters. */
export interface EventScope {
  readonly owner: string;
  readonly arguments: ScopeArguments;
}

/** Causes for a new read: a task has closed, or an open task has changed. */
export type NewsKind = 'closed' | 'changed';

export interface ReadLimits {
  /** Maximum number of occurrences. */
  readonly limit: number;
  /** Maximum age, in milliseconds. Absent: any age. */
  readonly maxAgeMs?: number | undefined;
}

/** An occurrence, and the position after it. */
export interface ReadOccurrence {
  readonly occurrence: Occurrence;
  readonly position: Position;
}

export interface EventReading {
  /** Oldest first. */
  readonly occurrences: readonly ReadOccurrence[];
  /** The next position. It moves even without events. */
  readonly position: Position;
  /** At least one more event is ready. */
  readonly hasMore: boolean;
  /** Some known events are not read yet. Absent: all are read. */
  readonly isBehind?: boolean;
  /** Events may have been missed, since Temporal no longer keeps them. */
  readonly truncated: boolean;
  /** No event can follow, since the subscription's only task has ended. */
  readonly isOver: boolean;
}

/** A type of events. Reads use no state of this process, so another process can go on from any position. */
export interface EventType {
  readonly name: string;
  /** For people and models: its use, its filters, and the way to the full data. */
  readonly description: string;
  readonly deliveries: readonly EventDelivery[];
  /** JSON Schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** JSON Schema of `data`. */
  readonly payloadSchema: Readonly<Record<string, unknown>>;
  /** The event type is about one task, so `taskId` is required. */
  readonly isOfOneTask: boolean;
  /** The news after which a read may find events. */
  readonly news: NewsKind;
  /** The position of a subscription that begins now. */
  readonly start: (scope: EventScope) => Promise<Position>;
  /** @throws {TaskError} If the tasks cannot be read at the moment. */
  readonly read: (
    scope: EventScope,
    position: Position,
    limits: ReadLimits,
  ) => Promise<EventReading>;
}
