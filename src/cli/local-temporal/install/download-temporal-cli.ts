import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type Report, reportElapsed } from '../report-elapsed.js';
import { runCommand } from '../run-command.js';
import { toReason } from '../to-reason.js';

import { temporalCliVersion } from './cached-cli-path.js';
import { installExecutable } from './install-executable.js';

/** Temporal's SDKs download the CLI from this host, and have no setting for it. */
export const downloadHost = 'https://temporal.download/';

const proxyVariables = ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'];

export interface DownloadTemporalCliOptions {
  /** Path of the executable. */
  readonly destination: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly report: Report;
  readonly signal?: AbortSignal | undefined;
  /** URL that must answer before the SDK's download starts. Default: {@link downloadHost}. */
  readonly probeUrl?: string | undefined;
  /** Time limit of that answer, in milliseconds. Default: 3,000. */
  readonly probeTimeoutMs?: number | undefined;
  /** Time limit of the download, in milliseconds. Default: 5 minutes. */
  readonly timeoutMs?: number | undefined;
  /** The compiled `download-process.ts`, or a replacement in tests. */
  readonly script?: string | undefined;
  /** Returns the URL of the module `@temporalio/testing`. Default: the module beside this package. */
  readonly provideTesting?: (() => Promise<string>) | undefined;
}

/**
 * Downloads the Temporal CLI as the SDK does, and puts it in place.
 *
 * @throws the signal's reason when aborted
 * @throws {Error} if the host does not answer or the download fails; the message is a phrase that
 * gives the reason
 */
export async function downloadTemporalCli(options: DownloadTemporalCliOptions): Promise<void> {
  const { destination, environment, report, signal, timeoutMs = 5 * 60_000 } = options;
  await verifyReachable(options);
  const testing = (await options.provideTesting?.()) ?? '@temporalio/testing';

  report(`Downloading the Temporal CLI ${temporalCliVersion}, once, from ${downloadHost} …`);
  const script = options.script ?? fileURLToPath(new URL('download-process.js', import.meta.url));
  const download = async (directory: string): Promise<string> => {
    const args = [script, directory, temporalCliVersion, testing];
    await runCommand(process.execPath, args, { timeoutMs, signal, environment });
    const suffix = process.platform === 'win32' ? '.exe' : '';
    return join(directory, `temporal-${temporalCliVersion}${suffix}`);
  };
  await reportElapsed({ report, toLine: (seconds) => `  … ${seconds} s` }, () =>
    installExecutable(destination, download),
  );
  report(`Downloaded the Temporal CLI: ${destination}`);
}

async function verifyReachable(options: DownloadTemporalCliOptions): Promise<void> {
  const { environment, signal, probeUrl = downloadHost, probeTimeoutMs = 3_000 } = options;
  // Node's fetch ignores the proxy variables, but the SDK's downloader follows them. So only the download shows if it
  // works.
  if (proxyVariables.some((name) => environment[name])) return;

  const timeout = AbortSignal.timeout(probeTimeoutMs);
  try {
    await fetch(probeUrl, {
      method: 'HEAD',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
  } catch (error) {
    signal?.throwIfAborted();
    const reason = timeout.aborted
      ? `no answer within ${probeTimeoutMs / 1000} s`
      : toReason(error);
    throw new Error(`${probeUrl} cannot be reached (${reason})`, { cause: error });
  }
}
