import type { Sealer } from '../../../core/sealer.js';
import { toDigest } from '../../../core/value/json-digest.js';
import type { CallProgress } from '../../../service/calls/tool.js';

const PURPOSE = 'request-state';

/** The call that a state is bound to. The state is invalid for other owners and other calls. */
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

/** The state in a text; `undefined` when it was altered, has run out, or is of another owner or another call. */
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
