/** A visitor's last answers in a browser. They are in a sealed cookie, so that every process can read them. */
import type { Caller } from '../../core/person/caller.js';
import type { Sealer } from '../../core/sealer.js';
import { cutText } from '../../core/value/cut-text.js';
import { isRecord } from '../../core/value/is-record.js';

import type { SealedCookie } from './cookies.js';

const PURPOSE = 'inbox answered';
const LIFETIME_MS = 30 * 24 * 60 * 60_000;
/** Number of kept answers, the newest. To show one takes some calls to Temporal. */
const MAX_ANSWERS = 10;
/** Limit in characters. This cookie and that of the session have to fit into 16 KiB of headers. */
const MAX_SEALED_LENGTH = 3_400;
const MAX_TEXT_LENGTH = 80;

/** A given answer. As far as the server knows, it was the first one. */
export interface GivenAnswer {
  readonly taskId: string;
  readonly key: string;
  /** The text of the question, cut to one short line. */
  readonly text: string;
  /** The button that was pressed. */
  readonly word: string;
  /** When the question was seen, in milliseconds since the epoch. */
  readonly seenAtMs: number;
  /** When it was answered, in milliseconds since the epoch. */
  readonly atMs: number;
}

/** A caller, with the request that brings the cookies. */
interface CookieSource {
  readonly caller: Caller;
  readonly cookies: Request;
}

function isAnswer(value: unknown): value is GivenAnswer {
  return isRecord(value) && typeof value['taskId'] === 'string' && typeof value['key'] === 'string';
}

/** Reads and writes the last answers. The cookie of another person who used this browser before is ignored. */
export class AnsweredCookie {
  readonly #sealer: Sealer;
  readonly #cookie: SealedCookie;

  constructor(sealer: Sealer, cookie: SealedCookie) {
    this.#sealer = sealer;
    this.#cookie = cookie;
  }

  /** Returns the answers, the newest first. */
  async read({ caller, cookies }: CookieSource): Promise<GivenAnswer[]> {
    const text = this.#cookie.read(cookies);
    const opened = text === undefined ? undefined : await this.#sealer.open(PURPOSE, text);
    const { owner, answers } = opened ?? {};
    return owner === caller.owner && Array.isArray(answers) ? answers.filter(isAnswer) : [];
  }

  /** Adds an answer. @returns Values of `Set-Cookie`. */
  async add(source: CookieSource, answer: GivenAnswer): Promise<readonly string[]> {
    const { owner } = source.caller;
    const own = { ...answer, text: cutText(answer.text, MAX_TEXT_LENGTH) };
    const answers = [own, ...(await this.read(source))].slice(0, MAX_ANSWERS);
    for (; answers.length > 0; answers.pop()) {
      const options = { lifetimeMs: LIFETIME_MS };
      const sealed = await this.#sealer.seal(PURPOSE, { owner, answers }, options);
      if (sealed.length > MAX_SEALED_LENGTH) continue;
      return this.#cookie.set(sealed, LIFETIME_MS / 1000) ?? [];
    }
    return [];
  }
}
