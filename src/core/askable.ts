import { type InputRequest, InputMethod, isUrlElicitation } from './input-request.js';
import { isRecord } from './is-record.js';

/** What a client can be asked. As small as it can be, because it travels in session IDs. */
export interface Askable {
  readonly form: boolean;
  readonly url: boolean;
  readonly sampling: boolean;
  readonly samplingTools: boolean;
}

/** A client of which nothing is known, and which hence cannot be asked anything. */
export const NOT_ASKABLE: Askable = {
  form: false,
  url: false,
  sampling: false,
  samplingTools: false,
};

/** What a client lacks to be asked something, as it is named in `ClientCapabilities` of the MCP schema. */
export type LackingCapability = 'sampling' | 'sampling.tools' | 'elicitation' | 'elicitation.url';

/**
 * Reads a client's capabilities, as every revision words them. `elicitation: {}` means forms only (Elicitation ›
 * Capabilities), and so does any value that names no mode.
 */
export function parseAskable(capabilities: unknown): Askable {
  if (!isRecord(capabilities)) return NOT_ASKABLE;
  const { elicitation, sampling } = capabilities;
  const modes = isRecord(elicitation) ? elicitation : undefined;
  const url = modes?.['url'] !== undefined;
  return {
    form: modes !== undefined && (modes['form'] !== undefined || !url),
    url,
    sampling: isRecord(sampling),
    samplingTools: isRecord(sampling) && sampling['tools'] !== undefined,
  };
}

/** What either of two clients can be asked. */
export function uniteAskable(one: Askable, other: Askable): Askable {
  return {
    form: one.form || other.form,
    url: one.url || other.url,
    sampling: one.sampling || other.sampling,
    samplingTools: one.samplingTools || other.samplingTools,
  };
}

/** What a client can be asked, by the names of its capabilities: for what is kept with a task. */
export function toCapabilityNames(askable: Askable): LackingCapability[] {
  return [
    ...(askable.form ? (['elicitation'] as const) : []),
    ...(askable.url ? (['elicitation.url'] as const) : []),
    ...(askable.sampling ? (['sampling'] as const) : []),
    ...(askable.samplingTools ? (['sampling.tools'] as const) : []),
  ];
}

/** The reverse of {@link toCapabilityNames}; `undefined` for anything but a list. Names that it does not know are passed over. */
export function fromCapabilityNames(names: unknown): Askable | undefined {
  if (!Array.isArray(names)) return undefined;
  return {
    form: names.includes('elicitation'),
    url: names.includes('elicitation.url'),
    sampling: names.includes('sampling'),
    samplingTools: names.includes('sampling.tools'),
  };
}

/** What a client lacks to be asked this; `undefined` when it lacks nothing. */
export function lackingCapability(
  request: InputRequest,
  askable: Askable,
): LackingCapability | undefined {
  if (request.method === InputMethod.sample) {
    if (!askable.sampling) return 'sampling';
    return request.params['tools'] !== undefined && !askable.samplingTools
      ? 'sampling.tools'
      : undefined;
  }
  if (isUrlElicitation(request)) return askable.url ? undefined : 'elicitation.url';
  return askable.form ? undefined : 'elicitation';
}
