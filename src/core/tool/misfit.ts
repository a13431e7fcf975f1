import type { Expression } from './expression.js';

/** What in a mapping does not fit a value. Its message is for clients: it quotes nothing of the value. */
export class Misfit extends Error {
  override readonly name = 'Misfit';
}

/** Something that a Workflow has returned, and whose it is. */
export interface ReturnedValue {
  readonly value: unknown;
  readonly owner: string;
}

/**
 * What an expression of a mapping gives.
 *
 * @param key Where it stands in the manifest.
 * @throws {Misfit} When it gives nothing, or fails.
 */
export async function evaluateFor(
  expression: Expression,
  { value, owner }: ReturnedValue,
  key: string,
): Promise<unknown> {
  const evaluated = await expression.evaluate(value, { owner });
  if (!evaluated.ok) throw new Misfit(`${key}: ${evaluated.reason}`);
  if (evaluated.value === undefined) throw new Misfit(`${key} gives nothing`);
  return evaluated.value;
}

/** A value as people read it: a text as it is, anything else as JSON. */
export function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
