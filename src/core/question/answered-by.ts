import type { InputResponse } from '../contract/input-request.js';
import type { Caller } from '../person/caller.js';
import { parsePrincipal, type Principal } from '../person/principal.js';
import { toPrincipal } from '../person/to-principal.js';
import { limitText } from '../value/client-limits.js';
import { onlyInstant } from '../value/instant.js';
import { isRecord } from '../value/is-record.js';
import { onlyString } from '../value/only-string.js';

/** The sender and time of an answer. Only this server sets them; the client's own values are removed. */
export interface AnswerSource {
  /** Absent: the client could not be asked, or the server does not name the person. */
  readonly answeredBy?: Principal | undefined;
  /** Time at which this server received it, ISO 8601. */
  readonly answeredAt?: string | undefined;
}

/** Where a person answered. Only this server writes it. */
export interface AnswerPlace {
  /** `program`: through `server.approvals`. */
  readonly kind: 'inbox' | 'client' | 'program';
  /** The client's name for itself. Absent: unknown, or no client. */
  readonly name?: string | undefined;
}

const KINDS: readonly unknown[] = ['inbox', 'client', 'program'];
const OWN_MEMBERS: readonly string[] = ['answeredBy', 'answeredAt', 'answeredIn'];

/** Removes the client's own statement about the sender of an answer. */
export function withoutSource(response: InputResponse): InputResponse {
  return Object.fromEntries(
    Object.entries(response).filter(([name]) => !OWN_MEMBERS.includes(name)),
  );
}

/** The sender, time and place of an answer, as answers record them. */
export interface AnswerStamp {
  readonly answeredBy: Principal;
  readonly answeredAt: string;
  readonly answeredIn: AnswerPlace;
}

export function toStamp(by: Caller, at: string, place: AnswerPlace): AnswerStamp {
  return { answeredBy: toPrincipal(by), answeredAt: at, answeredIn: place };
}

/** The place of a client, by its own name. */
export function inClient(name: string | undefined): AnswerPlace {
  return { kind: 'client', name: name === undefined ? undefined : limitText('clientName', name) };
}

export function parseAnswerSource({ answeredBy, answeredAt }: InputResponse): AnswerSource {
  const principal = parsePrincipal(answeredBy);
  return {
    answeredBy: principal,
    answeredAt: onlyInstant(answeredAt),
  };
}

export function parseAnswerPlace(value: unknown): AnswerPlace | undefined {
  if (!isRecord(value) || !KINDS.includes(value['kind'])) return undefined;
  const { kind, name } = value;
  return { kind: kind as AnswerPlace['kind'], name: onlyString(name) };
}
