/** The cookies of the inbox: sealed texts, which only this server can make and read. */

/** Limit in characters: browsers keep 4,096 bytes of a cookie, with its name and attributes. */
const MAX_VALUE_LENGTH = 3_500;
/** Limit of cookies for one value: Node.js takes 16 KiB of headers in all. */
const MAX_PARTS = 3;

/** Attributes of cookies. */
export interface CookieOptions {
  /** True if browsers send the cookies only over TLS. */
  readonly isSecure: boolean;
  /** The path for which browsers send the cookies, if `isSecure` is false. */
  readonly path: string;
}

/** Returns the values by name. Duplicate names are left out: another program has set one of them. */
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

/** A value of the inbox in a browser, stored in one or several cookies. */
export class SealedCookie {
  readonly #name: string;
  readonly #attributes: string;

  constructor(name: string, { isSecure, path }: CookieOptions) {
    // The prefix ensures that no other host has set the cookie.
    this.#name = isSecure ? `__Host-${name}` : name;
    const where = isSecure ? 'Path=/; Secure' : `Path=${path}`;
    this.#attributes = `${where}; HttpOnly; SameSite=Lax`;
  }

  /** Reads the value from a request; `undefined` if there is none. */
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
   * Returns values of `Set-Cookie` that set the value; `undefined` if it is too long for browsers.
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
