import { isRecord } from '../../../src/core/value/is-record.js';

import type { Revision, WireCheck } from './wire-check.js';

/** A message that breaks the published schemas. */
export interface WireProblem {
  readonly from: Side;
  readonly message: unknown;
  readonly problems: readonly string[];
}

export type Side = 'client' | 'server';

/** Checks the messages between clients and a server as they pass, and keeps the problems. */
export interface WireLog {
  /**
   * Opens a connection: a pipe, or one HTTP request with its response.
   *
   * @param revision The revision of messages that name none.
   */
  readonly openConnection: (revision: Revision) => WireConnection;
  /** Number of messages checked so far. */
  readonly count: () => number;
  readonly problems: () => readonly WireProblem[];
}

/** Takes the messages of one connection, in the order in which they pass. */
export type WireConnection = (from: Side, message: unknown) => void;

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

/** True for a message that names its revision, as only revisions without a handshake do. */
function isStateless(message: unknown): boolean {
  const params = isRecord(message) && isRecord(message['params']) ? message['params'] : {};
  return isRecord(params['_meta']) && VERSION_KEY in params['_meta'];
}

function isResponse(message: unknown): message is Record<string, unknown> {
  return isRecord(message) && !('method' in message);
}

interface Question {
  readonly request: unknown;
  readonly revision: Revision;
}

/**
 * @param sides The sides whose messages are checked. Messages of a client that breaks the protocol on purpose are only
 *   read, to match responses with requests.
 */
export function createWireLog(check: WireCheck, sides: readonly Side[]): WireLog {
  const problems: WireProblem[] = [];
  let count = 0;
  // A client answers the server's questions on separate connections.
  const asked = new Map<unknown, Question>();

  return {
    openConnection(revision) {
      const requested = new Map<unknown, Question>();
      return (from, message) => {
        const id = isRecord(message) ? message['id'] : undefined;
        const questions = from === 'client' ? requested : asked;
        const answered = (from === 'client' ? asked : requested).get(id);
        const own: Question = {
          request: message,
          revision: isStateless(message) ? '2026-07-28' : revision,
        };
        if (id !== undefined && !isResponse(message)) questions.set(id, own);
        if (!sides.includes(from)) return;

        const context = isResponse(message) && answered ? answered : undefined;
        count += 1;
        const found = check({
          message,
          revision: context?.revision ?? own.revision,
          ...(context && { request: context.request }),
        });
        if (found.length > 0) problems.push({ from, message, problems: found });
      };
    },
    count: () => count,
    problems: () => problems,
  };
}
