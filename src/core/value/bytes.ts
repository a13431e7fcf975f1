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

/** Returns true for a text that clients decode as base64, also with line breaks. */
export function isBase64(text: string): boolean {
  try {
    atob(text);
    return true;
  } catch {
    return false;
  }
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Bytes for a Workflow. In JSON, which digests and sizes are of, they are base64. */
class Base64Bytes extends Uint8Array {
  toJSON(): string {
    return toBase64(this);
  }
}

/** `undefined` for a text that is not base64. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (!BASE64.test(text)) return undefined;
  try {
    return Base64Bytes.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    // A single character is left over.
    return undefined;
  }
}
