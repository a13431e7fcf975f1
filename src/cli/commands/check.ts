import { Command } from 'commander';

import { connectTemporal } from '../../config/connect-temporal.js';
import { loadTemporalSettings } from '../../config/load-temporal-settings.js';
import { inspectPatterns } from '../../manifest/inspect-patterns.js';
import { type Finding, inspectNamespace } from '../../temporal/inspect-namespace.js';
import { loadTools } from '../load-tools.js';
import {
  addManifestFlag,
  addTemporalFlags,
  type ManifestFlags,
  type TemporalFlags,
  toTemporalOptions,
} from '../options.js';

interface CheckFlags extends TemporalFlags, ManifestFlags {
  readonly offline?: true;
}

const MARKS: Record<Finding['level'], string> = {
  ok: 'ok     ',
  warning: 'warning',
  problem: 'PROBLEM',
};

function print({ level, message }: Finding): void {
  process.stdout.write(`${MARKS[level]}  ${message}\n`);
}

async function check(flags: CheckFlags): Promise<void> {
  const { tools } = await loadTools(flags.manifest);
  print({ level: 'ok', message: `${flags.manifest} is valid: ${[...tools.keys()].join(', ')}.` });
  for (const { path, message } of await inspectPatterns(tools)) {
    print({ level: 'warning', message: `${path}: ${message}` });
  }
  if (flags.offline) return;

  const settings = await loadTemporalSettings(toTemporalOptions(flags));
  const { client } = connectTemporal(settings);
  const findings = await inspectNamespace(client, tools);
  findings.forEach(print);
  if (findings.some(({ level }) => level === 'problem')) process.exitCode = 1;
}

/** `check`: exits with 1 when calls to the tools would not work, and says why. */
export function createCheckCommand(): Command {
  const command = new Command('check')
    .description('check a manifest, then hold it against the live Temporal namespace')
    .option('--offline', 'check the manifest only');
  return addTemporalFlags(addManifestFlag(command)).action(check);
}
