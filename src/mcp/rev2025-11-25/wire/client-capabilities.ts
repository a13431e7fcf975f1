import { type Askable, parseAskable } from '../../../core/question/askable.js';
import type { ClientTaskSupport } from '../../../core/request/exchange.js';
import { isRecord } from '../../../core/value/is-record.js';

/** The requests that a client can answer, and its ways to answer. Kept small, because session IDs contain it. */
export interface ClientCapabilities extends Askable, ClientTaskSupport {}

function memberOf(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (member, name) => (isRecord(member) ? member[name] : undefined),
    value,
  );
}

/** The first revision whose forms have lists of choices (Elicitation › Requested Schema). */
const FIRST_WITH_LISTS = '2025-11-25';

/** @param revision The negotiated one. */
export function parseClientCapabilities(
  value: unknown,
  revision: string | undefined,
): ClientCapabilities {
  const tasks = memberOf(value, 'tasks');
  const askable = parseAskable(value);
  return {
    ...askable,
    lists: askable.lists && revision !== undefined && revision >= FIRST_WITH_LISTS,
    elicitationTask: isRecord(memberOf(tasks, 'requests', 'elicitation', 'create')),
    samplingTask: isRecord(memberOf(tasks, 'requests', 'sampling', 'createMessage')),
    cancelTask: isRecord(memberOf(tasks, 'cancel')),
  };
}
