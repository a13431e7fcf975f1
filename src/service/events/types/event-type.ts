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

/** The same with members that only a server's configuration may set. */
export interface ScopeArguments extends EventArguments {
  /** Tools, by name. Absent: all. */
  readonly tools?: readonly string[];
  /** The data name the task's owner. Absent: no. */
  readonly tellOwner?: boolean;
}

/** Something that has happened, as every way of delivery shows it (SEP-3415 › Event Occurrences). */
export interface Occurrence {
  /** The same on every way and from every process. */
  readonly eventId: string;
  readonly name: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The position of a subscription: JSON that only its type reads. */
export type Position = Readonly<Record<string, unknown>>;

/** The owner of a subscription, and its filters. */
export interface EventScope {
  readonly owner: string;
  readonly arguments: ScopeArguments;
}

/** Reasons for a look: a task has closed, or an open task has changed. */
export type NewsKind = 'closed' | 'changed';

export interface ReadLimits {
  /** Occurrences at most. */
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
  /** The next position. It moves also without events. */
  readonly position: Position;
  /** There is another event already. */
  readonly hasMore: boolean;
  /** Some known events were not looked at yet. Absent: all were. */
  readonly isBehind?: boolean;
  /** Events may have been missed, since they are kept no longer. */
  readonly truncated: boolean;
  /** No event can follow: the one task of the subscription has ended. */
  readonly isOver: boolean;
}

/** A type of events. Reading takes no state of this process, so any process can go on where another has stopped. */
export interface EventType {
  readonly name: string;
  /** For people and models: its use, its filters, and the way to all data. */
  readonly description: string;
  readonly deliveries: readonly EventDelivery[];
  /** JSON Schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** JSON Schema of `data`. */
  readonly payloadSchema: Readonly<Record<string, unknown>>;
  /** The type is about one task, so `taskId` is required. */
  readonly isOfOneTask: boolean;
  /** When there may be more of it. */
  readonly news: NewsKind;
  /** The position of a subscription that begins now. */
  readonly start: (scope: EventScope) => Promise<Position>;
  /** @throws {TaskError} When the tasks cannot be read now. */
  readonly read: (
    scope: EventScope,
    position: Position,
    limits: ReadLimits,
  ) => Promise<EventReading>;
}
