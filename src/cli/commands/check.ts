import { styleText } from 'node:util';

import type { Command } from 'commander';

import { toCleanJson } from '../../app/config/clean-text.js';
import { connectTemporal } from '../../app/config/connect-temporal.js';
import { loadAuthSettings } from '../../app/config/load-auth-settings.js';
import { loadTemporalSettings } from '../../app/config/load-temporal-settings.js';
import type { Finding } from '../../check/finding.js';
import { inspectGuards } from '../../check/inspect-guards.js';
import { inspectIssuers } from '../../check/inspect-issuers.js';
import { inspectNamespace } from '../../check/inspect-namespace.js';
import {
  inspectDescriptions,
  inspectDrafts,
  inspectNames,
  inspectTaskSupport,
} from '../../check/inspect-tools.js';
import { findRestrictedTools } from '../../check/restricted-tools.js';
import { formatPath, type LocatedProblem, ManifestError } from '../../manifest/manifest-error.js';
import type { Manifest } from '../../manifest/manifest.js';
import { createCommand } from '../create-command.js';
import { ExitCode } from '../exit-code.js';
import { answerStream } from '../keep-stdout.js';
import { loadTools } from '../load-tools.js';
import {
  addManifestFlag,
  addTemporalFlags,
  type ManifestFlags,
  type TemporalFlags,
  toTemporalOptions,
} from '../options.js';
import { printLine } from '../print-line.js';

interface CheckFlags extends TemporalFlags, ManifestFlags {
  readonly offline?: true | undefined;
  /** Prints one JSON value at the end. Default: text while it checks. */
  readonly json?: true | undefined;
  /** Warnings count as problems. */
  readonly strict?: true | undefined;
}

const HELP = `
Levels:
  PROBLEM  calls do not work
  warning  calls may not work; the line says how certain that is
  unknown  only a start could tell
Exit code: 1 for a PROBLEM, with --strict for a warning, too.

Examples:
  temporal-mcp-tasks check
  temporal-mcp-tasks check --strict --json --manifest mcp-tasks.yaml`;

/** The beginning of a finding's line. Only a terminal gets colours. */
const MARKS: Record<Finding['level'], string> = {
  ok: styleText('green', 'ok     '),
  unknown: styleText('dim', 'unknown'),
  warning: styleText('yellow', 'warning'),
  problem: styleText('red', 'PROBLEM'),
};

/** A finding as `--json` prints it. */
interface ReportedFinding {
  readonly level: Finding['level'];
  readonly tool?: string | undefined;
  readonly file?: string | undefined;
  /** Path in the file: `tools.buy.questions.approval`. */
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly message: string;
}

/** Sorts findings: first those about several tools, then those of each tool. */
function byTool(findings: readonly Finding[]): Finding[] {
  const tools = [...new Set(findings.map(({ tool }) => tool))].filter((tool) => tool !== undefined);
  return [undefined, ...tools].flatMap((tool) =>
    findings.filter((finding) => finding.tool === tool),
  );
}

function toText({ tool, file, line, column, message }: ReportedFinding): string {
  const position = file === undefined ? '' : `${file}:${line}:${column} `;
  return `${position}${tool === undefined ? '' : `${tool}: `}${message}`;
}

/** Prints findings, and sets the exit code to 1 for a problem. */
class CheckReport {
  readonly #flags: CheckFlags;
  readonly #findings: ReportedFinding[] = [];

  constructor(flags: CheckFlags) {
    this.#flags = flags;
  }

  add(findings: readonly Finding[], manifest?: Pick<Manifest, 'locate'>): void {
    for (const { path, ...finding } of byTool(findings)) {
      const position = path && manifest?.locate?.({ path });
      this.#add({ ...finding, path: path && formatPath(path), ...position });
    }
  }

  warn(problems: readonly LocatedProblem[], { locate }: Pick<Manifest, 'locate'>): void {
    for (const { path, key, message } of problems) {
      const position = locate?.({ path, key });
      const place = position?.path ?? formatPath(path);
      const text = this.#flags.json ? message : `${place}: ${message}`;
      this.#add({ level: 'warning', path: place, ...position, message: text });
    }
  }

  /** Adds the faults of a manifest that cannot be used. */
  refuse({ problems }: ManifestError): void {
    for (const problem of problems) this.#add({ level: 'problem', ...problem });
  }

  /** Prints the JSON value, with `--json`. */
  end(): void {
    if (!this.#flags.json) return;
    const ok = process.exitCode !== ExitCode.error;
    answerStream().write(`${toCleanJson({ ok, findings: this.#findings })}\n`);
  }

  #add(finding: ReportedFinding): void {
    const { strict = false, json = false } = this.#flags;
    if (json) this.#findings.push(finding);
    else printLine(toText(finding), { lead: `${MARKS[finding.level]}  ` });
    if (finding.level === 'problem' || (strict && finding.level === 'warning')) {
      process.exitCode = ExitCode.error;
    }
  }
}

/** Warns of tools whose questions no approver can answer, and of limits that hold back nobody. */
function inspectAccess(manifest: Manifest): Finding[] {
  const message =
    'This server does not require tokens, so "scopes" and "allow" restrict nobody, and there are no "approvers". Configure "server.auth" (docs/authorization.md).';
  return findRestrictedTools(manifest).map((tool) => {
    const section = manifest.actions?.has(tool) === true ? 'actions' : 'tools';
    return { level: 'warning', tool, path: [section, tool, 'access'], message };
  });
}

async function checkManifest(flags: CheckFlags, report: CheckReport): Promise<void> {
  const manifest = await loadTools(flags.manifest);
  const { tools, warnings = [] } = manifest;
  const names = [...tools.keys()].join(', ');
  report.add([{ level: 'ok', message: `${flags.manifest.join(', ')} is valid: ${names}.` }]);
  report.warn(
    [
      ...warnings,
      ...inspectTaskSupport(tools),
      ...inspectGuards(manifest),
      ...inspectNames(manifest),
      ...inspectDescriptions(manifest),
      ...inspectDrafts(tools),
    ],
    manifest,
  );
  if (flags.offline) return;
  const auth = loadAuthSettings(manifest.auth);
  report.add(auth ? await inspectIssuers(auth) : inspectAccess(manifest), manifest);
  const { client } = connectTemporal(await loadTemporalSettings(toTemporalOptions(flags)));
  report.add(await inspectNamespace(client, manifest), manifest);
}

async function check(flags: CheckFlags): Promise<void> {
  const report = new CheckReport(flags);
  try {
    await checkManifest(flags, report);
  } catch (error) {
    if (!flags.json || !(error instanceof Error)) throw error;
    if (error instanceof ManifestError) report.refuse(error);
    else report.add([{ level: 'problem', message: error.message }]);
  }
  report.end();
}

/**
 * `check`: checks that calls to the tools of a manifest would work. Sets the exit code to 1 for a problem, and with
 * `--strict` for a warning.
 */
export function createCheckCommand(): Command {
  const command = createCommand('check')
    .option('--offline', 'check the manifest only')
    .option('--strict', 'exit with 1 for warnings too')
    .option('--json', 'print JSON');
  return addTemporalFlags(addManifestFlag(command)).addHelpText('after', HELP).action(check);
}
