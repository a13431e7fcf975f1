import { isRecord } from '../../core/value/is-record.js';

/** A `traceparent` (W3C Trace Context, version 00): trace, span and flags. An ID of zeros is invalid. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** A span of another program. */
export interface RemoteSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

/** Reads a `traceparent`; `undefined` if it is malformed. */
export function parseTraceparent(value: unknown): RemoteSpan | undefined {
  const match = typeof value === 'string' ? TRACEPARENT.exec(value) : null;
  const [, traceId, spanId, flags] = match ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) };
}

/** Returns `_meta` of a request's params. */
export function metaIn(params: unknown): Readonly<Record<string, unknown>> {
  const meta = isRecord(params) ? params['_meta'] : undefined;
  return isRecord(meta) ? meta : {};
}
