/** Who has given an answer, and when: what a Workflow is told besides what was said. */
import { parsePrincipal, type Principal } from '../person/principal.js';
import type { Caller } from '../person/caller.js';
import { toPrincipal } from '../person/to-principal.js';
import { isInstant } from '../value/instant.js';

import type { InputResponse } from './input-request.js';

/** Of an answer. This server alone writes it: what a client writes there is taken out. */
export interface AnswerSource {
  /** Absent: nobody has answered (a client could not be asked), or the server does not say. */
  readonly answeredBy?: Principal;
  /** When this server has taken it, ISO 8601. */
  readonly answeredAt?: string;
}

/** An answer as a client has given it, without what it says of who it is. */
export function withoutSource(response: InputResponse): InputResponse {
  return Object.fromEntries(
    Object.entries(response).filter(([name]) => name !== 'answeredBy' && name !== 'answeredAt'),
  );
}

/** An answer with who has given it. */
export function withSource(response: InputResponse, by: Caller, at: string): InputResponse {
  return { ...response, answeredBy: toPrincipal(by), answeredAt: at };
}

/** Who has given an answer, as far as it says so. */
export function parseSource({ answeredBy, answeredAt }: InputResponse): AnswerSource {
  const principal = parsePrincipal(answeredBy);
  return {
    ...(principal && { answeredBy: principal }),
    ...(isInstant(answeredAt) && { answeredAt }),
  };
}
