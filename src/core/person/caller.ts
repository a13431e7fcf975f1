import type { Askable } from '../question/askable.js';

import type { Claims } from './claims.js';
import type { Owner } from './owner.js';

/** A verified token, as the bearer middleware of either MCP SDK puts it on a request. */
export interface AuthInfo {
  readonly token: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Seconds since the epoch. */
  readonly expiresAt?: number;
  readonly resource?: URL;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** What a transport knows of who sends a request. */
export interface RequestOrigin {
  /** Absent where the transport authenticates nobody. */
  readonly authInfo?: AuthInfo | undefined;
}

/** Who sends a request. Resolved once, where the request comes in. */
export interface Identity {
  readonly owner: Owner;
  /** What is known of the owner. Absent: nothing, so that tools which are for some only (`allow`) are not for it. */
  readonly claims?: Claims;
  /** What Workflows are told of the owner besides the name, by claim; never a credential. Absent: nothing. */
  readonly workflowClaims?: Claims | undefined;
}

/**
 * Tells whose tasks a request may see. It has to give the same owner for every request of one principal, also after a
 * restart, on every replica and in every generation.
 */
export type Identify = (origin: RequestOrigin) => Identity | Promise<Identity>;

/** A server process that serves one client and ends with it, as over stdio. */
export interface ServerProgram {
  /** Tells the processes of one machine apart. */
  readonly id: string;
  /** Returns true if a process with that ID has ended; false also where nothing is known of it. */
  readonly hasEnded: (id: string) => boolean;
}

/** Who makes a request, and what it said of itself: one value, handed down from where the request comes in. */
export interface Caller extends Identity {
  /** Tells the sessions of an owner apart. Absent where a revision has no sessions, or the client has none. */
  readonly session: string | undefined;
  /** The process that serves the client alone. Absent: it serves others, too. */
  readonly program?: ServerProgram | undefined;
  readonly askable: Askable;
  /** The name that the client gives itself (`clientInfo.name`). Absent where it gives none. */
  readonly clientName?: string | undefined;
  /** The version that it gives itself (`clientInfo.version`). Absent where it gives none. */
  readonly clientVersion?: string | undefined;
  /** Whether it is known to use tasks, so that it needs no tools to go on with one. */
  readonly usesTasks: boolean;
}
