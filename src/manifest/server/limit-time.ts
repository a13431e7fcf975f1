import { createContext, Script } from 'node:vm';

/** How long a schema library may take for the arguments of one call, in milliseconds by the clock. */
export const TIME_LIMIT_MS = 500;

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
 * Runs a check that no thread can do, and stops it by Node.js's watchdog for scripts. Meanwhile the process does
 * nothing else, so use it only for code of the manifest's author: the rules of a zod object.
 *
 * @returns What the check returns, or `undefined` when it was stopped.
 */
export function limitTime<Result>(check: () => Result): Result | undefined {
  // A check may have another one within it.
  const outer: unknown = context['check'];
  context['check'] = check;
  try {
    return script.runInContext(context, { timeout: TIME_LIMIT_MS }) as Result;
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return undefined;
  } finally {
    context['check'] = outer;
  }
}
