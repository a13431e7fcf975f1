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
