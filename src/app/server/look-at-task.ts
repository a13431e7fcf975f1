import { isTaskGone } from '../../core/errors.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import type { Manifest } from '../../manifest/manifest.js';

/** Time after which a task that is not there was never started, in milliseconds. */
const START_MS = 5 * 60_000;

/** @throws {Error} If the manifest has no such tool. */
export function requireTool({ tools }: Pick<Manifest, 'tools'>, name: string): ToolDefinition {
  const tool = tools.get(name);
  if (!tool) throw new Error(`The manifest of this Worker has no tool ${name}.`);
  return tool;
}

interface TaskLook<Seen> {
  readonly createdAt: string;
  /** Time for the look, in milliseconds. */
  readonly waitMs: number;
  readonly signal: AbortSignal;
  /** Temporal's time, in milliseconds since the epoch. */
  readonly nowMs: () => number;
  /** The answer if the time is over. */
  readonly inVain: Seen;
  /** The answer if the task was never started, or is no longer kept. */
  readonly gone: Seen;
}

/**
 * Looks at a task for a Worker, which may come before the task's start.
 *
 * @param look Returns `undefined` if another task has the ID.
 * @throws {Error} If the task has not started yet, and the error of the look.
 */
export async function lookAtTask<Seen>(
  { createdAt, waitMs, signal, nowMs, inVain, gone }: TaskLook<Seen>,
  look: (stop: AbortSignal) => Promise<Seen | undefined>,
): Promise<Seen> {
  const stop = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(waitMs))]);
  try {
    const seen = await look(stop);
    if (seen !== undefined) return seen;
  } catch (error) {
    if (stop.aborted) return inVain;
    if (!isTaskGone(error)) throw error;
  }
  if (nowMs() - Date.parse(createdAt) > START_MS) return gone;
  throw new Error('The task has not started yet.');
}
