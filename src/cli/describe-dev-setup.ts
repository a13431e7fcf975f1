import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Manifest } from '../manifest/manifest.js';

import type { LocalTemporal } from './local-temporal.js';
import { DEFAULT_URL } from './options.js';

export interface DevSetup {
  readonly version: string;
  readonly mcpUrl: string;
  /** `undefined`: there is no inbox. */
  readonly inboxUrl: string | undefined;
  readonly local: LocalTemporal;
  readonly manifest: Manifest;
  readonly manifestPaths: readonly string[];
  /** True if a script of this repository has started it. */
  readonly isClone: boolean;
  /** Task Queue of the started worker. `undefined`: none was started. */
  readonly taskQueue: string | undefined;
}

const CLI_PATH = fileURLToPath(new URL('./main.js', import.meta.url));

const ORIGINS: Record<LocalTemporal['origin'], string> = {
  configured: 'as configured',
  running: 'was already running; it is left running',
  started: 'started here',
};

/** Returns the entry for a client's configuration file that starts this server over stdio. */
function toStdioEntry({ local, manifestPaths }: DevSetup): string {
  const entry = {
    mcpServers: {
      'temporal-mcp-tasks': {
        command: 'node',
        args: [
          CLI_PATH,
          'serve',
          '--stdio',
          '--manifest',
          ...manifestPaths.map((path) => resolve(path)),
        ],
        env: { TEMPORAL_ADDRESS: local.address, TEMPORAL_NAMESPACE: local.namespace },
      },
    },
  };
  return JSON.stringify(entry, null, 2)
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
}

export function describeDevSetup(setup: DevSetup): string {
  const { version, mcpUrl, inboxUrl, local, manifest, isClone, taskQueue } = setup;
  const demo = isClone ? 'npm run demo' : 'npx temporal-mcp-tasks demo';
  const demoFlags = mcpUrl === DEFAULT_URL ? '' : `${isClone ? ' --' : ''} --url ${mcpUrl}`;
  const worker = taskQueue === undefined ? 'none (--no-worker)' : `polls Task Queue ${taskQueue}`;
  return `
temporal-mcp-tasks ${version} is ready.

  MCP server    ${mcpUrl}  (Streamable HTTP)
  Inbox         ${inboxUrl ?? 'off; "inbox: {}" in the file that "server" of the manifest names switches it on'}
  Temporal UI   ${local.uiUrl ?? 'not started here'}
  Temporal      ${local.address}, namespace ${local.namespace} (${ORIGINS[local.origin]})
  Worker        ${worker}
  Tools         ${[...manifest.tools.keys()].join(', ')}

Connect a client
  Demo          ${demo}${demoFlags}
  Inspector     npx @modelcontextprotocol/inspector --cli ${mcpUrl} --transport http --method tools/list
                (without --cli and what follows it, it opens a browser)
  stdio         an entry for the client's configuration file:
${toStdioEntry(setup)}

Ctrl-C stops all of it.`;
}
