/** Forms are taken only from pages of the inbox, of the session and about the thing that they were made for (CSRF). */
import type { Sealer } from '../core/sealer.js';
import type { Owner } from '../core/tasks.js';

const PURPOSE = 'inbox form';
/** Longer than a session. */
const LIFETIME_MS = 12 * 60 * 60_000;

/** What a form is for, and whose it is. */
export interface FormUse {
  readonly session: string;
  readonly owner: Owner;
  /** What it does, and to what: the same form of something else is another one. */
  readonly about: string;
}

/**
 * Whether a page of this very origin has sent a request. Browsers say where a form comes from, and no page can have them say
 * anything else; what says nothing is no browser that people use.
 */
export function isOfOrigin({ headers }: Request, origin: string): boolean {
  const site = headers.get('sec-fetch-site');
  const named = headers.get('origin');
  if (site !== null && site !== 'same-origin') return false;
  return named === null ? site !== null : named === origin;
}

/** Makes and checks what forms carry. */
export class FormGuard {
  readonly #sealer: Sealer;

  constructor(sealer: Sealer) {
    this.#sealer = sealer;
  }

  /** What a form has to send back. */
  async seal(use: FormUse): Promise<string> {
    return this.#sealer.seal(PURPOSE, use, { lifetimeMs: LIFETIME_MS });
  }

  /** Whether it is what was made for this use. */
  async holds(text: string | null, { session, owner, about }: FormUse): Promise<boolean> {
    const use = text === null ? undefined : await this.#sealer.open(PURPOSE, text);
    return use?.['session'] === session && use['owner'] === owner && use['about'] === about;
  }
}
