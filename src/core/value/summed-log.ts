import type { Logger } from '../logger.js';

/** Time for which lines of one kind are counted, in milliseconds. */
const WINDOW_MS = 60_000;
/**
 * Maximum number of kinds in one window. Further ones count as one kind, since clients may choose the words of lines.
 */
const MAX_KINDS = 100;
const OTHERS = 'others';

/** A log line of a kind that clients can cause at any rate. */
export interface SummedLine {
  readonly level: 'info' | 'warn' | 'error';
  /** Distinguishes lines with the same message. */
  readonly kind: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

const counted = new WeakMap<Logger, Map<string, number>>();

/**
 * Logs the first line of a kind and, a minute later, the number of further ones, if any.
 *
 * @param logger Each logger has separate counts.
 */
export function logSummed(
  logger: Logger | undefined,
  { level, kind, fields, message }: SummedLine,
): void {
  if (!logger) return;
  const counts = counted.get(logger) ?? new Map<string, number>();
  counted.set(logger, counts);
  const own = `${message} ${kind}`;
  const key = counts.has(own) || counts.size < MAX_KINDS ? own : OTHERS;
  const count = counts.get(key);
  counts.set(key, (count ?? -1) + 1);
  if (count !== undefined) return;
  logger[level](fields, message);
  const timer: unknown = setTimeout(() => {
    const more = counts.get(key) ?? 0;
    counts.delete(key);
    if (more === 0) return;
    const ofKind = key === OTHERS ? {} : { kind };
    logger[level]({ ...ofKind, count: more }, `${message}: repeated in the last minute`);
  }, WINDOW_MS);
  // The timer does not keep the process running.
  (timer as { unref?: (() => void) | undefined }).unref?.();
}
