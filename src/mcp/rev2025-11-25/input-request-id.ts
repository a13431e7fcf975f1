import type { Sealer } from '../../core/sealer.js';
import type { Owner } from '../../core/tasks.js';

/**
 * The JSON-RPC ID of a question to a client: `mcp-input.<sealed task ID, key and owner>`. The answer carries it
 * back, so any replica knows where the answer belongs, after any restart; and no two are ever the same, because
 * sealing the same value twice gives two texts.
 */
const PREFIX = 'mcp-input.';
const PURPOSE = 'input-request';

/** Which question of which task an answer is for. */
export interface InputAddress {
  readonly taskId: string;
  readonly key: string;
  readonly owner: Owner;
}

/** Whether an ID claims to be one of these. Whether it is one, {@link openInputRequestId} tells. */
export function isInputRequestId(id: unknown): id is string {
  return typeof id === 'string' && id.startsWith(PREFIX);
}

/** A new ID for a question: another one each time. */
export async function sealInputRequestId(sealer: Sealer, address: InputAddress): Promise<string> {
  return `${PREFIX}${await sealer.seal(PURPOSE, address)}`;
}

/** The address in an ID, or `undefined` when the ID was forged or altered. */
export async function openInputRequestId(
  sealer: Sealer,
  id: string,
): Promise<InputAddress | undefined> {
  const value = await sealer.open(PURPOSE, id.slice(PREFIX.length));
  const { taskId, key, owner } = value ?? {};
  return typeof taskId === 'string' && typeof key === 'string' && typeof owner === 'string'
    ? { taskId, key, owner }
    : undefined;
}
