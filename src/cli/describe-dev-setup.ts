import { resolve } from 'node:path';

import type { Manifest } from '../manifest/manifest.js';

import type { LocalTemporal } from './local-temporal.js';
import { DEFAULT_URL } from './options.js';
import { foldLine } from './print-line.js';
import { type ProgramPlace, toTyped } from './this-program.js';

/** Address and namespace without settings. */
const DEFAULT_TEMPORAL = /^(?:localhost|127\.0\.0\.1):7233\/default$/;

export interface DevSetup {
  readonly version: string;
  readonly mcpUrl: string;
  /** `undefined`: there is no inbox. */
  readonly inboxUrl: string | undefined;
  readonly local: LocalTemporal;
  readonly manifest: Manifest;
  readonly manifestPaths: readonly string[];
  /** Default: where this program is. */
  readonly place?: ProgramPlace | undefined;
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
  const { version, mcpUrl, inboxUrl, local, manifest, manifestPaths, place, taskQueue } = setup;
  const url = mcpUrl === DEFAULT_URL ? [] : ['--url', mcpUrl];
  const { address, namespace } = local;
  const isFoundAnyway = DEFAULT_TEMPORAL.test(`${address}/${namespace}`);
  const temporal = isFoundAnyway ? [] : ['--address', address, '--namespace', namespace];
  const worker = taskQueue === undefined ? 'none (--no-worker)' : `polls Task Queue ${taskQueue}`;
  const fold = (name: string, text: string): string =>
    foldLine(`  ${name.padEnd(14)}`, text, columns);
  const paths = manifestPaths.flatMap((path) => ['--manifest', resolve(path)]);
  return `
temporal-mcp-tasks ${version} is ready.

  Inbox         ${inboxUrl ?? 'off'}
  MCP server    ${mcpUrl}  (Streamable HTTP)
  Temporal UI   ${local.uiUrl ?? 'not started here'}
${fold('Temporal', `${local.address}, namespace ${local.namespace} (${ORIGINS[local.origin]})`)}
${fold('Worker', worker)}
${fold('Tools', [...manifest.tools.keys()].join(', '))}

In another terminal
  A tour        ${toTyped(['demo', ...url], place)}
  One call      ${toTyped(['call', 'TOOL', '--arg', 'name=value', ...url], place)}
  A host        ${toTyped(['connect', 'HOST', ...url], place)}
  Over stdio    ${toTyped(['connect', 'HOST', ...paths, ...temporal], place)}
  Inspector     npx @modelcontextprotocol/inspector --cli ${mcpUrl} --transport http --method tools/list

Ctrl-C stops all of it.`;
}
