/** Returns true for a JSON object. Arrays and `null` are no objects here. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
