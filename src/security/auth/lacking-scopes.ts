import type { ToolAccess } from '../../core/person/claims.js';
import type { Grant } from '../../core/person/gate.js';
import { mayUse } from '../../core/person/may-use.js';
import { isRecord } from '../../core/value/is-record.js';

import { joinScopes } from './scopes.js';

/** Scopes and rules of tools, by name. A tool that is not in the map has none. */
export type AccessByTool = ReadonlyMap<string, ToolAccess>;

function calledBy(message: unknown): readonly string[] {
  if (!isRecord(message) || message['method'] !== 'tools/call') return [];
  const name = isRecord(message['params']) ? message['params']['name'] : undefined;
  return typeof name === 'string' ? [name] : [];
}

/** The tools that a body calls. A list of messages needs the scopes of all its calls. Lists cannot be nested. */
function calledIn(body: unknown): readonly string[] {
  return Array.isArray(body) ? body.flatMap(calledBy) : calledBy(body);
}

/** The scopes that a message needs and lacks, or `undefined` if it lacks none. A challenge names all needed scopes. */
export function findLacking(
  { caller, scopes }: Grant,
  message: unknown,
  { scopes: baseline, tools }: { readonly scopes: readonly string[]; readonly tools: AccessByTool },
): { readonly needed: readonly string[]; readonly missing: readonly string[] } | undefined {
  const called = calledIn(message)
    .map((name) => tools.get(name))
    // A hidden tool needs no scopes: a challenge would reveal it.
    .filter((tool) => tool !== undefined && mayUse(tool, caller));
  const needed = joinScopes(baseline, ...called.map((tool) => tool?.scopes ?? []));
  const missing = needed.filter((scope) => !scopes.has(scope));
  return missing.length === 0 ? undefined : { needed, missing };
}
