/** Claude Code warns of results of more than 10,000 tokens. In JSON or prose, that is about this number of bytes. */
export const LARGE_BYTES = 40_000;

/** Characters at a time, since a call takes no more arguments. */
const CHUNK = 8_192;

/** Bytes as converters of payloads give them. */
export function isBytes(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array;
}

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return btoa(text);
}

const DATA_URL = /^data:[^,]{0,1000};base64,/i;

/**
 * Returns base64 in the standard alphabet, as clients decode it: line breaks and missing padding stay. Base64url and
 * data URLs are written anew. `undefined` for other texts.
 */
export function toStandardBase64(text: string): string | undefined {
  const standard = text.replace(DATA_URL, '').replaceAll('-', '+').replaceAll('_', '/');
  try {
    atob(standard);
    return standard;
  } catch {
    return undefined;
  }
}

/** Bytes for a Workflow. In JSON, which digests and sizes are of, they are base64. */
class Base64Bytes extends Uint8Array {
  toJSON(): string {
    return toBase64(this);
  }
}

/** Reads base64, base64url and data URLs without line breaks. `undefined` for other texts, such as two words. */
export function fromBase64(text: string): Uint8Array | undefined {
  const standard = /\s/.test(text) ? undefined : toStandardBase64(text);
  if (standard === undefined) return undefined;
  return Base64Bytes.from(atob(standard), (letter) => letter.charCodeAt(0));
}
