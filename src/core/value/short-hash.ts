const LENGTH = 32;

/** Returns the first 128 bits of the SHA-256 of a JSON value, in hex. */
export async function shortHash(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.slice(0, LENGTH);
}
