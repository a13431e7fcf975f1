/** The encoding of encrypted payloads. It is the same as in Temporal's samples in every language. */
import type { Payload } from '@temporalio/common';

export const ENCRYPTED_ENCODING = 'binary/encrypted';
/** The member of the payload's metadata that names the key. */
export const KEY_ID_MEMBER = 'encryption-key-id';

function textOf(payload: Payload, name: string): string {
  return Buffer.from(payload.metadata?.[name] ?? []).toString();
}

/** Returns the ID of the key in a payload's metadata; `undefined` if the payload is not encrypted. */
export function findKeyId(payload: Payload): string | undefined {
  if (textOf(payload, 'encoding') !== ENCRYPTED_ENCODING) return undefined;
  return textOf(payload, KEY_ID_MEMBER);
}

const MAX_QUOTE_LENGTH = 128;

/** Quotes a key ID for messages. It is cut, since a payload in Temporal may contain any text as ID. */
export function quoteKeyId(id: string): string {
  return `codec key "${id.slice(0, MAX_QUOTE_LENGTH)}"`;
}
