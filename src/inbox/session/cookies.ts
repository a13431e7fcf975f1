/** The cookies of the inbox: sealed texts, which only this server can read and make. */

/** Browsers keep 4,096 bytes of a cookie, its name and attributes included. */
const MAX_VALUE_LENGTH = 3_500;
/** Node.js takes 16 KiB of headers in all. */
const MAX_PARTS = 3;

/** Attributes of cookies. */
export interface CookieOptions {
  /** Browsers send them over TLS only. */
  readonly isSecure: boolean;
  /** The path that they are sent to, if they are not for TLS only. */
  readonly path: string;
}

/** All values, by name. Duplicate names count as none: one of them is not ours. */
function readCookies(request: Request): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const twice = new Set<string>();
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const [name = '', ...value] = pair.trim().split('=');
    if (values.has(name)) twice.add(name);
    values.set(name, value.join('='));
  }
  for (const name of twice) values.delete(name);
  return values;
}

/** A value of the inbox in a browser, in as many cookies as it needs. */
export class SealedCookie {
  readonly #name: string;
  readonly #attributes: string;

  constructor(name: string, { isSecure, path }: CookieOptions) {
    // With this prefix, no other host can have set it.
    this.#name = isSecure ? `__Host-${name}` : name;
    const where = isSecure ? 'Path=/; Secure' : `Path=${path}`;
    this.#attributes = `${where}; HttpOnly; SameSite=Lax`;
  }

  /** The value that a request brings; `undefined`: none. */
  read(request: Request): string | undefined {
    const cookies = readCookies(request);
    const parts: string[] = [];
    for (let part = cookies.get(this.#part(0)); part !== undefined && parts.length < MAX_PARTS;) {
      parts.push(part);
      part = cookies.get(this.#part(parts.length));
    }
    return parts.length === 0 ? undefined : parts.join('');
  }

  /**
   * Values of `Set-Cookie` that set it; `undefined` if it is too long for browsers.
   *
   * @param maxAgeS Lifetime in browsers. Absent: until they are closed.
   */
  set(value: string, maxAgeS?: number): readonly string[] | undefined {
    const count = Math.ceil(value.length / MAX_VALUE_LENGTH);
    if (count > MAX_PARTS) return undefined;
    const age = maxAgeS === undefined ? '' : `; Max-Age=${Math.max(0, Math.floor(maxAgeS))}`;
    return Array.from({ length: MAX_PARTS }, (_none, index) => {
      const part = value.slice(index * MAX_VALUE_LENGTH, (index + 1) * MAX_VALUE_LENGTH);
      return index < count
        ? `${this.#part(index)}=${part}; ${this.#attributes}${age}`
        : this.#clearPart(index);
    });
  }

  clear(): readonly string[] {
    return Array.from({ length: MAX_PARTS }, (_none, index) => this.#clearPart(index));
  }

  #part(index: number): string {
    return index === 0 ? this.#name : `${this.#name}.${index}`;
  }

  #clearPart(index: number): string {
    return `${this.#part(index)}=; ${this.#attributes}; Max-Age=0`;
  }
}
