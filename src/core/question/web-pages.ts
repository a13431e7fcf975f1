/** The interface of the pages for people to the transport. */
import type { Caller } from '../person/caller.js';
import type { Presented } from '../person/gate.js';

export const INBOX_PATH = '/inbox';

export interface PageRefusal {
  readonly status: number;
  /** Text for people. Absent: the status suffices. */
  readonly message?: string | undefined;
  readonly retryAfterS?: number | undefined;
}

export interface PageVisit {
  /** The authenticated caller. Absent: not admitted. */
  readonly caller?: Caller | undefined;
  /** The reason for a refusal. Absent: the request is valid, or has no credentials. */
  readonly refusal?: PageRefusal | undefined;
  /** The encoded form. Absent: no form. */
  readonly form?: string | undefined;
}

/** Pages of one application, in web-standard terms. */
export interface WebPages {
  /** Prefix of the paths of all pages. */
  readonly path: string;
  /** Returns a file that is the same for everybody; `undefined` if there is none. @param name Path below {@link path}. */
  readonly file: (name: string) => Promise<Response | undefined>;
  /** Returns true for the pages on which visitors sign in and out. */
  readonly isSignIn: (request: Request) => boolean;
  /** Reads a request's credentials, as a client would send them in a header. `undefined`: no credentials. */
  readonly present: (request: Request) => Promise<Presented | undefined>;
  /** Answers any request, including refused ones. */
  readonly answer: (request: Request, visit: PageVisit) => Promise<Response>;
}
