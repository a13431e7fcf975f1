const ID_LENGTH = 32;
const MARK_LENGTH = 10;

/**
 * Returns the ID of an occurrence, the same from every source: a hash of the task and of the occurrence's own data.
 * The hash has no key, so it survives a rotation of secrets. It reveals only facts that the event shows.
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

/** A short form of the event ID, for cursors. */
export function toMark(eventId: string): string {
  return eventId.slice('evt_'.length, 'evt_'.length + MARK_LENGTH);
}
