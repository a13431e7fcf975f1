import type { InputResponse } from '../contract/input-request.js';
import type { Caller } from '../person/caller.js';
import { parsePrincipal, type Principal } from '../person/principal.js';
import { toPrincipal } from '../person/to-principal.js';
import { onlyInstant } from '../value/instant.js';

/** The sender and time of an answer. Only this server sets them; the client's own values are removed. */
export interface AnswerSource {
  /** Absent: the client could not be asked, or the server does not name the person. */
  readonly answeredBy?: Principal | undefined;
  /** Time at which this server received it, ISO 8601. */
  readonly answeredAt?: string | undefined;
}

/** Removes the client's own statement about the sender of an answer. */
export function withoutSource(response: InputResponse): InputResponse {
  return Object.fromEntries(
    Object.entries(response).filter(([name]) => name !== 'answeredBy' && name !== 'answeredAt'),
  );
}

export function withSource(response: InputResponse, by: Caller, at: string): InputResponse {
  return { ...response, answeredBy: toPrincipal(by), answeredAt: at };
}

export function parseSource({ answeredBy, answeredAt }: InputResponse): AnswerSource {
  const principal = parsePrincipal(answeredBy);
  return {
    answeredBy: principal,
    answeredAt: onlyInstant(answeredAt),
  };
}
