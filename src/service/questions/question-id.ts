import type { Sealer } from '../../core/sealer.js';
import { onlyString } from '../../core/value/only-string.js';

/**
 * The JSON-RPC ID of a request to a client: `mcp-input.<sealed address>`. The response carries it back, so any replica
 * can deliver the answer, even after a restart. No two IDs are equal, since sealing the same value twice gives two
 * texts.
 */
const PREFIX = 'mcp-input.';
const PURPOSE = 'input-request';

/** Kinds of requests to a client about a question. */
export const QuestionStep = {
  /** The question itself. */
  ask: 'ask',
  /** Sends the user to the question's page. The client's response is not the answer. */
  visit: 'visit',
  /** Requests the result of the client's task that answers the question. */
  fetch: 'fetch',
  /** The same for a task of another session of the client, or of another client of the owner. */
  fetchForeign: 'fetchForeign',
} as const;
export type QuestionStep = (typeof QuestionStep)[keyof typeof QuestionStep];

export interface QuestionAddress {
  readonly taskId: string;
  readonly key: string;
  /** The version of the question that was shown. Absent: unknown, since an older server has asked. */
  readonly version?: string | undefined;
  readonly owner: string;
  readonly step: QuestionStep;
  /** When the request was sent, in milliseconds since the epoch. Absent: unknown, since an older server has asked. */
  readonly askedAtMs?: number | undefined;
  /** The session of the stream on which the request was sent. */
  readonly session: string;
  /**
   * Time at which the call that asks is answered at the latest, in milliseconds since the epoch. Absent: no plain call
   * asks.
   */
  readonly callEndsAtMs?: number | undefined;
}

const STEPS: readonly unknown[] = Object.values(QuestionStep);

/** Returns true for a text in the form of a question ID. {@link openQuestionId} verifies it. */
export function isQuestionId(id: unknown): id is string {
  return typeof id === 'string' && id.startsWith(PREFIX);
}

/** Each call gives a different one. */
export async function sealQuestionId(sealer: Sealer, address: QuestionAddress): Promise<string> {
  return `${PREFIX}${await sealer.seal(PURPOSE, address)}`;
}

/** Opens an ID; `undefined` if it was forged or altered. */
export async function openQuestionId(
  sealer: Sealer,
  id: string,
): Promise<QuestionAddress | undefined> {
  const value = await sealer.open(PURPOSE, id.slice(PREFIX.length));
  const { taskId, key, version, owner, step, askedAtMs, session, callEndsAtMs } = value ?? {};
  return typeof taskId === 'string' &&
    typeof key === 'string' &&
    typeof owner === 'string' &&
    typeof session === 'string' &&
    STEPS.includes(step)
    ? {
        taskId,
        key,
        version: onlyString(version),
        owner,
        session,
        step: step as QuestionStep,
        askedAtMs: typeof askedAtMs === 'number' ? askedAtMs : undefined,
        callEndsAtMs: typeof callEndsAtMs === 'number' ? callEndsAtMs : undefined,
      }
    : undefined;
}
