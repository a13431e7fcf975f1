import type { Caller } from '../../../core/person/caller.js';
import { LOCAL_OWNER } from '../../../core/person/owner.js';
import { isSecureUrl } from '../../../core/value/secure-url.js';
import { readSecretFile, readSecretVariable } from '../../../manifest/file/read-variable.js';
import type { Manifest } from '../../../manifest/manifest.js';
import { UsageError } from '../../exit-code.js';
import { DEFAULT_URL, type TemporalFlags, toTemporalOptions } from '../../options.js';

import type { TaskDesk } from './task-desk.js';

/** Server and owner: flags of every command for tasks. */
export interface DeskFlags extends TemporalFlags {
  readonly url?: string;
  readonly tokenFile?: string;
  readonly manifest?: readonly string[];
  /** A file with a token or with claims. */
  readonly as?: string;
}

const URL_VARIABLE = 'TEMPORAL_MCP_TASKS_URL';
const TOKEN_VARIABLE = 'TEMPORAL_MCP_TASKS_TOKEN';

const TEMPORAL_FLAGS = ['as', 'profile', 'address', 'namespace', 'dataConverter'] as const;

function toFlag(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** @throws {UsageError} When the flags name both a server and Temporal, or combine flags of the two. */
function assertOnePlace(flags: DeskFlags): void {
  if (flags.manifest) {
    const other = (['url', 'tokenFile'] as const).find((name) => flags[name] !== undefined);
    if (other === undefined) return;
    throw new UsageError(
      `${toFlag(other)} is for a server, and --manifest goes straight to Temporal: keep one of them.`,
    );
  }
  const other = TEMPORAL_FLAGS.find((name) => flags[name] !== undefined);
  if (other === undefined) return;
  throw new UsageError(
    `${toFlag(other)} goes with --manifest, which goes straight to Temporal. A server knows by a token who asks: see --token-file.`,
  );
}

function toToken(text: string): string {
  const token = text.trim().replace(/^Bearer +/i, '');
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new UsageError(
    'What is to be the access token is none: it has blanks, or other characters that no token has.',
  );
}

function readToken({ tokenFile }: DeskFlags, environment: NodeJS.ProcessEnv): string | undefined {
  const text =
    tokenFile === undefined
      ? readSecretVariable(TOKEN_VARIABLE, environment)
      : readSecretFile('--token-file', tokenFile);
  return text === undefined ? undefined : toToken(text);
}

function readUrl({ url }: DeskFlags, environment: NodeJS.ProcessEnv): URL {
  const { [URL_VARIABLE]: configured = '' } = environment;
  const given = url ?? (configured === '' ? DEFAULT_URL : configured);
  const parsed = URL.canParse(given) ? new URL(given) : undefined;
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') {
    throw new UsageError(
      `--url takes the URL of an MCP server, like ${DEFAULT_URL}, and not "${given}".`,
    );
  }
  if (parsed.username === '' && parsed.password === '') return parsed;
  throw new UsageError(
    '--url takes no user and password: they would stand in the list of processes.',
  );
}

async function openServer(flags: DeskFlags, environment: NodeJS.ProcessEnv): Promise<TaskDesk> {
  const url = readUrl(flags, environment);
  const token = readToken(flags, environment);
  if (token !== undefined && !isSecureUrl(url.href)) {
    throw new UsageError(`A token goes over https, or to this machine, and not to ${url.href}.`);
  }
  const { createMcpDesk } = await import('../over-mcp/mcp-desk.js');
  return createMcpDesk({ url, token });
}

async function findCaller(manifest: Manifest, as: string | undefined): Promise<Caller> {
  if (as === undefined) return { owner: LOCAL_OWNER };
  const { loadGateOptions } = await import('../../../app/server/create-server-gate.js');
  const options = await loadGateOptions(manifest);
  if (!options) {
    throw new UsageError(
      '--as names somebody by what a token says of them, and this manifest asks for no tokens ("server.auth"): leave it out.',
    );
  }
  const { readCredentials } = await import('../../access/read-credentials.js');
  const { admitAs } = await import('../../../security/auth/admit-as.js');
  const { entry } = await admitAs(await readCredentials(as), options);
  if (entry.kind === 'admitted') return entry.grant.caller;
  throw new Error(
    'Whoever --as names is not let in by this manifest ("server.auth.allow"): "check --as" says why.',
  );
}

async function openTemporal(flags: DeskFlags, paths: readonly string[]): Promise<TaskDesk> {
  const { loadTools } = await import('../../load-tools.js');
  const { loadTemporalSettings } = await import('../../../app/config/load-temporal-settings.js');
  const { createTasks } = await import('../../../app/server/create-tasks.js');
  const { newestProtocol: protocol } = await import('../../../app/server/create-generations.js');
  const { createTemporalDesk } = await import('./over-temporal.js');
  const manifest = await loadTools(paths);
  const caller = await findCaller(manifest, flags.as);
  const temporal = await loadTemporalSettings(toTemporalOptions(flags));
  const tasks = await createTasks({ manifest, temporal });
  return createTemporalDesk({ tasks, caller, protocol });
}

/**
 * Opens the access to tasks: a running server by default; with `--manifest`, Temporal itself.
 *
 * @throws {UsageError} When the flags contradict each other.
 * @throws {Error} When a named file, server or Temporal cannot be used.
 */
export async function openDesk(
  flags: DeskFlags,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<TaskDesk> {
  assertOnePlace(flags);
  return flags.manifest ? openTemporal(flags, flags.manifest) : openServer(flags, environment);
}
