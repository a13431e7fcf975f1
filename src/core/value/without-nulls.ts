import { isRecord } from './is-record.js';

/** Members of params whose own members are MCP's, and no data of a tool or a person. */
const OF_PROTOCOL = ['_meta', 'capabilities', 'clientInfo', 'task', 'notifications'];

function strip(value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === null ? [] : [[name, strip(member)]],
    ),
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
  const given = Object.entries(params).flatMap(([name, member]) =>
    member === null ? [] : [[name, OF_PROTOCOL.includes(name) ? strip(member) : member]],
  );
  return { ...rest, params: Object.fromEntries(given) as unknown };
}
