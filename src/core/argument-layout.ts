/** How what somebody has filled in becomes the arguments of a message to a Workflow. */

/** A value that is always the same. */
export interface ConstantArgument {
  readonly value: unknown;
}

/** All of it as one object; or one argument after the other: a member by its name, or a constant. */
export type ArgumentLayout = 'object' | readonly (string | ConstantArgument)[];

/**
 * Values by position: `null` for what is missing in the middle, because JSON has no gaps; nothing for what is missing at
 * the end.
 */
export function toPositional(values: readonly unknown[]): unknown[] {
  const end = values.findLastIndex((value) => value !== undefined) + 1;
  return values.slice(0, end).map((value) => value ?? null);
}

/** Lays members out as arguments. */
export function layOut(
  layout: ArgumentLayout,
  members: Readonly<Record<string, unknown>>,
): readonly unknown[] {
  if (layout === 'object') return [members];
  return toPositional(layout.map((one) => (typeof one === 'string' ? members[one] : one.value)));
}
