import { toDigest } from '../../../core/value/json-digest.js';

/** Marks the Updates of this server: it collects no results of other Updates. */
const PREFIX = 'mcp';

/**
 * Makes the unguessable ID of an Update. The ID names the action, so any replica can check the result.
 *
 * @param key The same key gives the same ID. Absent: a new ID for each call.
 */
export async function toUpdateId(actionName: string, key: string | undefined): Promise<string> {
  const own = key === undefined ? crypto.randomUUID() : await toDigest(key);
  return [PREFIX, actionName, own].join('.');
}

/** `undefined` for an ID of another kind. */
export function actionOfUpdate(updateId: string): string | undefined {
  const [, actionName] = /^mcp\.(.+)\.[0-9a-f-]{36,64}$/.exec(updateId) ?? [];
  return actionName;
}
