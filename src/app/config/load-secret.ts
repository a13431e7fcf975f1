import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

import { MINIMUM_SECRET_BYTES } from '../../core/check-secret.js';
import { readSecretVariable, decodeSecret } from '../../manifest/file/read-variable.js';

/**
 * Parses a secret: the text itself, or `base64:` and the base64 or base64url of its bytes.
 *
 * @param where Name of the setting for errors, which never quote the secret.
 * @throws {Error} If it is too short, or invalid base64.
 */
function parseSecret(where: string, text: string): Uint8Array {
  const secret = decodeSecret(where, text);
  if (secret.byteLength >= MINIMUM_SECRET_BYTES) return secret;
  throw new Error(
    `${where} has ${secret.byteLength} bytes; it needs at least ${MINIMUM_SECRET_BYTES}. Make one with: openssl rand -base64 32`,
  );
}

const VARIABLE = 'TEMPORAL_MCP_TASKS_SECRET';
const PREVIOUS_VARIABLE = 'TEMPORAL_MCP_TASKS_PREVIOUS_SECRET';
/** Readable by this user only. */
const FILE_MODE = 0o600;

export interface SecretOptions {
  readonly environment?: NodeJS.ProcessEnv | undefined;
  /** File for a generated secret. Default: in the user's data directory. */
  readonly path?: string | undefined;
  /** True if the server may generate a secret. Only processes of the same machine can read it. */
  readonly mayGenerate: boolean;
}

/** Default file for a generated secret: in the platform's data directory of the user. */
export function defaultSecretPath(
  platform: NodeJS.Platform = process.platform,
  environment: NodeJS.ProcessEnv = process.env,
): string {
  const name = 'temporal-mcp-tasks';
  const configured = environment[platform === 'win32' ? 'LOCALAPPDATA' : 'XDG_DATA_HOME'] ?? '';
  const own = isAbsolute(configured) ? configured : undefined;
  if (platform === 'darwin') {
    return join(homedir(), 'Library', 'Application Support', name, 'secret');
  }
  if (platform === 'win32') {
    return join(own ?? join(homedir(), 'AppData', 'Local'), name, 'Data', 'secret');
  }
  return join(own ?? join(homedir(), '.local', 'share'), name, 'secret');
}

function hasCode(error: unknown, code: string): boolean {
  return (error as { readonly code?: unknown }).code === code;
}

async function readKept(path: string): Promise<Uint8Array | undefined> {
  let kept: string;
  try {
    kept = await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
  const secret = Buffer.from(kept.trim(), 'base64url');
  if (secret.byteLength >= MINIMUM_SECRET_BYTES) return secret;
  throw new Error(
    `The secret kept in ${path} is damaged. Remove the file, and the next start generates a new secret. Tasks of the old secret can no longer be found.`,
  );
}

async function generate(path: string): Promise<Uint8Array> {
  await mkdir(dirname(path), { recursive: true });
  const secret = randomBytes(MINIMUM_SECRET_BYTES);
  // Written to another file and then linked, so that other processes never read half of it.
  const unfinished = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(unfinished, `${secret.toString('base64url')}\n`, { mode: FILE_MODE });
  try {
    await link(unfinished, path);
    return secret;
  } catch (error) {
    // Another process of this user was faster, so its secret counts.
    if (hasCode(error, 'EEXIST')) return (await readKept(path)) ?? secret;
    throw error;
  } finally {
    await unlink(unfinished);
  }
}

/**
 * Loads the secret that marks owners in task IDs and seals cursors: from `TEMPORAL_MCP_TASKS_SECRET`, or the file in
 * `TEMPORAL_MCP_TASKS_SECRET_FILE`. Otherwise, this user's processes share a generated one in a file. The value is a
 * text, or `base64:` and its base64 or base64url. To replace a secret, see {@link loadPreviousSecret}.
 *
 * @throws {Error} If it is too short, or is missing and may not be generated.
 */
export async function loadSecret({
  environment = process.env,
  path = defaultSecretPath(),
  mayGenerate,
}: SecretOptions): Promise<Uint8Array> {
  const text = readSecretVariable(VARIABLE, environment);
  if (text !== undefined) return parseSecret(VARIABLE, text);
  if (!mayGenerate) {
    throw new Error(
      `${VARIABLE} is not set. Every replica of a server that other machines can reach needs the same secret, there or in a file that ${VARIABLE}_FILE names. Make one with: openssl rand -base64 32`,
    );
  }
  return (await readKept(path)) ?? (await generate(path));
}

/**
 * Loads the previous secret, which the server still accepts: from `TEMPORAL_MCP_TASKS_PREVIOUS_SECRET`, or the file in
 * `TEMPORAL_MCP_TASKS_PREVIOUS_SECRET_FILE`. Format: as for {@link loadSecret}.
 *
 * Steps to rotate a secret while replicas restart one by one:
 *
 * 1. Put the new secret here on every replica, so that all of them accept it.
 * 2. Make the new secret the current one, and put the old one here.
 * 3. Drop the old one after the longest time to live, and at least the seven days of a session.
 *
 * @returns `undefined` if neither variable is set.
 * @throws {Error} If it is too short or malformed.
 */
export function loadPreviousSecret(
  environment: NodeJS.ProcessEnv = process.env,
): Uint8Array | undefined {
  const text = readSecretVariable(PREVIOUS_VARIABLE, environment);
  return text === undefined ? undefined : parseSecret(PREVIOUS_VARIABLE, text);
}
