/** Where in a JSON value something is: names of members, and places in lists, with dots in between: `items.0.sku`. */
import { isRecord } from './is-record.js';
import { ownMember } from './own-member.js';

/** No part may be empty: `a..b` and `.a` are slips of the pen. */
const PATH = /^[^.\s]+(\.[^.\s]+)*$/;
const PLACE = /^\d+$/;

/** Whether a text can be such a path. */
export function isMemberPath(text: string): boolean {
  return PATH.test(text);
}

function readOne(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return PLACE.test(name) ? (value[Number(name)] as unknown) : undefined;
  return isRecord(value) ? ownMember(value, name) : undefined;
}

/**
 * What is at a path in a value; `undefined` when nothing is.
 *
 * @param path Absent: the value as a whole.
 */
export function readMember(value: unknown, path: string | undefined): unknown {
  return path === undefined ? value : path.split('.').reduce(readOne, value);
}
