/**
 * Protection against CSRF: the inbox takes a form only from its own page, in the same session and for the same object.
 */
import type { Sealer } from '../../core/sealer.js';
import { isRecord } from '../../core/value/is-record.js';

const PURPOSE = 'inbox form';
/** Lifetime of a form in milliseconds, longer than that of a session. */
const LIFETIME_MS = 12 * 60 * 60_000;
/** Limit for the fields in the sealed text, as JSON, in characters. Above the limit, the text contains no fields. */
const MAX_FIELDS_LENGTH = 8_000;

/** Purpose of a form, and its owner. */
export interface FormUse {
  readonly session: string;
  readonly owner: string;
  /** The action and its object. A form about another object is refused. */
  readonly about: string;
}

/** A field as the person has seen it. Pages use it after the question was closed. */
export interface SeenField {
  readonly id: string;
  readonly label: string;
  /** Labels of a choice's values. Absent: the field has no choices. */
  readonly choices?: Readonly<Record<string, string>> | undefined;
}

/** The content of a form's sealed text. */
export interface SeenForm {
  readonly about: string;
  /** When the page was made, in milliseconds since the epoch. */
  readonly seenAtMs: number;
  readonly fields: readonly SeenField[];
}

/**
 * Returns true if a page of this origin has sent the request. Browsers name the origin of a form, and pages cannot
 * change that. Browsers in use always send one of these headers.
 */
export function isOfOrigin({ headers }: Request, origin: string): boolean {
  const site = headers.get('sec-fetch-site');
  const named = headers.get('origin');
  if (site !== null && site !== 'same-origin') return false;
  return named === null ? site !== null : named === origin;
}

/** Makes and checks the sealed texts of forms. */
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

  /** Returns true if the text was sealed for this use. */
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
      // The fields come from this server, which has sealed them, so their shape needs no check.
      fields: Array.isArray(fields) ? (fields.filter(isRecord) as unknown as SeenField[]) : [],
    };
  }
}
