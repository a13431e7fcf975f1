import { LongDecimal } from './long-decimal.js';

/** Returns true for a JSON object. Arrays, `null` and numbers with all their digits aren't objects here. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof LongDecimal)
  );
}
