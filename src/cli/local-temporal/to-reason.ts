/**
 * Returns the reason of a failure as a phrase: the message of a thrown value. For `fetch failed`, it is the message of
 * the cause.
 *
 * It does not use `instanceof Error`, which is false for errors of another realm.
 */
export function toReason(thrown: unknown): string {
  const message = toMessage(thrown) ?? String(thrown);
  if (message !== 'fetch failed') return message;
  return toMessage((thrown as { readonly cause?: unknown }).cause) ?? message;
}

function toMessage(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('message' in thrown)) return undefined;
  return typeof thrown.message === 'string' && thrown.message !== '' ? thrown.message : undefined;
}
