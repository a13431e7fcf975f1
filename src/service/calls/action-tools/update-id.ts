import { toDigest } from '../../../core/value/json-digest.js';

/** Marks the Updates that this server has sent: the results of others are nobody's business here. */
const PREFIX = 'mcp';

/**
 * The ID of an Update, which nobody can guess: it names the action, so that its result can be checked wherever it is
 * collected.
 *
 * @param key The same key gives the same Update. Absent: a new one.
 */
export async function toUpdateId(actionName: string, key: string | undefined): Promise<string> {
  const own = key === undefined ? crypto.randomUUID() : await toDigest(key);
  return [PREFIX, actionName, own].join('.');
}

/** The action that an Update's ID names; `undefined` for an ID of another kind. */
export function actionOfUpdate(updateId: string): string | undefined {
  const [, actionName] = /^mcp\.(.+)\.[0-9a-f-]{36,64}$/.exec(updateId) ?? [];
  return actionName;
}
