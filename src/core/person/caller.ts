import type { Askable } from '../question/askable.js';

import type { Claims } from './claims.js';

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

/** Who makes a request. The transport resolves it once, where the request comes in. */
export interface Caller {
  /** Names the authorization context that the caller's tasks belong to. */
  readonly owner: string;
  /** The verified claims. Absent: nothing is known, so a tool with `allow` is hidden from the caller. */
  readonly claims?: Claims | undefined;
  /** The claims that Workflows are told besides the name; never a credential. Absent: none. */
  readonly workflowClaims?: Claims | undefined;
}

/**
 * Names the caller of a request. It has to give the same owner for every request of one principal, also after a restart, on
 * every replica and in every generation.
 */
export type Identify = (origin: RequestOrigin) => Caller | Promise<Caller>;

/** A server process that serves one client and ends with it, as over stdio. */
export interface ServerProgram {
  /** Tells the processes of one machine apart. */
  readonly id: string;
  /** Returns true if a process with that ID has ended; false also where nothing is known of it. */
  readonly hasEnded: (id: string) => boolean;
}

/** The MCP client of a request, as its connection, its session and its capabilities show it. */
export interface ClientFacts {
  /** Tells the sessions of an owner apart. Absent where a revision has no sessions, or the client has none. */
  readonly session: string | undefined;
  /** The process that serves this client alone. Absent: the process serves other clients, too. */
  readonly program?: ServerProgram | undefined;
  readonly askable: Askable;
  /** The client's name for itself (`clientInfo.name`). */
  readonly clientName?: string | undefined;
  /** The client's version (`clientInfo.version`). */
  readonly clientVersion?: string | undefined;
  /** The client is known to use tasks, so it needs no tools to go on with one. */
  readonly usesTasks: boolean;
}
