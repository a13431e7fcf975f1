const BASE64_PREFIX = 'base64:';
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/**
 * The bytes of a secret as a setting gives it: the text itself, or `base64:` and the base64 or base64url of them.
 *
 * @param where What to call it in an error, which never quotes it.
 * @throws {Error} When it is no base64 where it says so.
 */
export function decodeSecret(where: string, text: string): Uint8Array {
  const encoded = text.startsWith(BASE64_PREFIX) ? text.slice(BASE64_PREFIX.length) : undefined;
  if (encoded === undefined) return Buffer.from(text);
  if (BASE64.test(encoded)) return Buffer.from(encoded, 'base64');
  throw new Error(`${where} starts with "${BASE64_PREFIX}", but what follows is no base64.`);
}
