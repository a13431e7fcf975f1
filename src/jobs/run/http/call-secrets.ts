import { isRecord } from '../../../core/value/is-record.js';
import { JobCallError } from '../../contract/job-reply.js';

const MASK = '***';
/** A shorter secret may stand in a reply by chance. */
const MIN_LENGTH = 8;
/** Signs between the parts of a credential, such as its scheme and its token. */
const BETWEEN = /[\s,;:="']+/;

const HTML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The base64 of a text wherever it stands in an encoded one: letters that its neighbours share are left out. */
function inBase64(text: string): readonly string[] {
  return [0, 1, 2].map((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]);
    const end = bytes.length % 3 === 0 ? undefined : Math.floor((bytes.length * 4) / 3);
    return bytes.toString('base64').slice(shift === 0 ? 0 : shift + 1, end);
  });
}

/** A secret as services repeat it: in an address, a form, a page, and encoded. */
function spellingsOf(secret: string): readonly string[] {
  const base64 = Buffer.from(secret).toString('base64');
  return [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams([[secret, '']]).toString().slice(0, -1),
    secret.replaceAll(/[&<>"']/g, (sign) => HTML[sign] ?? sign),
    base64,
    base64.replace(/=+$/, ''),
    ...inBase64(secret),
  ];
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

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

  /** Masks a secret and its parts in all spellings, in any case. */
  add(secret: string): string {
    for (const part of [secret, ...secret.split(BETWEEN)]) {
      if (part.length < MIN_LENGTH) continue;
      for (const one of spellingsOf(part)) this.#used.add(one);
    }
    return secret;
  }

  /** A copy of a text or of parsed JSON in which the secrets are masked. */
  mask(text: string): string;
  mask(value: unknown): unknown;
  mask(value: unknown): unknown {
    if (typeof value === 'string') {
      if (this.#used.size === 0) return value;
      // Longer ones go first, since they may have others inside.
      const longestFirst = [...this.#used].sort((one, other) => other.length - one.length);
      return value.replaceAll(new RegExp(longestFirst.map(escape).join('|'), 'gi'), MASK);
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
