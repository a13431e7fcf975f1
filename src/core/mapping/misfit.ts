import { isBytes } from '../value/bytes.js';
import { toJson } from '../value/exact-json.js';

import type { Expression, Scope } from './expression.js';

/** The error for a value that does not fit its mapping. Its message is for clients and quotes no data. */
export class Misfit extends Error {
  override readonly name = 'Misfit';
}

/**
 * @param key The expression's place in the manifest.
 * @throws {Misfit} If the expression fails or gives no value.
 */
export async function evaluateFor(
  expression: Expression,
  scope: Scope,
  key: string,
): Promise<unknown> {
  const evaluated = await expression.evaluate(scope);
  if (!evaluated.ok) throw new Misfit(`${key}: ${evaluated.reason}`);
  if ((evaluated.value ?? undefined) === undefined) throw new Misfit(`${key} gives nothing`);
  return evaluated.value;
}

/** A value as people read it: a text unchanged, bytes by their number, other values as JSON. */
export function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (isBytes(value)) return `${value.length} bytes`;
  return typeof value === 'string' ? value : toJson(value);
}
