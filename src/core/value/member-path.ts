/** Paths in JSON values: names of members and indexes in lists, joined by dots (`items.0.sku`). */
import { isRecord } from './is-record.js';
import { ownMember } from './members.js';

const PLACE = /^\d+$/;

function readOne(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return PLACE.test(name) ? (value[Number(name)] as unknown) : undefined;
  return isRecord(value) ? ownMember(value, name) : undefined;
}

/**
 * Reads the value at a path; `undefined` if the path leads nowhere.
 *
 * @param path Absent: the value as a whole.
 */
export function readMember(value: unknown, path: string | undefined): unknown {
  return path === undefined ? value : path.split('.').reduce(readOne, value);
}
