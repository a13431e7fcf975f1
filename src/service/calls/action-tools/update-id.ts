import { toDigest } from '../../../core/value/json-digest.js';

/** Marks the Updates of this server: results of others are not collected here. */
const PREFIX = 'mcp';

/**
 * The unguessable ID of an Update: it names the action, so that any replica can check the result.
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
