import { isRecord } from './is-record.js';

/**
 * Removes members that are `null`, at any depth. Elements of lists stay.
 *
 * @param data Names of members with data, in which `null` is a value.
 */
export function withoutNullMembers(value: unknown, data: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutNullMembers(item, data));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      if (member === null) return [];
      return [[name, data.includes(name) ? member : withoutNullMembers(member, data)]];
    }),
  );
}
