import { createContext, Script } from 'node:vm';

import type { ParsedInput } from '../core/tool-definition.js';

/**
 * How long a check of one value may take, in milliseconds. One of the largest arguments takes a twentieth of it, and has to
 * get through on a busy machine too; but meanwhile the process does nothing else.
 */
export const CHECK_LIMIT_MS = 1_000;

const context = createContext({ check: undefined });
const script = new Script('check()');

function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}

/**
 * Runs a check, and stops it in the middle when it takes too long, by the watchdog that Node.js has for scripts; some
 * 0.1 ms go into that. For what cannot be bounded otherwise: patterns that JavaScript's own engine matches, schemas that
 * refer to themselves, rules of a schema library. The check must not leave anything half done that others see.
 *
 * @returns What the check returns, or `undefined` when it was stopped.
 */
export function limitTime<Result>(check: () => Result): Result | undefined {
  context['check'] = check;
  try {
    return script.runInContext(context, { timeout: CHECK_LIMIT_MS }) as Result;
  } catch (error) {
    if (isTimeout(error)) return undefined;
    throw error;
  } finally {
    context['check'] = undefined;
  }
}

/** The arguments of a call of which nobody knows in time whether they fit: not to know is to refuse them. */
export const UNCHECKED_INPUT: ParsedInput = {
  ok: false,
  violations: [{ path: '', message: `cannot be checked within ${CHECK_LIMIT_MS} ms` }],
};
