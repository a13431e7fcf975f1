/** Pages for people, beside the endpoint of MCP: what a transport knows of them, and all that it knows. */
import type { Caller } from '../person/caller.js';
import type { Presented } from '../person/gate.js';

/** Where the inbox is in an application. */
export const INBOX_PATH = '/inbox';

/** Why a visit comes to nothing. */
export interface PageRefusal {
  /** Of HTTP. */
  readonly status: number;
  /** For people. Absent: the status says it all. */
  readonly message?: string;
  /** When to come back, in seconds. */
  readonly retryAfterS?: number;
}

/** What a transport has found out about a request for a page. */
export interface PageVisit {
  /** Who it is. Absent: nobody who has been let in. */
  readonly caller?: Caller | undefined;
  /** Why not, or why the request goes no further. Absent: nobody has shown anything, or all is well. */
  readonly refusal?: PageRefusal | undefined;
  /** The form that has come with it, as it was encoded. Absent: none. */
  readonly form?: string | undefined;
  /** Fires when nobody waits for the answer any more, or the visitor would not be let in again. */
  readonly gone: AbortSignal;
}

/** Pages of one application, in web-standard terms. */
export interface WebPages {
  /** They are there, and below. */
  readonly path: string;
  /** What a visitor shows of themselves: what a client would send as a header. Absent: nothing. */
  readonly present: (request: Request) => Promise<Presented | undefined>;
  /** Whether the answer to a path stands open: it counts as a stream. */
  readonly isStream: (pathname: string) => boolean;
  /** Answers whatever comes, also what was refused. */
  readonly answer: (request: Request, visit: PageVisit) => Promise<Response>;
  /** Ends the streams, so that browsers go on elsewhere. */
  readonly drain: () => void;
}
