/** Marks an encrypted payload, as Temporal's samples do in every language. */
import type { Payload } from '@temporalio/common';

export const ENCRYPTED_ENCODING = 'binary/encrypted';
/** The member of its metadata that names the key. */
export const KEY_ID_MEMBER = 'encryption-key-id';

function textOf(payload: Payload, name: string): string {
  return Buffer.from(payload.metadata?.[name] ?? []).toString();
}

/** The ID of the key that a payload is encrypted with, by its own account; `undefined` for one that is not. */
export function findKeyId(payload: Payload): string | undefined {
  if (textOf(payload, 'encoding') !== ENCRYPTED_ENCODING) return undefined;
  return textOf(payload, KEY_ID_MEMBER);
}

const MAX_QUOTE_LENGTH = 128;

/** A key as messages name it: it may be anything that stands in Temporal. */
export function quoteKeyId(id: string): string {
  return `codec key "${id.slice(0, MAX_QUOTE_LENGTH)}"`;
}
