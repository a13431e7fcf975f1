import type { Client } from '@temporalio/client';

import { connectTemporal } from '../../app/config/connect-temporal.js';
import { loadAuthSettings } from '../../app/config/load-auth-settings.js';
import { loadTemporalSettings } from '../../app/config/load-temporal-settings.js';
import { withCodec } from '../../app/config/with-codec.js';
import { createConnections } from '../../app/server/create-connections.js';
import type { LocatedProblem } from '../../manifest/file/located-problem.js';
import { formatPath } from '../../manifest/file/manifest-error.js';
import { nearestName } from '../../manifest/file/nearest-name.js';
import type { Manifest } from '../../manifest/manifest.js';
import { inspectPatterns } from '../../manifest/tool/inspect-patterns.js';
import { inspectTaskSupport } from '../../manifest/tool/inspect-task-support.js';
import type { Finding } from '../../temporal/check/finding.js';
import { inspectNamespace } from '../../temporal/check/inspect-namespace.js';
import { inspectTask } from '../../temporal/check/inspect-task.js';
import { checkAccess } from '../access/check-access.js';
import { checkTokens } from '../access/check-tokens.js';
import { toCheckedNamespaces } from '../access/checked-namespaces.js';
import { describeToolPatterns } from '../describe-tool-patterns.js';
import { loadTools } from '../load-tools.js';
import { type ManifestFlags, type TemporalFlags, toTemporalOptions } from '../options.js';

/** Flags of `check`. */
export interface CheckFlags extends TemporalFlags, ManifestFlags {
  readonly offline?: true;
  /** A task ID: only this task is looked at. */
  readonly task?: string;
  /** A file with a caller: only their access is checked. */
  readonly as?: string;
  /** Of that, in JSON. */
  readonly json?: true;
}

const MARKS: Record<Finding['level'], string> = {
  ok: 'ok     ',
  unknown: 'unknown',
  warning: 'warning',
  problem: 'PROBLEM',
};

function print({ level, tool, message }: Finding): void {
  process.stdout.write(`${MARKS[level]}  ${tool === undefined ? '' : `${tool}: `}${message}\n`);
}

/** Findings about several tools first, then those of each tool. */
function byTool(findings: readonly Finding[]): Finding[] {
  const tools = [...new Set(findings.map(({ tool }) => tool))].filter((tool) => tool !== undefined);
  return [undefined, ...tools].flatMap((tool) => findings.filter((one) => one.tool === tool));
}

function toText({ path, key, message }: LocatedProblem, { locate }: Manifest): string {
  const place = locate?.({ path, ...(key !== undefined && { key }) });
  const position = place ? `${place.file}:${place.line}:${place.column} ` : '';
  return `${position}${formatPath(path)}: ${message}`;
}

function report(findings: readonly Finding[]): void {
  byTool(findings).forEach(print);
  if (findings.some(({ level }) => level === 'problem')) process.exitCode = 1;
}

function toPatternNames({ patterns = [] }: Manifest): string[] {
  return patterns.map(({ name }) => name);
}

/**
 * Checks that calls to the tools of a manifest would work, explains why a task cannot go on, or explains a caller's
 * access. Sets the exit code to 1 for a problem.
 */
export async function check(flags: CheckFlags): Promise<void> {
  if (flags.task !== undefined) {
    const settings = await withCodec(await loadTemporalSettings(toTemporalOptions(flags)));
    const { client } = connectTemporal(settings);
    report(await inspectTask(client, flags.task));
    return;
  }
  const manifest = await loadTools(flags.manifest);
  if (flags.as !== undefined) {
    await checkAccess(manifest, { from: flags.as, json: flags.json });
    return;
  }
  if (flags.json) throw new Error('--json is for what --as finds: name somebody with --as.');
  const { tools } = manifest;
  const names = flags.manifest.join(', ');
  print({
    level: 'ok',
    message: `${names} is valid: ${[...tools.keys(), ...toPatternNames(manifest)].join(', ')}.`,
  });
  for (const warning of [
    ...(manifest.warnings ?? []),
    ...inspectPatterns(tools),
    ...inspectTaskSupport(tools),
  ]) {
    print({ level: 'warning', message: toText(warning, manifest) });
  }
  if (flags.offline) return;

  report(await checkTokens(manifest, loadAuthSettings(manifest.auth)));
  const unencrypted = await loadTemporalSettings(toTemporalOptions(flags));
  const settings = await withCodec(unencrypted, manifest.codecKeys);
  const connect = createConnections(settings, () => manifest.namespaces);
  const clientOf = async (name?: string): Promise<Client> => (await connect(name)).client;
  const { manifest: expanded, findings } = await describeToolPatterns(clientOf, manifest);
  report(findings);
  for (const { title, namespace, tools } of toCheckedNamespaces(expanded)) {
    if (title !== undefined) print({ level: 'ok', message: title });
    const client = await clientOf(namespace);
    report(await inspectNamespace(client, { ...expanded, tools }, nearestName));
  }
}
