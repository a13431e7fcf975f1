import { isRecord } from '../../core/value/is-record.js';

import type { JobSource } from './job-group.js';
import { PRESETS } from './presets.js';

/** Bodies, in which null is a value. */
const BODIES = ['json', 'form', 'multipart'];

function merge(preset: unknown, own: unknown, isBody = false): unknown {
  if (own === undefined) return preset;
  if (!isRecord(own)) return own;
  const below = isRecord(preset) ? preset : {};
  const merged = [...new Set([...Object.keys(below), ...Object.keys(own)])].map((name) => [
    name,
    // The values of one ID belong together.
    name === 'ids'
      ? (own[name] ?? below[name])
      : merge(below[name], own[name], isBody || BODIES.includes(name)),
  ]);
  return Object.fromEntries(
    merged.filter(
      ([name, value]) => value !== null || (isBody && below[String(name)] === undefined),
    ),
  );
}

export const DEFAULT_PRESET = 'status';

/** Lays a tool's own keys on those of its preset: maps are merged, other values replace. */
export function withPreset(own: JobSource): JobSource {
  return merge(PRESETS[own.preset ?? DEFAULT_PRESET], own) as JobSource;
}
