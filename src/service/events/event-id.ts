const ID_LENGTH = 32;
const MARK_LENGTH = 10;

/**
 * What names an occurrence, wherever it comes from: a hash of the task and of what tells this occurrence from others of it.
 * Without a key, so that it stays the same when secrets are rotated; nobody learns from it what they do not know.
 */
export async function toEventId(
  type: string,
  taskId: string,
  ...discriminators: readonly (string | number)[]
): Promise<string> {
  const text = JSON.stringify([type, taskId, ...discriminators]);
  const digest = new Uint8Array(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)),
  );
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `evt_${hex.slice(0, ID_LENGTH)}`;
}

/** A short form of it, for cursors. */
export function toMark(eventId: string): string {
  return eventId.slice('evt_'.length, 'evt_'.length + MARK_LENGTH);
}
