/** The cookies of the inbox: sealed texts, which only this server can make and read. */
import { toDigest } from '../../core/value/json-digest.js';

/** Limit in characters: browsers keep 4,096 bytes of a cookie, with its name and attributes. */
const MAX_VALUE_LENGTH = 3_500;
/** Limit of cookies for one value: Node.js takes 16 KiB of headers in all. */
const MAX_PARTS = 3;

/** Characters of an inbox's hash in the names of its cookies. */
const HASH_LENGTH = 12;

interface CookieForm {
  readonly name: string;
  readonly attributes: string;
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

function toPart(name: string, index: number): string {
  return index === 0 ? name : `${name}.${index}`;
}

function clearPart({ name, attributes }: CookieForm, index: number): string {
  return `${toPart(name, index)}=; ${attributes}; Max-Age=0`;
}

/** A value of one inbox in a browser, stored in one or several cookies. */
export class SealedCookie {
  readonly #name: string;
  readonly #addressOf: (request: Request) => URL;

  /** @param addressOf Returns the URL of the inbox that a request visits. */
  constructor(name: string, addressOf: (request: Request) => URL) {
    this.#name = name;
    this.#addressOf = addressOf;
  }

  /** Reads the value from a request; `undefined` if there is none. */
  async read(request: Request): Promise<string | undefined> {
    const { name } = await this.#toForm(request);
    const cookies = readCookies(request);
    const parts: string[] = [];
    for (let part = cookies.get(name); part !== undefined && parts.length < MAX_PARTS;) {
      parts.push(part);
      part = cookies.get(toPart(name, parts.length));
    }
    return parts.length === 0 ? undefined : parts.join('');
  }

  /**
   * Returns values of `Set-Cookie` that set the value; `undefined` if it is too long for browsers.
   *
   * @param maxAgeS Lifetime in browsers. Absent: until they are closed.
   */
  async set(
    request: Request,
    value: string,
    maxAgeS?: number,
  ): Promise<readonly string[] | undefined> {
    const count = Math.ceil(value.length / MAX_VALUE_LENGTH);
    if (count > MAX_PARTS) return undefined;
    const form = await this.#toForm(request);
    const age = maxAgeS === undefined ? '' : `; Max-Age=${Math.max(0, Math.floor(maxAgeS))}`;
    return Array.from({ length: MAX_PARTS }, (_none, index) => {
      const part = value.slice(index * MAX_VALUE_LENGTH, (index + 1) * MAX_VALUE_LENGTH);
      return index < count
        ? `${toPart(form.name, index)}=${part}; ${form.attributes}${age}`
        : clearPart(form, index);
    });
  }

  /** Returns values of `Set-Cookie` that remove the value. */
  async clear(request: Request): Promise<readonly string[]> {
    const form = await this.#toForm(request);
    return Array.from({ length: MAX_PARTS }, (_none, index) => clearPart(form, index));
  }

  /** Browsers separate cookies neither by port nor reliably by path, so the URL of the inbox is in their names. */
  async #toForm(request: Request): Promise<CookieForm> {
    const { href, protocol, pathname } = this.#addressOf(request);
    const hash = await toDigest(href, HASH_LENGTH);
    const name = `${this.#name}-${hash}`;
    const rest = 'HttpOnly; SameSite=Lax';
    if (protocol !== 'https:') return { name, attributes: `Path=${pathname}; ${rest}` };
    // The prefix ensures that no other host has set the cookie.
    return { name: `__Host-${name}`, attributes: `Path=/; Secure; ${rest}` };
  }
}
