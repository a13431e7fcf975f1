import { isRecord } from '../../core/value/is-record.js';
import { key } from '../../definition/keys.js';
import { status } from '../../definition/tool/source.js';
import type { LocatedProblem } from '../../manifest/manifest-error.js';
import type { DeclaredWork } from '../../manifest/tool/tool-kind.js';
import { JOB_KIND } from '../contract/job-access.js';
import { JOB_MEMO_KEY } from '../contract/job-contract.js';
import { BODY_KINDS } from '../contract/job-spec.js';

import { checkJob } from './check-job.js';
import { toJobAccess, toJobWorkflow } from './expand-job.js';
import { jobGroup, type JobSource } from './job-group.js';
import { DEFAULT_PRESET, PRESETS } from './presets.js';

function merge(preset: unknown, own: unknown, isBody = false): unknown {
  if (own === undefined) return preset;
  if (!isRecord(own)) return own;
  const below = isRecord(preset) ? preset : {};
  const merged = [...new Set([...Object.keys(below), ...Object.keys(own)])].map((name) => [
    name,
    // The values of one ID belong together.
    name === 'ids'
      ? (own[name] ?? below[name])
      : merge(below[name], own[name], isBody || (BODY_KINDS as readonly string[]).includes(name)),
  ]);
  return Object.fromEntries(
    merged.filter(
      ([name, value]) => value !== null || (isBody && below[String(name)] === undefined),
    ),
  );
}

/** Lays a tool's own keys on those of its preset: maps are merged, other values replace. */
function withPreset(own: JobSource): JobSource {
  return merge(PRESETS[own.preset ?? DEFAULT_PRESET], own) as JobSource;
}

function hasAt(value: unknown, path: readonly PropertyKey[]): boolean {
  return (
    path.reduce<unknown>(
      (part, name) =>
        typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined,
      value,
    ) !== undefined
  );
}

/** A problem of a key that the preset has brought. Its author has not written it. */
function explainPreset(
  { path, message, ...others }: LocatedProblem,
  written: JobSource,
  depth: number,
): LocatedProblem {
  const { preset = DEFAULT_PRESET } = written;
  const own = path.slice(depth);
  const isBrought = hasAt(PRESETS[preset], own) && !hasAt(written, own);
  const hint = ` This key is of the preset "${preset}": write your own, or null to remove it.`;
  return { ...others, path, message: isBrought ? `${message}${hint}` : message };
}

function toDeclaredWork(written: JobSource): DeclaredWork {
  const job = withPreset(written);
  return {
    kind: JOB_KIND,
    status: status.parse([
      { heartbeat: true, text: '{$heartbeat.status}' },
      { memo: JOB_MEMO_KEY, text: '{$memo}' },
    ]),
    toStart: (of) => toJobWorkflow(job, of),
    toWork: (of) => toJobAccess(job, of),
    check: (at) =>
      checkJob(job, at).map((problem) => explainPreset(problem, written, at.path.length)),
  };
}

/** The kind of tools whose work is a job behind an HTTP API. */
export const jobKind = key(
  jobGroup.transform(toDeclaredWork),
  'Work behind an HTTP API, instead of a Workflow Type.',
);
