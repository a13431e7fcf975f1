import type { Sealer } from '../../../core/sealer.js';
import { toDigest } from '../../../core/value/json-digest.js';
import type { CallProgress } from '../../../service/calls/call/tool.js';

const PURPOSE = 'request-state';

/** The call to which a state is bound. The state is invalid for other owners and other calls. */
export interface CallIdentity {
  readonly owner: string;
  readonly toolName: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * Seals the `requestState` of an input-required result, because the client could change it (Multi Round-Trip Requests
 * › Server Requirements).
 *
 * @param lifetimeMs Time in which the client can repeat the call, in milliseconds.
 */
export async function sealRequestState(
  sealer: Sealer,
  { owner, toolName, input }: CallIdentity,
  { state, lifetimeMs }: { readonly state: CallProgress; readonly lifetimeMs: number },
): Promise<string> {
  const digest = await toDigest(input);
  return sealer.seal(PURPOSE, { state, owner, tool: toolName, digest }, { lifetimeMs });
}

/**
 * Returns the state in a text; `undefined` if the text was altered, has expired, or belongs to another owner or call.
 */
export async function openRequestState(
  sealer: Sealer,
  { owner, toolName, input }: CallIdentity,
  text: string,
): Promise<CallProgress | undefined> {
  const value = await sealer.open(PURPOSE, text);
  if (value?.['owner'] !== owner || value['tool'] !== toolName) return undefined;
  if (value['digest'] !== (await toDigest(input))) return undefined;
  return value['state'] as CallProgress;
}
