import { type InputRequest, InputMethod, isUrlElicitation } from '../../core/input-request.js';
import { isRecord } from '../../core/is-record.js';

/** What a client can be asked. As small as it can be, because it travels in session IDs. */
export interface ClientCapabilities {
  readonly form: boolean;
  readonly url: boolean;
  readonly sampling: boolean;
  readonly samplingTools: boolean;
  /** Whether it may answer an elicitation by a task of its own. */
  readonly elicitationTask: boolean;
  /** Whether it may answer a sampling request by a task of its own. */
  readonly samplingTask: boolean;
  /** Whether its tasks can be cancelled. */
  readonly cancelTask: boolean;
}

/** A client of which nothing is known, and which hence cannot be asked anything. */
export const NO_CAPABILITIES: ClientCapabilities = {
  form: false,
  url: false,
  sampling: false,
  samplingTools: false,
  elicitationTask: false,
  samplingTask: false,
  cancelTask: false,
};

/** What a client of a revision without tasks can be asked, whatever it declares besides. */
export function withoutTasks(capabilities: ClientCapabilities): ClientCapabilities {
  return { ...capabilities, elicitationTask: false, samplingTask: false, cancelTask: false };
}

function memberOf(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((found, name) => (isRecord(found) ? found[name] : undefined), value);
}

/**
 * Reads `capabilities` of an `initialize` request. `elicitation: {}` means forms only (Elicitation ›
 * Capabilities), and so does any value that names no mode.
 */
export function parseClientCapabilities(value: unknown): ClientCapabilities {
  if (!isRecord(value)) return NO_CAPABILITIES;
  const { elicitation, sampling, tasks } = value;
  const modes = isRecord(elicitation) ? elicitation : undefined;
  const url = modes?.['url'] !== undefined;
  return {
    form: modes !== undefined && (modes['form'] !== undefined || !url),
    url,
    sampling: isRecord(sampling),
    samplingTools: isRecord(sampling) && sampling['tools'] !== undefined,
    elicitationTask: isRecord(memberOf(tasks, 'requests', 'elicitation', 'create')),
    samplingTask: isRecord(memberOf(tasks, 'requests', 'sampling', 'createMessage')),
    cancelTask: isRecord(memberOf(tasks, 'cancel')),
  };
}

/** Whether a client may make a task of its answer to this. */
export function canMakeTask(
  { method }: InputRequest,
  { elicitationTask, samplingTask }: ClientCapabilities,
): boolean {
  return method === InputMethod.sample ? samplingTask : elicitationTask;
}

/** What a client lacks to be asked this, as it is named in `capabilities`; `undefined` when it lacks nothing. */
export function lackingCapability(
  request: InputRequest,
  capabilities: ClientCapabilities,
): string | undefined {
  if (request.method === InputMethod.sample) {
    if (!capabilities.sampling) return 'sampling';
    return request.params['tools'] !== undefined && !capabilities.samplingTools
      ? 'sampling.tools'
      : undefined;
  }
  if (isUrlElicitation(request)) return capabilities.url ? undefined : 'elicitation.url';
  return capabilities.form ? undefined : 'elicitation';
}
