import { isRecord } from './is-record.js';

/** Members of params whose own members are MCP's, and no data of a tool or a person. */
const OF_PROTOCOL = ['_meta', 'capabilities', 'clientInfo', 'task', 'notifications'];

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

/**
 * Removes members of a request that are `null`, since some clients write `null` for an optional member that they leave
 * out. Arguments and answers stay as they are.
 */
export function withoutNulls(message: unknown): unknown {
  if (Array.isArray(message)) return message.map(withoutNulls);
  if (!isRecord(message) || typeof message['method'] !== 'string') return message;
  const { params, ...rest } = message;
  if (params === null) return rest;
  if (!isRecord(params)) return message;
  const members = Object.entries(params).flatMap(([name, member]) =>
    member === null
      ? []
      : [[name, OF_PROTOCOL.includes(name) ? withoutNullMembers(member) : member]],
  );
  return { ...rest, params: Object.fromEntries(members) as unknown };
}
