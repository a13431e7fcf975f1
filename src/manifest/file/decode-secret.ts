const BASE64_PREFIX = 'base64:';
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/**
 * Returns the bytes of a secret. A setting gives them as text, or as `base64:` and their base64 or base64url.
 *
 * @param where The name of the secret for errors, which never quote the secret itself.
 * @throws {Error} When the text after `base64:` is no base64.
 */
export function decodeSecret(where: string, text: string): Uint8Array {
  const encoded = text.startsWith(BASE64_PREFIX) ? text.slice(BASE64_PREFIX.length) : undefined;
  if (encoded === undefined) return Buffer.from(text);
  if (BASE64.test(encoded)) return Buffer.from(encoded, 'base64');
  throw new Error(`${where} starts with "${BASE64_PREFIX}", but what follows is no base64.`);
}
