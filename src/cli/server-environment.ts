/** The environment of this shell that a server needs, for a host that starts it without that shell. */
import { resolve } from 'node:path';

import { looksSecret } from '../manifest/file/exposed-secrets.js';

export interface ServerEnvironment {
  readonly env: Readonly<Record<string, string>>;
  /** Names of variables whose values are secrets. */
  readonly secrets: readonly string[];
}

/** Settings of Temporal and of this package. */
const SETTINGS = 'TEMPORAL_';
/** A token for `call` and `tools`, which no server reads. */
const OF_CLIENTS = /^TEMPORAL_MCP_TASKS_TOKEN(?:_FILE)?$/;
/** Headers of requests to Temporal, which may carry a credential. */
const HEADERS = 'TEMPORAL_GRPC_META_';
const PATH = /_(?:FILE|PATH)$/;

/**
 * @param environment The environment of the shell.
 * @param named Variables that the manifest names.
 */
export function toServerEnvironment(
  environment: NodeJS.ProcessEnv,
  named: ReadonlySet<string>,
): ServerEnvironment {
  const env: Record<string, string> = {};
  const secrets: string[] = [];
  for (const [name, value = ''] of Object.entries(environment)) {
    const isNeeded = (name.startsWith(SETTINGS) && !OF_CLIENTS.test(name)) || named.has(name);
    if (!isNeeded || value === '') continue;
    if (looksSecret(name) || name.startsWith(HEADERS)) secrets.push(name);
    else env[name] = PATH.test(name) ? resolve(value) : value;
  }
  return { env, secrets };
}
