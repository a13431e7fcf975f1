import type { ClientFacts } from '../../../core/person/caller.js';
import { cutText } from '../../../core/value/cut-text.js';
import { growingCache } from '../growing-cache.js';
import type { Departure } from '../tool.js';

import { isSharedName } from './host-limits.js';
import { FIRST_MARK, formatWaitMark, type WaitMark } from './wait-mark.js';

/** Share of a wait that a client has left: the next one stays below it, since clocks and network delays differ. */
const MARGIN = 0.8;
/** A client that left a wait and still runs comes back within this time. Its model needs time to think. */
const RETURN_WITHIN_MS = 2 * 60_000;
/** Time for which a first limit holds. Then waits grow again, since a single departure may have had another reason. */
const FIRST_LIMIT_HOLDS_MS = 60 * 60_000;
/** The same for a limit that the client has shown again. */
const LIMIT_HOLDS_MS = 24 * 60 * 60_000;
const MAX_LIMITS = 10_000;
const MAX_SESSIONS = 10_000;
const MAX_TASKS = 10_000;
/** Maximum length of the name or version that a client gives itself. */
const MAX_NAME_LENGTH = 64;

export interface WaitingClient extends Pick<
  ClientFacts,
  'clientName' | 'clientVersion' | 'session'
> {
  readonly owner: string;
}

/** A wait for a task, as the client requests it. */
export interface AskedWait {
  readonly taskId: string;
  /** The mark that the client gave. Absent: the client gave none. */
  readonly mark: WaitMark | undefined;
  /** Time that a client with this mark has waited before, in milliseconds. */
  readonly provenMs: number;
  /** Minimum of learned limits, in milliseconds. */
  readonly shortestMs: number;
}

/** Facts at the start of a wait. */
export interface BegunWait {
  /** The mark that counts, with the answers that the client has missed. */
  readonly mark: WaitMark;
  readonly limitMs: number | undefined;
  readonly heldMs: number | undefined;
}

interface Limit {
  readonly limitMs: number;
  readonly times: number;
  readonly untilMs: number;
}

/** A client's last wait for a task. */
interface LastWait {
  /** The mark that the client gave, as text. Absent: the client gave none. */
  readonly asked: string | undefined;
  /** The mark that counted. */
  readonly mark: WaitMark;
  readonly session: string | undefined;
  readonly startedMs: number;
  /** End of the wait. Absent: the wait still runs, as far as the server knows. */
  readonly endedMs?: number;
  /** The mark in the answer. Absent: the client left before the answer. */
  readonly given?: WaitMark;
  /** Time that the client has waited if it received that answer, without the time before the wait. */
  readonly heldMs?: number;
}

interface Departed {
  readonly waitedMs: number;
  readonly atMs: number;
}

interface Shown {
  /** The task of the wait that has shown the limit. */
  readonly taskId: string;
  readonly shownMs: number;
  readonly shortestMs: number;
}

function toClientKey({ owner, clientName = '', clientVersion = '' }: WaitingClient): string {
  const facts = [clientName, clientVersion].map((fact) => cutText(fact, MAX_NAME_LENGTH));
  return JSON.stringify([owner, ...facts]);
}

function toLimitKeys(client: WaitingClient, taskId: string | undefined): readonly string[] {
  const key = toClientKey(client);
  if (!isSharedName(client.clientName)) return [key];
  const { session } = client;
  const ofSession = session === undefined ? [] : [`session ${session}`];
  return taskId === undefined ? ofSession : [...ofSession, `${key} ${taskId}`];
}

/**
 * Learns how long clients wait, from waits that they leave or wait out. A limit counts for all clients of one owner
 * with the same name and version. A completed wait counts for its session. Owners do not affect each other. Under a
 * name that many programs share, a limit counts for the session and the task only.
 *
 * - A cancellation that names a time-out shows a limit at once.
 * - A closed stream may mean that the client quits. It shows a limit if the client comes back, in its session or to
 *   the task.
 * - Some clients give up without a message. If a client repeats an old mark, it has missed the answer to that wait.
 *   Under a shared name, an equal call in the same session shows the same while the first call still waits.
 * - A person's cancellation and the end of a connection show no limit.
 *
 * All data is in memory, bounded, and local to this process. Callers pass times, in milliseconds.
 */
export class LearnedWaits {
  readonly #limits = growingCache<Limit>({ max: MAX_LIMITS });
  readonly #held = growingCache<number>({ max: MAX_SESSIONS });
  readonly #departed = growingCache<Departed>({ max: MAX_SESSIONS });
  readonly #last = growingCache<LastWait>({ max: MAX_TASKS });

