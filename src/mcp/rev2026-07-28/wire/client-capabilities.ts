import { type LackingCapability, parseAskable } from '../../../core/question/askable.js';
import type { Client } from '../../../core/request/exchange.js';
import { limitText } from '../../../core/value/client-limits.js';
import { isRecord } from '../../../core/value/is-record.js';

import { TASKS_EXTENSION } from './capabilities.js';
import { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY } from './envelope.js';
import { protocol } from './protocol.js';

/**
 * Reads the client's facts from its request, since the server must not remember them (Base › Statelessness). A client
 * uses tasks if it declares the extension. A `tasks` capability of another revision does not count.
 *
 * @param params Of the request, unchecked.
 * @param session The connection over stdio. Absent over HTTP, where this revision has no sessions.
 */
export function toClient(params: unknown, session?: string): Client {
  const meta = isRecord(params) ? params['_meta'] : undefined;
  const value = isRecord(meta) ? meta[CLIENT_CAPABILITIES_META_KEY] : undefined;
  const info = isRecord(meta) ? meta[CLIENT_INFO_META_KEY] : undefined;
  const { name } = isRecord(info) ? info : ({} as Record<string, unknown>);
  const { extensions } = isRecord(value) ? value : ({} as Record<string, unknown>);
  const askable = parseAskable(value);
  return {
    session,
    protocolVersion: protocol.version,
    askable,
    declared: askable,
    name: typeof name === 'string' ? limitText('clientName', name) : undefined,
    usesTasks: isRecord(extensions) && isRecord(extensions[TASKS_EXTENSION]),
  };
}

/** Capabilities that a client has to declare, in the form of the schema's `ClientCapabilities`. */
export type RequiredCapabilities = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export const TASKS_REQUIRED: RequiredCapabilities = { extensions: { [TASKS_EXTENSION]: {} } };

export const ASKABLE_REQUIRED: Readonly<Record<LackingCapability, RequiredCapabilities>> = {
  sampling: { sampling: {} },
  'sampling.tools': { sampling: { tools: {} } },
  elicitation: { elicitation: { form: {} } },
  'elicitation.lists': { elicitation: { form: {} } },
  'elicitation.url': { elicitation: { url: {} } },
};
