/** What there is to subscribe to: one object a type of events. */
import type { Owner } from '../../../core/task/tasks.js';

/** How events can reach a client (SEP-3415 › Listing). */
export const EventDelivery = { poll: 'poll', push: 'push', webhook: 'webhook' } as const;
export type EventDelivery = (typeof EventDelivery)[keyof typeof EventDelivery];

/** What narrows a subscription, as all types take it. Absent: all tasks of the owner. */
export interface EventArguments {
  readonly taskId?: string;
  readonly tool?: string;
  readonly status?: string;
}

/** The same with what a server's configuration may say besides, and no client. */
export interface ScopeArguments extends EventArguments {
  /** Tools, by name. Absent: all. */
  readonly tools?: readonly string[];
  /** Whether it is told whose task it is. Absent: no. */
  readonly tellOwner?: boolean;
}

/** Something that has happened, as every way of delivery shows it (SEP-3415 › Event Occurrences). */
export interface Occurrence {
  /** The same on whatever way it comes, from whichever process. */
  readonly eventId: string;
  readonly name: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** How far a subscription has come: JSON that nobody but its type reads. */
export type Position = Readonly<Record<string, unknown>>;

/** Whose subscription to what. */
export interface EventScope {
  readonly owner: Owner;
  readonly arguments: ScopeArguments;
}

/** What makes a look worth while: that something has closed, or that anything has happened to an open task. */
export type NewsKind = 'closed' | 'changed';

/** How much is read at once. */
export interface ReadLimits {
  /** Occurrences at most. */
  readonly limit: number;
  /** How old they may be, in milliseconds. Absent: as old as there are. */
  readonly maxAgeMs?: number | undefined;
}

/** An occurrence, and where whoever has it stands. */
export interface ReadOccurrence {
  readonly occurrence: Occurrence;
  readonly position: Position;
}

/** What was read. */
export interface EventReading {
  /** Oldest first. */
  readonly occurrences: readonly ReadOccurrence[];
  /** Where to go on. It moves also when nothing has happened. */
  readonly position: Position;
  /** Whether there is another one already. */
  readonly hasMore: boolean;
  /** Whether not all has been looked at that there is by now. Absent: all has. */
  readonly isBehind?: boolean;
  /** Whether some may have been missed, as they are kept no longer. */
  readonly truncated: boolean;
  /** Whether no more can ever come: the one task of the subscription has ended. */
  readonly isOver: boolean;
}

/** A type of events. Reading takes no state of this process, so any process can go on where another has stopped. */
export interface EventType {
  readonly name: string;
  /** For people and models: what it is good for, what narrows it, and how to get all of it. */
  readonly description: string;
  readonly deliveries: readonly EventDelivery[];
  /** JSON Schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** JSON Schema of `data`. */
  readonly payloadSchema: Readonly<Record<string, unknown>>;
  /** Whether it is of one task only, so that `taskId` has to be there. */
  readonly isOfOneTask: boolean;
  /** When there may be more of it. */
  readonly news: NewsKind;
  /** Where one that begins now stands. */
  readonly start: (scope: EventScope) => Promise<Position>;
  /** @throws {TaskError} When the tasks cannot be read now. */
  readonly read: (
    scope: EventScope,
    position: Position,
    limits: ReadLimits,
  ) => Promise<EventReading>;
}
