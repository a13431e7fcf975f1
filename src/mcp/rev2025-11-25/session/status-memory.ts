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

interface LastStatus {
  /** As the session was last notified, or as its first stream found the task. Absent: no stream has shown the task. */
  readonly notified?: Notified | undefined;
  /** Of the newest state that the session knows, also from replies. */
  readonly lastUpdatedAt: string;
  readonly hasEnded: boolean;
  readonly createdAt: string;
  /** The stream that notifies the session. Readings of one stream come in order; those of two do not. */
  readonly notifier?: StatusStream | undefined;
}

/** The statuses of tasks as each session knows them. The data is local to this process. */
export class StatusMemory {
  readonly #statuses = growingCache<LastStatus>({ max: MAX_TASKS });

  /**
   * Returns true if the stream has to notify its session of a reading. Each session is notified over one stream at a
   * time. No notification is older than what the session knows, and none follows an end.
   */
  isNews(wire: WireTask, stream: StatusStream): boolean {
    const last = this.#find(wire, stream.session);
    if (last && !isOfStream(last, stream)) return false;
    if (last && isOver(wire, last)) {
      this.#keep(stream.session, wire, { ...last, notifier: stream });
      return false;
    }
    this.#keep(stream.session, wire, { ...toLast(wire), notified: wire, notifier: stream });
    return last?.notified !== undefined && !isSame(last.notified, wire);
  }

  /** The session has learned of a state in a reply. */
  replied(wire: WireTask, session: string): void {
    const last = this.#find(wire, session);
    if (last && isOlder(wire, last)) return;
    this.#keep(session, wire, { ...last, ...toLast(wire) });
  }

  /** Ends a stream. Another one of the session may continue. */
  leave(taskId: string, stream: StatusStream): void {
    const last = this.#statuses.get(toKey(taskId, stream.session));
    if (last?.notifier !== stream) return;
    this.#statuses.set(toKey(taskId, stream.session), { ...last, notifier: undefined });
  }

  /** A tool's own ID may name a later execution, of which the session knows nothing. */
  #find({ taskId, createdAt }: WireTask, session: string): LastStatus | undefined {
    const last = this.#statuses.get(toKey(taskId, session));
    return last?.createdAt === createdAt ? last : undefined;
  }

  #keep(session: string, { taskId }: WireTask, last: LastStatus): void {
    this.#statuses.set(toKey(taskId, session), last);
  }
}

function toKey(taskId: string, session: string): string {
  return `${taskId} ${session}`;
}

function toLast({ status, lastUpdatedAt, createdAt }: WireTask) {
  return { lastUpdatedAt, createdAt, hasEnded: isTerminal(status) };
}

function isOfStream({ notifier }: LastStatus, stream: StatusStream): boolean {
  return notifier === undefined || notifier === stream || (stream.isWaiting && !notifier.isWaiting);
}

function isSame(notified: Notified, wire: Notified): boolean {
  return notified.status === wire.status && notified.statusMessage === wire.statusMessage;
}

/** Returns true for a reading that the session is not notified of: it is an older one, or the end was told. */
function isOver(wire: WireTask, last: LastStatus): boolean {
  return isOlder(wire, last) || (last.notified !== undefined && isTerminal(last.notified.status));
}

/** Returns true for a reading that began before the session learned of a newer state. */
function isOlder(
  { status, lastUpdatedAt }: WireTask,
  last: Pick<LastStatus, 'lastUpdatedAt' | 'hasEnded'>,
): boolean {
  const isBefore = Date.parse(lastUpdatedAt) < Date.parse(last.lastUpdatedAt);
  return isBefore || (last.hasEnded && !isTerminal(status));
}
