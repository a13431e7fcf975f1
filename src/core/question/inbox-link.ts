/**
 * The link to one question on the page where people answer: `<URL of the inbox>/questions/<id>`. It opens nothing by itself:
 * whoever follows it signs in, and has to be the owner of the task or one who may answer.
 *
 * The ID is the same at every reading, so that a status that names it does not change by itself: base64url of the JSON list of
 * task ID and key, since Workflow IDs may hold what paths cannot.
 */
import { isInputKey } from './input-request.js';

const FOLDER = 'questions';
/** Of a Workflow ID, of 1,000 bytes, and a key, with room for what JSON and base64url add. */
const MAX_LENGTH = 3_000;

/** Which question. */
export interface LinkedQuestion {
  readonly taskId: string;
  readonly key: string;
}

/** The last segment of the link. */
export function toQuestionLinkId({ taskId, key }: LinkedQuestion): string {
  const bytes = new TextEncoder().encode(JSON.stringify([taskId, key]));
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The link. */
export function toQuestionLink(inboxUrl: string, question: LinkedQuestion): string {
  return `${inboxUrl.replace(/\/+$/, '')}/${FOLDER}/${toQuestionLinkId(question)}`;
}

/** What the last segment of a link names; `undefined` for any text that is none. */
export function parseQuestionLinkId(id: string): LinkedQuestion | undefined {
  if (id.length > MAX_LENGTH || !/^[A-Za-z0-9_-]+$/.test(id)) return undefined;
  try {
    const text = atob(id.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const list: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (!Array.isArray(list)) return undefined;
    const [taskId, key] = list as unknown[];
    if (typeof taskId !== 'string' || typeof key !== 'string' || !isInputKey(key)) return undefined;
    // One question has one link.
    return toQuestionLinkId({ taskId, key }) === id ? { taskId, key } : undefined;
  } catch {
    return undefined;
  }
}
