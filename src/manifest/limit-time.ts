import { createContext, Script } from 'node:vm';

import type { ParsedInput } from '../core/tool-definition.js';

/**
 * How long a check of one value may take, in milliseconds of the processor's time. One of the largest arguments takes a
 * tenth of it; but meanwhile the process does nothing else, so it must not be much.
 */
export const CHECK_LIMIT_MS = 500;
/** How often a check is tried that had too little of a busy machine, each time for twice as long by the clock. */
const MAX_TRIES = 4;

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

/** What the process has used of its processors, in milliseconds. */
function usedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Runs a check, and stops it in the middle when it takes too long, by the watchdog that Node.js has for scripts; some
 * 0.1 ms go into that. For what cannot be bounded otherwise: patterns that JavaScript's own engine matches, schemas that
 * refer to themselves, rules of a schema library. The watchdog goes by the clock, so a check that was stopped because
 * others had the processor is tried again: it must not leave anything half done that others see.
 *
 * @returns What the check returns, or `undefined` when it was stopped.
 */
export function limitTime<Result>(check: () => Result): Result | undefined {
  // A check may have another one within it.
  const outer: unknown = context['check'];
  context['check'] = check;
  try {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const before = usedMs();
      try {
        return script.runInContext(context, { timeout: CHECK_LIMIT_MS * 2 ** tries }) as Result;
      } catch (error) {
        if (!isTimeout(error)) throw error;
        if (usedMs() - before >= CHECK_LIMIT_MS * 0.9) return undefined;
      }
    }
    return undefined;
  } finally {
    context['check'] = outer;
  }
}

/** The arguments of a call of which nobody knows in time whether they fit: not to know is to refuse them. */
export const UNCHECKED_INPUT: ParsedInput = {
  ok: false,
  violations: [{ path: '', message: `cannot be checked within ${CHECK_LIMIT_MS} ms` }],
};
