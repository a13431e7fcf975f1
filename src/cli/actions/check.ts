import { connectTemporal } from '../../app/config/connect-temporal.js';
import { loadAuthSettings } from '../../app/config/load-auth-settings.js';
import { loadTemporalSettings } from '../../app/config/load-temporal-settings.js';
import { nearestName } from '../../core/tool/find-nearest.js';
import { ManifestError } from '../../manifest/file/manifest-error.js';
import type { Manifest } from '../../manifest/manifest.js';
import { inspectNamespace } from '../../temporal/check/inspect-namespace.js';
import { checkTokens } from '../access/check-tokens.js';
import { CheckReport } from '../check-report.js';
import { inspectPatterns, inspectTaskSupport } from '../inspect-tools.js';
import { loadTools } from '../load-tools.js';
import { type ManifestFlags, type TemporalFlags, toTemporalOptions } from '../options.js';

export interface CheckFlags extends TemporalFlags, ManifestFlags {
  readonly offline?: true;
  readonly json?: true;
  /** Warnings count as problems. */
  readonly strict?: true;
}

async function checkNamespace(
  flags: CheckFlags,
  manifest: Manifest,
  report: CheckReport,
): Promise<void> {
  report.add(await checkTokens(manifest, loadAuthSettings(manifest.auth)), manifest);
  const settings = await loadTemporalSettings(toTemporalOptions(flags));
  const { client } = connectTemporal(settings);
  report.add(await inspectNamespace(client, manifest, nearestName), manifest);
}

async function checkManifest(
  flags: CheckFlags,
  manifest: Manifest,
  report: CheckReport,
): Promise<void> {
  const { tools } = manifest;
  const names = [...tools.keys()].join(', ');
  report.add([{ level: 'ok', message: `${flags.manifest.join(', ')} is valid: ${names}.` }]);
  const { warnings = [] } = manifest;
  report.warn([...warnings, ...inspectPatterns(tools), ...inspectTaskSupport(tools)], manifest);
  if (!flags.offline) await checkNamespace(flags, manifest, report);
}

/**
 * Checks that calls to the tools of a manifest would work. Sets the exit code to 1 for a problem, and with `--strict`
 * for a warning.
 */
export async function check(flags: CheckFlags): Promise<void> {
  const report = new CheckReport(flags);
  try {
    await checkManifest(flags, await loadTools(flags.manifest), report);
  } catch (error) {
    if (!flags.json || !(error instanceof ManifestError)) throw error;
    report.refuse(error);
  }
  report.end();
}
