import { type InputRequest, InputMethod, isUrlElicitation } from '../../core/input-request.js';
import { isRecord } from '../../core/is-record.js';

import { TASKS_EXTENSION } from './capabilities.js';

/** What a client can do, as it says with every request: nothing is remembered of it (Base › Statelessness). */
export interface ClientCapabilities {
  /** Whether it takes a task in place of a result. */
  readonly tasks: boolean;
  readonly form: boolean;
  readonly url: boolean;
  readonly sampling: boolean;
  readonly samplingTools: boolean;
}

/** A client of which nothing is known. */
export const NO_CAPABILITIES: ClientCapabilities = {
  tasks: false,
  form: false,
  url: false,
  sampling: false,
  samplingTools: false,
};

/**
 * Reads `io.modelcontextprotocol/clientCapabilities` of a request's `_meta`. `elicitation: {}` means forms only
 * (Elicitation › Capabilities). A `tasks` capability of 2025-11-25 says nothing here.
 */
export function parseClientCapabilities(value: unknown): ClientCapabilities {
  if (!isRecord(value)) return NO_CAPABILITIES;
  const { elicitation, sampling, extensions } = value;
  const modes = isRecord(elicitation) ? elicitation : undefined;
  const url = modes?.['url'] !== undefined;
  return {
    tasks: isRecord(extensions) && isRecord(extensions[TASKS_EXTENSION]),
    form: modes !== undefined && (modes['form'] !== undefined || !url),
    url,
    sampling: isRecord(sampling),
    samplingTools: isRecord(sampling) && sampling['tools'] !== undefined,
  };
}

/** What a client would have to declare, in the shape of `ClientCapabilities` of the schema. */
export type RequiredCapabilities = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The declaration of the extension. */
export const TASKS_REQUIRED: RequiredCapabilities = { extensions: { [TASKS_EXTENSION]: {} } };

/** What a client lacks to be asked this; `undefined` when it lacks nothing. */
export function lackingCapability(
  request: InputRequest,
  capabilities: ClientCapabilities,
): { readonly name: string; readonly required: RequiredCapabilities } | undefined {
  if (request.method === InputMethod.sample) {
    if (!capabilities.sampling) return { name: 'sampling', required: { sampling: {} } };
    return request.params['tools'] !== undefined && !capabilities.samplingTools
      ? { name: 'sampling.tools', required: { sampling: { tools: {} } } }
      : undefined;
  }
  if (isUrlElicitation(request)) {
    return capabilities.url
      ? undefined
      : { name: 'elicitation.url', required: { elicitation: { url: {} } } };
  }
  return capabilities.form
    ? undefined
    : { name: 'elicitation', required: { elicitation: { form: {} } } };
}
