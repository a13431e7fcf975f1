import type { Expression, Scope } from './expression.js';

/**
 * Returns true unless a guard (`if`) gives exactly `false`. So no value, an error or another type asks, too.
 *
 * @param guard Absent: it always asks.
 * @throws {TaskError} `busy` if too many long checks are waiting.
 */
export async function asks(guard: Expression | undefined, scope: Scope): Promise<boolean> {
  if (!guard) return true;
  const evaluated = await guard.evaluate(scope);
  return !(evaluated.ok && evaluated.value === false);
}
