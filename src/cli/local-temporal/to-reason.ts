/**
 * Says why something failed, as a phrase: the message of a value that was thrown. Of `fetch failed`,
 * which says nothing, it is the cause's.
 *
 * It does not ask `instanceof Error`, which an error of another realm is not.
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