  /**
   * Returns the times that a client has shown so far.
   *
   * @param taskId The task that the client waits for. Absent: limits of a single task are left out.
   */
  shownBy(
    client: WaitingClient,
    nowMs: number,
    taskId?: string,
  ): Pick<BegunWait, 'limitMs' | 'heldMs'> {
    const limits = toLimitKeys(client, taskId)
      .map((key) => this.#limits.get(key))
      .flatMap((limit) => (limit && nowMs < limit.untilMs ? [limit.limitMs] : []));
    const { session } = client;
    return {
      limitMs: limits.length > 0 ? Math.min(...limits) : undefined,
      heldMs: session === undefined ? undefined : this.#held.get(session),
    };
  }

  /** Records that a client begins to wait for a task. The new wait shows how the client's last wait ended. */
  begin(client: WaitingClient, wait: AskedWait, nowMs: number): BegunWait {
    const key = `${toClientKey(client)} ${wait.taskId}`;
    const last = this.#last.get(key);
    const isBack = last !== undefined && nowMs - (last.endedMs ?? nowMs) < RETURN_WITHIN_MS;
    const isMissed = isBack && this.#judge(client, { last, wait }, nowMs);
    this.#judgeSession(client, wait, nowMs);
    const asked = wait.mark && formatWaitMark(wait.mark);
    const { answers, doublings } =
      wait.mark ?? (isBack ? (last.given ?? last.mark) : undefined) ?? FIRST_MARK;
    const mark = isMissed
      ? { answers: Math.max(answers, last.mark.answers) + 1, doublings }
      : { answers, doublings };
    this.#last.set(key, { asked, mark, session: client.session, startedMs: nowMs });
    return { mark, ...this.shownBy(client, nowMs, wait.taskId) };
  }

  /** Records that a wait was answered with a mark while the task goes on. */
  answered(
    client: WaitingClient,
    {
      taskId,
      given,
      heldMs,
    }: { readonly taskId: string; readonly given: WaitMark; readonly heldMs: number },
    nowMs: number,
  ): void {
    const key = `${toClientKey(client)} ${taskId}`;
    const last = this.#last.get(key);
    if (last) this.#last.set(key, { ...last, endedMs: nowMs, given, heldMs });
  }

  ended(client: WaitingClient, taskId: string): void {
    this.#last.delete(`${toClientKey(client)} ${taskId}`);
  }

  left(
    client: WaitingClient,
    {
      taskId,
      departure,
      shortestMs,
    }: Pick<AskedWait, 'taskId' | 'shortestMs'> & {
      readonly departure: Departure;
    },
    nowMs: number,
  ): void {
    const key = `${toClientKey(client)} ${taskId}`;
    const last = this.#last.get(key);
    if (!last) return;
    const waitedMs = nowMs - last.startedMs;
    const isTimeOut = departure === 'timedOut' || departure === 'streamClosed';
    if (!isTimeOut || waitedMs < shortestMs) {
      this.#last.delete(key);
      return;
    }
    this.#last.set(key, { ...last, endedMs: nowMs });
    if (departure === 'timedOut') {
      this.#learn(client, { taskId, shownMs: waitedMs * MARGIN, shortestMs }, nowMs);
    } else if (client.session !== undefined) {
      this.#departed.set(client.session, { waitedMs, atMs: nowMs });
    }
  }

  /** @returns True if the client has missed the answer to its last wait for the task. */
  #judge(
    client: WaitingClient,
    { last, wait }: { readonly last: LastWait; readonly wait: AskedWait },
    nowMs: number,
  ): boolean {
    const { taskId, shortestMs, mark, provenMs } = wait;
    const { startedMs, endedMs = nowMs, given, heldMs = 0, asked } = last;
    const waitedMs = endedMs - startedMs;
    if (given === undefined && last.endedMs !== undefined) {
      this.#learn(client, { taskId, shownMs: waitedMs * MARGIN, shortestMs }, nowMs);
      return true;
    }
    if (mark === undefined) {
      const { session, clientName } = client;
      const isSame = session !== undefined && session === last.session && isSharedName(clientName);
      const isSilent = isSame && last.endedMs === undefined && waitedMs >= shortestMs;
      // The moment at which it gave up is unknown, since its model has needed time to think.
      if (isSilent) this.#learn(client, { taskId, shownMs: shortestMs, shortestMs }, nowMs);
      return isSilent;
    }
    const text = formatWaitMark(mark);
    if (given && text === formatWaitMark(given)) {
      const { session } = client;
      if (session !== undefined) {
        this.#held.set(session, Math.max(heldMs, this.#held.get(session) ?? 0));
      }
      return false;
    }
    if (text !== asked || waitedMs < shortestMs) return false;
    // The moment at which it gave up is unknown. Its mark proves a minimum.
    this.#learn(client, { taskId, shownMs: provenMs, shortestMs }, nowMs);
    return true;
  }

  #judgeSession(client: WaitingClient, { taskId, shortestMs }: AskedWait, nowMs: number): void {
    const { session } = client;
    const departed = session === undefined ? undefined : this.#departed.get(session);
    if (session === undefined || !departed) return;
    this.#departed.delete(session);
    if (nowMs - departed.atMs >= RETURN_WITHIN_MS) return;
    this.#learn(client, { taskId, shownMs: departed.waitedMs * MARGIN, shortestMs }, nowMs);
  }

  #learn(client: WaitingClient, { taskId, shownMs, shortestMs }: Shown, nowMs: number): void {
    for (const key of toLimitKeys(client, taskId)) {
      const known = this.#limits.get(key);
      const holds = known !== undefined && nowMs < known.untilMs;
      const limitMs = Math.max(shortestMs, holds ? Math.min(known.limitMs, shownMs) : shownMs);
      const times = holds ? known.times : (known?.times ?? 0) + 1;
      const untilMs = nowMs + (times > 1 ? LIMIT_HOLDS_MS : FIRST_LIMIT_HOLDS_MS);
      this.#limits.set(key, { limitMs, times, untilMs });
    }
    // The limit makes the held time of this session doubtful.
    if (client.session !== undefined) this.#held.delete(client.session);
  }
}
