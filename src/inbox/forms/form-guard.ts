/** Forms are taken only from pages of the inbox, of the session and about the thing that they were made for (CSRF). */
import type { Sealer } from '../../core/sealer.js';
import { isRecord } from '../../core/value/is-record.js';

const PURPOSE = 'inbox form';
/** Longer than a session. */
const LIFETIME_MS = 12 * 60 * 60_000;
/** The fields that a form names, as JSON, in characters. A form with more names none. */
const MAX_FIELDS_LENGTH = 8_000;

/** Purpose of a form, and its owner. */
export interface FormUse {
  readonly session: string;
  readonly owner: string;
  /** The action and its object: a form about another object does not count. */
  readonly about: string;
}

/** A field as a person has seen it, for when its question is gone. */
export interface SeenField {
  readonly id: string;
  readonly label: string;
  /** Labels of a choice's values. Absent: the field has no choices. */
  readonly choices?: Readonly<Record<string, string>>;
}

/** The fields of the page that a form was on, sealed into it. */
export interface SeenForm {
  readonly about: string;
  /** When the page was made, in milliseconds since the epoch. */
  readonly seenAtMs: number;
  readonly fields: readonly SeenField[];
}

/**
 * Returns true if a page of this origin has sent the request. Browsers name the origin of a form, and pages cannot
 * change that. A request without an origin does not come from a browser that people use.
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

  /** Makes the sealed text that a form sends back. @param fields The fields that the person sees. */
  async seal(use: FormUse, fields: readonly SeenField[] = []): Promise<string> {
    const isShort = JSON.stringify(fields).length <= MAX_FIELDS_LENGTH;
    const seen = { seenAtMs: Date.now(), fields: isShort ? fields : [] };
    return this.#sealer.seal(PURPOSE, { ...use, ...seen }, { lifetimeMs: LIFETIME_MS });
  }

  /** Returns true if the text was made for this use. */
  async holds(text: string | null, { about, ...of }: FormUse): Promise<boolean> {
    return (await this.open(text, of))?.about === about;
  }

  /** Opens the text of a form; `undefined` for a text of another session or owner, and for an invalid one. */
  async open(
    text: string | null,
    { session, owner }: Omit<FormUse, 'about'>,
  ): Promise<SeenForm | undefined> {
    const use = text === null ? undefined : await this.#sealer.open(PURPOSE, text);
    if (use?.['session'] !== session || use['owner'] !== owner) return undefined;
    const { about, seenAtMs, fields } = use;
    if (typeof about !== 'string') return undefined;
    return {
      about,
      seenAtMs: Number(seenAtMs),
      // It is this server that has sealed them.
      fields: Array.isArray(fields) ? (fields.filter(isRecord) as unknown as SeenField[]) : [],
    };
  }
}
