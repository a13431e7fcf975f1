import { runCommand } from '../run-command.js';

/**
 * Asks a Temporal CLI for its version, which also proves that the file is one and runs here. Returns the text after
 * `temporal version`, for example `1.5.1 (Server 1.29.1, UI 2.42.1)`.
 *
 * @throws {Error} when it does not answer `--version` like a Temporal CLI within 15 seconds, which leaves room for a
 * cold disk and for macOS checking a new program; the message is a phrase
 */
export async function loadCliVersion(path: string, signal?: AbortSignal): Promise<string> {
  const output = await runCommand(path, ['--version'], { timeoutMs: 15_000, signal });
  const version = /^temporal version (.+)$/m.exec(output)?.[1];
  if (version === undefined) throw new Error('does not answer --version like the Temporal CLI');
  return version;
}
