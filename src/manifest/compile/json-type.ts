function typesOf(value: unknown): readonly unknown[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'bigint' || Number.isInteger(value)) return ['integer', 'number'];
  return [typeof value];
}

/** Returns true if a value is of a `type` of JSON Schema: a name, or a list of them. */
export function fitsType(value: unknown, type: unknown): boolean {
  return [type].flat().some((name) => typesOf(value).includes(name));
}
