/** The report of `check`: text while it checks, or one JSON value at the end. */
import {
  formatPath,
  type LocatedProblem,
  type ManifestError,
} from '../manifest/file/manifest-error.js';
import type { Manifest, ManifestPosition } from '../manifest/manifest.js';
import type { Finding } from '../temporal/check/finding.js';

import { ExitCode } from './exit-code.js';

const MARKS: Record<Finding['level'], string> = {
  ok: 'ok     ',
  unknown: 'unknown',
  warning: 'warning',
  problem: 'PROBLEM',
};

/** A finding as `--json` prints it. */
interface ReportedFinding extends Partial<ManifestPosition> {
  readonly level: Finding['level'];
  readonly tool?: string;
  /** Path in the file: `tools.buy.questions.approval`. */
  readonly path?: string;
  readonly message: string;
}

export interface CheckReportOptions {
  readonly json?: boolean | undefined;
  /** Warnings count as problems. */
  readonly strict?: boolean | undefined;
}

/** Sorts findings: first those about several tools, then those of each tool. */
function byTool(findings: readonly Finding[]): Finding[] {
  const tools = [...new Set(findings.map(({ tool }) => tool))].filter((tool) => tool !== undefined);
  return [undefined, ...tools].flatMap((tool) => findings.filter((one) => one.tool === tool));
}

function toLine({ level, tool, file, line, column, message }: ReportedFinding): string {
  const position = file === undefined ? '' : `${file}:${line}:${column} `;
  return `${MARKS[level]}  ${position}${tool === undefined ? '' : `${tool}: `}${message}`;
}

/** Prints findings, and sets the exit code to 1 for a problem. */
export class CheckReport {
  readonly #options: CheckReportOptions;
  readonly #found: ReportedFinding[] = [];

  constructor(options: CheckReportOptions) {
    this.#options = options;
  }

  add(findings: readonly Finding[], manifest?: Pick<Manifest, 'locate'>): void {
    for (const { path, ...finding } of byTool(findings)) {
      const position = path && manifest?.locate?.({ path });
      this.#add({ ...finding, ...(path && { path: formatPath(path) }), ...position });
    }
  }

  /** Adds warnings about a manifest itself. */
  warn(problems: readonly LocatedProblem[], { locate }: Pick<Manifest, 'locate'>): void {
    for (const { path, key, message } of problems) {
      const position = locate?.({ path, ...(key !== undefined && { key }) });
      const place = position?.path ?? formatPath(path);
      const text = this.#options.json ? message : `${place}: ${message}`;
      this.#add({ level: 'warning', path: place, ...position, message: text });
    }
  }

  /** Adds the faults of a manifest that cannot be used. */
  refuse({ problems }: ManifestError): void {
    for (const problem of problems) this.#add({ level: 'problem', ...problem });
  }

  /** Prints the JSON value, with `--json`. */
  end(): void {
    if (!this.#options.json) return;
    const ok = process.exitCode !== ExitCode.error;
    process.stdout.write(`${JSON.stringify({ ok, findings: this.#found }, null, 2)}\n`);
  }

  #add(finding: ReportedFinding): void {
    const { strict = false, json = false } = this.#options;
    if (json) this.#found.push(finding);
    else process.stdout.write(`${toLine(finding)}\n`);
    if (finding.level === 'problem' || (strict && finding.level === 'warning')) {
      process.exitCode = ExitCode.error;
    }
  }
}
