import type { Sealer } from '../../core/sealer.js';

/**
 * The JSON-RPC ID of a request to a client: `mcp-input.<sealed address>`. The response carries it back, so any replica
 * knows where the answer belongs, after any restart; and no two are ever the same, because sealing the same value
 * twice gives two texts.
 */
const PREFIX = 'mcp-input.';
const PURPOSE = 'input-request';

/** Kinds of requests to a client about a question. */
export const QuestionStep = {
  /** The question itself. */
  ask: 'ask',
  /** The question, on a stream that waits for no task. A client that does not know the task cannot refuse it. */
  offer: 'offer',
  /** Sends the person to the page of the answer. The client's response decides nothing. */
  visit: 'visit',
  /** The result of the task that the client has made of it. */
  fetch: 'fetch',
  /** The same, of a task that was made in another of the client's sessions, or by another client of the owner. */
  fetchForeign: 'fetchForeign',
  /** Cancels that task. The client's response does not matter. */
  cancel: 'cancel',
} as const;
export type QuestionStep = (typeof QuestionStep)[keyof typeof QuestionStep];

/** The address of a response: question, task, and kind of request. */
export interface QuestionAddress {
  readonly taskId: string;
  readonly key: string;
  readonly owner: string;
  readonly step: QuestionStep;
  /** The client's session on whose stream the request went out. */
  readonly session: string;
}

const STEPS: readonly unknown[] = Object.values(QuestionStep);

/** Returns true if an ID has the form of these. {@link openQuestionId} verifies it. */
export function isQuestionId(id: unknown): id is string {
  return typeof id === 'string' && id.startsWith(PREFIX);
}

/** A new ID for a question: another one each time. */
export async function sealQuestionId(sealer: Sealer, address: QuestionAddress): Promise<string> {
  return `${PREFIX}${await sealer.seal(PURPOSE, address)}`;
}

/** The address in an ID, or `undefined` when the ID was forged or altered. */
export async function openQuestionId(
  sealer: Sealer,
  id: string,
): Promise<QuestionAddress | undefined> {
  const value = await sealer.open(PURPOSE, id.slice(PREFIX.length));
  const { taskId, key, owner, step, session } = value ?? {};
  return typeof taskId === 'string' &&
    typeof key === 'string' &&
    typeof owner === 'string' &&
    typeof session === 'string' &&
    STEPS.includes(step)
    ? { taskId, key, owner, session, step: step as QuestionStep }
    : undefined;
}
