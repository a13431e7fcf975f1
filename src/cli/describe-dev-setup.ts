import { resolve } from 'node:path';

import type { Manifest } from '../manifest/manifest.js';

import type { LocalTemporal } from './local-temporal.js';
import { DEFAULT_URL } from './options.js';
import { foldLine } from './print-line.js';

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

const ORIGINS: Record<LocalTemporal['origin'], string> = {
  configured: 'as configured',
  running: 'was already running; it is left running',
  started: 'started here',
};

/**
 * Commands stay in one line each, so that they can be copied.
 *
 * @param columns Width of the terminal. Absent: there is none.
 */
export function describeDevSetup(setup: DevSetup, columns?: number): string {
  const { version, mcpUrl, inboxUrl, local, manifest, manifestPaths, isClone, taskQueue } = setup;
  const program = isClone ? 'node dist/src/cli/main.js' : 'npx temporal-mcp-tasks';
  const demo = isClone ? 'npm run demo' : 'npx temporal-mcp-tasks demo';
  const url = mcpUrl === DEFAULT_URL ? '' : ` --url ${mcpUrl}`;
  const demoUrl = isClone && url !== '' ? ` --${url}` : url;
  const worker = taskQueue === undefined ? 'none (--no-worker)' : `polls Task Queue ${taskQueue}`;
  const fold = (name: string, text: string): string =>
    foldLine(`  ${name.padEnd(14)}`, text, columns);
  const paths = manifestPaths.map((path) => ` --manifest ${resolve(path)}`).join('');
  return `
temporal-mcp-tasks ${version} is ready.

  Inbox         ${inboxUrl ?? 'off'}
  MCP server    ${mcpUrl}  (Streamable HTTP)
  Temporal UI   ${local.uiUrl ?? 'not started here'}
${fold('Temporal', `${local.address}, namespace ${local.namespace} (${ORIGINS[local.origin]})`)}
${fold('Worker', worker)}
${fold('Tools', [...manifest.tools.keys()].join(', '))}

In another terminal
  A tour        ${demo}${demoUrl}
  One call      ${program} call TOOL --arg name=value${url}
  A host        ${program} connect HOST${url}
  Over stdio    ${program} connect HOST${paths}
  Inspector     npx @modelcontextprotocol/inspector --cli ${mcpUrl} --transport http --method tools/list

Ctrl-C stops all of it.`;
}
