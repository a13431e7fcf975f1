/**
 * The link to one question on the page where people answer: `<URL of the inbox>/questions/<id>`. The link grants no
 * access: its reader signs in, and must be the owner or an approver.
 *
 * The ID never changes, so a status message with the link stays the same. It is base64url of the JSON list of task ID
 * and key, since Workflow IDs may contain characters that paths cannot.
 */
import { isInputKey } from '../contract/input-request.js';

const FOLDER = 'questions';
/** Enough for a Workflow ID of 1,000 bytes and a key, in JSON and base64url. */
const MAX_LENGTH = 3_000;

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

export function toQuestionLink(inboxUrl: string, question: LinkedQuestion): string {
  return `${inboxUrl.replace(/\/+$/, '')}/${FOLDER}/${toQuestionLinkId(question)}`;
}

export function parseQuestionLinkId(id: string): LinkedQuestion | undefined {
  if (id.length > MAX_LENGTH || !/^[A-Za-z0-9_-]+$/.test(id)) return undefined;
  try {
    const text = atob(id.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const list: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (!Array.isArray(list)) return undefined;
    const [taskId, key] = list as unknown[];
    if (typeof taskId !== 'string' || typeof key !== 'string' || !isInputKey(key)) return undefined;
    // Rejects other encodings, so that each question has exactly one link.
    return toQuestionLinkId({ taskId, key }) === id ? { taskId, key } : undefined;
  } catch {
    return undefined;
  }
}
