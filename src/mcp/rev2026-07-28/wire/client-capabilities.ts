import type { ClientFacts } from '../../../core/person/caller.js';
import { type LackingCapability, parseAskable } from '../../../core/question/askable.js';
import { isRecord } from '../../../core/value/is-record.js';

import { TASKS_EXTENSION } from './capabilities.js';
import { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY } from './envelope.js';

/**
 * Reads the client's facts from its request, since the server must not remember them (Base › Statelessness). A client
 * uses tasks if it declares the extension. A `tasks` capability of another revision does not count.
 *
 * @param meta `_meta` of the request, unchecked.
 */
export function toClient(meta: unknown): ClientFacts {
  const value = isRecord(meta) ? meta[CLIENT_CAPABILITIES_META_KEY] : undefined;
  const info = isRecord(meta) ? meta[CLIENT_INFO_META_KEY] : undefined;
  const { name } = isRecord(info) ? info : ({} as Record<string, unknown>);
  const { extensions } = isRecord(value) ? value : ({} as Record<string, unknown>);
  return {
    session: undefined,
    askable: parseAskable(value),
    ...(typeof name === 'string' && { clientName: name }),
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
  'elicitation.url': { elicitation: { url: {} } },
};
