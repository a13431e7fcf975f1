import { isRecord } from '../../../core/value/is-record.js';
import { JobCallError } from '../../contract/job-reply.js';

const MASK = '***';
/** A shorter secret may stand in a reply by chance. */
const MIN_LENGTH = 8;
/** Signs between the parts of a credential, such as its scheme and its token. */
const BETWEEN = /[\s,;:="']+/;

/** The secrets of one call. They are read anew, since their files may change, and are taken out of what comes back. */
export class CallSecrets {
  readonly #readVariable: (name: string) => string | undefined;
  readonly #used = new Set<string>();

  constructor(readVariable: (name: string) => string | undefined) {
    this.#readVariable = readVariable;
  }

  /** Reads a variable that isn't a secret by itself, such as the name of a user. */
  readPlain(name: string): string {
    const value = this.#find(name);
    if (value !== undefined) return value;
    const message = `The Worker has no variable ${name}, nor ${name}_FILE, for the credentials of this job.`;
    throw new JobCallError('unequipped', message);
  }

  read(name: string): string {
    return this.add(this.readPlain(name));
  }

  readOptional(name: string): string | undefined {
    const secret = this.#find(name);
    return secret === undefined ? undefined : this.add(secret);
  }

  #find(name: string): string | undefined {
    try {
      return this.#readVariable(name);
    } catch {
      // A file may be missing for a moment, while it is replaced.
      const message = `The Worker cannot read the variable ${name}, or the file that ${name}_FILE names.`;
      throw new JobCallError('unsent', message);
    }
  }

  /** Masks a secret and its parts, also as they stand in addresses and forms, and in base64. */
  add(secret: string): string {
    for (const part of [secret, ...secret.split(BETWEEN)]) {
      if (part.length < MIN_LENGTH) continue;
      const inForm = new URLSearchParams([[part, '']]).toString().slice(0, -1);
      const inBase64 = Buffer.from(part).toString('base64');
      const all = [part, encodeURIComponent(part), inForm, inBase64, inBase64.replace(/=+$/, '')];
      for (const one of all) this.#used.add(one);
    }
    return secret;
  }

  /** A copy of a text or of parsed JSON in which the secrets are masked. */
  mask(text: string): string;
  mask(value: unknown): unknown;
  mask(value: unknown): unknown {
    if (typeof value === 'string') {
      // Longer ones go first, since they may have others inside.
      return [...this.#used]
        .sort((one, other) => other.length - one.length)
        .reduce((text, secret) => text.replaceAll(secret, MASK), value);
    }
    if (typeof value === 'number' || typeof value === 'bigint') {
      return this.#used.has(String(value)) ? MASK : value;
    }
    if (Array.isArray(value)) return value.map((member) => this.mask(member));
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [this.mask(name), this.mask(member)]),
    );
  }
}
