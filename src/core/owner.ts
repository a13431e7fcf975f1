import type { Owner } from './tasks.js';

/** The owner of every task where nobody is authenticated. */
export const LOCAL_OWNER: Owner = 'local';

/** The texts in a JSON list of texts; `undefined` for any other text. */
function readList(text: string): readonly string[] | undefined {
  if (!text.startsWith('[')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const isList = Array.isArray(value) && value.every((part) => typeof part === 'string');
    return isList ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * What other systems call an owner. Of a token's bearer, that is the name without the issuer that gave it; a client that
 * acts for nobody has none, since it may be called what somebody is. An owner that was named in any other way is called so.
 */
export function toOwnerName(owner: Owner): string | undefined {
  const parts = readList(owner);
  if (!parts) return owner;
  const [first, second, ...names] = parts;
  if (first === 'own') return parts.length === 2 ? second : undefined;
  return second === 'user' && names.length === 1 ? names[0] : undefined;
}

/** What stands for an owner in the texts of a manifest. */
export function toOwnerText(owner: Owner): string {
  return toOwnerName(owner) ?? owner;
}
