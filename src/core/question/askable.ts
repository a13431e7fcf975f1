import { type InputRequest, InputMethod, isUrlElicitation } from '../contract/input-request.js';
import { isRecord } from '../value/is-record.js';

/** The kinds of requests that a client can answer. Small, because it travels in session IDs. */
export interface Askable {
  readonly form: boolean;
  /** Forms with a list, of which a person picks several. */
  readonly lists: boolean;
  readonly url: boolean;
  readonly sampling: boolean;
  readonly samplingTools: boolean;
}

/** The capabilities of an unknown client: the server cannot ask it. */
export const NOT_ASKABLE: Askable = {
  form: false,
  lists: false,
  url: false,
  sampling: false,
  samplingTools: false,
};

/**
 * A capability that a client lacks for a request, as `ClientCapabilities` of the MCP schema names it. Lists have no name
 * there: they came with a later revision.
 */
export type LackingCapability =
  'sampling' | 'sampling.tools' | 'elicitation' | 'elicitation.lists' | 'elicitation.url';

/**
 * Reads a client's capabilities in the form of any revision. `elicitation: {}` means forms only (Elicitation ›
 * Capabilities), and so does a value that names no mode.
 */
export function parseAskable(capabilities: unknown): Askable {
  if (!isRecord(capabilities)) return NOT_ASKABLE;
  const { elicitation, sampling } = capabilities;
  const modes = isRecord(elicitation) ? elicitation : undefined;
  const url = modes?.['url'] !== undefined;
  const form = modes !== undefined && (modes['form'] !== undefined || !url);
  return {
    form,
    lists: form,
    url,
    sampling: isRecord(sampling),
    samplingTools: isRecord(sampling) && sampling['tools'] !== undefined,
  };
}

/** Names under which capabilities are stored. */
const CAPABILITY_NAMES = {
  form: 'elicitation',
  lists: 'elicitation.lists',
  url: 'elicitation.url',
  sampling: 'sampling',
  samplingTools: 'sampling.tools',
} as const satisfies Record<keyof Askable, LackingCapability>;
const KINDS = ['form', 'lists', 'url', 'sampling', 'samplingTools'] as const;

function toAskable(has: (kind: keyof Askable) => boolean): Askable {
  return {
    form: has('form'),
    lists: has('lists'),
    url: has('url'),
    sampling: has('sampling'),
    samplingTools: has('samplingTools'),
  };
}

export function uniteAskable(one: Askable, other: Askable): Askable {
  return toAskable((kind) => one[kind] || other[kind]);
}

/** A client's capabilities as names, for storage with a task. */
export function toCapabilityNames(askable: Askable): LackingCapability[] {
  return KINDS.filter((kind) => askable[kind]).map((kind) => CAPABILITY_NAMES[kind]);
}

/** Reads stored names back, and ignores unknown ones; `undefined` for values that are not a list. */
export function fromCapabilityNames(names: unknown): Askable | undefined {
  return Array.isArray(names)
    ? toAskable((kind) => names.includes(CAPABILITY_NAMES[kind]))
    : undefined;
}

/** The capability that a client lacks for a request; `undefined` if it has all. */
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
  if (!askable.form) return 'elicitation';
  return askable.lists || !hasList(request) ? undefined : 'elicitation.lists';
}

function hasList({ params: { requestedSchema: schema } }: InputRequest): boolean {
  const fields = isRecord(schema) && isRecord(schema['properties']) ? schema['properties'] : {};
  return Object.values(fields).some((field) => isRecord(field) && field['type'] === 'array');
}

/** Says in words why a client can't be asked. */
export function describeLacking(lacking: LackingCapability): string {
  return lacking === 'elicitation.lists'
    ? 'its revision of MCP has no forms with a list of choices'
    : `it has not declared "${lacking}"`;
}
