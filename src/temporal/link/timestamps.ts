import type proto from '@temporalio/proto';

type Timestamp = proto.google.protobuf.ITimestamp | null | undefined;

/** Milliseconds since the epoch. */
export function toMs(time: Timestamp): number | undefined {
  if (time?.seconds == null) return undefined;
  return Number(time.seconds) * 1000 + (time.nanos ?? 0) / 1e6;
}

/** ISO 8601. */
export function fromTimestamp(time: Timestamp): string | undefined {
  const ms = toMs(time);
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
