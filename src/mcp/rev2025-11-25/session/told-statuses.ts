import { isTerminal } from '../../../core/task/task-status.js';
import { growingCache } from '../../../service/calls/call/growing-cache.js';
import type { WireTask } from '../wire/to-wire.js';

const MAX_TASKS = 10_000;

/** A stream that shows the statuses of a task. */
export interface StatusStream {
  readonly session: string;
  /** The client waits on this stream for the task, so the stream reads it more often. */
  readonly isWaiting: boolean;
}

type Notified = Pick<WireTask, 'status' | 'statusMessage'>;

interface ToldStatus {
  /** As the session was last notified, or as its first stream found the task. Absent: no stream has shown the task. */
  readonly notified?: Notified | undefined;
  /** Of the newest state that the session knows, also from replies. */
  readonly lastUpdatedAt: string;
  readonly hasEnded: boolean;
  readonly createdAt: string;
  /** The stream that tells the session. Readings of one stream come in order; those of two do not. */
  readonly teller?: StatusStream | undefined;
}

/** The statuses of tasks as each session knows them. The data is local to this process. */
export class ToldStatuses {
  readonly #told = growingCache<ToldStatus>({ max: MAX_TASKS });

  /**
   * Returns true if the stream has to notify its session of a reading. Each session is notified over one stream at a
   * time. No notification is older than what the session knows, and none follows an end.
   */
  isNews(wire: WireTask, stream: StatusStream): boolean {
    const known = this.#find(wire, stream.session);
    if (known && !isOfStream(known, stream)) return false;
    if (known && isOver(wire, known)) {
      this.#keep(stream.session, wire, { ...known, teller: stream });
      return false;
    }
    this.#keep(stream.session, wire, { ...toKnown(wire), notified: wire, teller: stream });
    return known?.notified !== undefined && !isSame(known.notified, wire);
  }

  /** The session has learned of a state in a reply. */
  replied(wire: WireTask, session: string): void {
    const known = this.#find(wire, session);
    if (known && isOlder(wire, known)) return;
    this.#keep(session, wire, { ...known, ...toKnown(wire) });
  }

  /** Ends a stream. Another one of the session may continue. */
  leave(taskId: string, stream: StatusStream): void {
    const known = this.#told.get(toKey(taskId, stream.session));
    if (known?.teller !== stream) return;
    this.#told.set(toKey(taskId, stream.session), { ...known, teller: undefined });
  }

  /** A tool's own ID may name a later execution, of which the session knows nothing. */
  #find({ taskId, createdAt }: WireTask, session: string): ToldStatus | undefined {
    const known = this.#told.get(toKey(taskId, session));
    return known?.createdAt === createdAt ? known : undefined;
  }

  #keep(session: string, { taskId }: WireTask, known: ToldStatus): void {
    this.#told.set(toKey(taskId, session), known);
  }
}

function toKey(taskId: string, session: string): string {
  return `${taskId} ${session}`;
}

function toKnown({ status, lastUpdatedAt, createdAt }: WireTask) {
  return { lastUpdatedAt, createdAt, hasEnded: isTerminal(status) };
}

function isOfStream({ teller }: ToldStatus, stream: StatusStream): boolean {
  return teller === undefined || teller === stream || (stream.isWaiting && !teller.isWaiting);
}

function isSame(one: Notified, other: Notified): boolean {
  return one.status === other.status && one.statusMessage === other.statusMessage;
}

/** Returns true for a reading that the session is not notified of: it is an older one, or the end was told. */
function isOver(wire: WireTask, known: ToldStatus): boolean {
  return (
    isOlder(wire, known) || (known.notified !== undefined && isTerminal(known.notified.status))
  );
}

/** Returns true for a reading that began before the session learned of a newer state. */
function isOlder(
  { status, lastUpdatedAt }: WireTask,
  known: Pick<ToldStatus, 'lastUpdatedAt' | 'hasEnded'>,
): boolean {
  const isBefore = Date.parse(lastUpdatedAt) < Date.parse(known.lastUpdatedAt);
  return isBefore || (known.hasEnded && !isTerminal(status));
}
