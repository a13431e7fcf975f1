import type { Protocol } from '../../core/protocol.js';
import type { TaskStatus } from '../../core/task/task-status.js';
import type { Task } from '../../core/task/task.js';
import type { GenerationOptions } from '../../mcp/generation.js';
import { protocol as protocol2025 } from '../../mcp/rev2025-11-25/wire/protocol.js';
import { recognize as recognize2025 } from '../../mcp/rev2025-11-25/wire/recognize.js';
import { protocol as protocol2026 } from '../../mcp/rev2026-07-28/wire/protocol.js';
import { recognize as recognize2026 } from '../../mcp/rev2026-07-28/wire/recognize.js';

import {
  createLazyGeneration,
  type GenerationSource,
  type LazyGeneration,
} from './lazy-generation.js';

/** All generations, newest first. Each SDK is loaded at its generation's first use. */
const GENERATIONS: readonly GenerationSource[] = [
  {
    name: '2026-07-28',
    recognize: recognize2026,
    load: async () => (await import('../../mcp/rev2026-07-28/index.js')).createGeneration,
  },
  {
    name: '2025-11-25',
    recognize: recognize2025,
    load: async () => (await import('../../mcp/rev2025-11-25/index.js')).createGeneration,
  },
];

/** The names of all generations that can be served, newest first. */
export const GENERATION_NAMES: readonly string[] = GENERATIONS.map(({ name }) => name);

/** `undefined` if all are known. */
export function findGenerationProblem(
  wanted: readonly string[],
): { readonly index: number; readonly message: string } | undefined {
  const index = wanted.findIndex((name) => !GENERATION_NAMES.includes(name));
  if (index < 0) return undefined;
  const message = `There is no generation "${wanted[index] ?? ''}" to serve: name some of ${GENERATION_NAMES.join(', ')}.`;
  return { index, message };
}

/**
 * Creates the served generations, each loaded at first use.
 *
 * @param wanted Their names, in any order. Absent: all.
 * @returns Newest first.
 * @throws {Error} If a name is not one of {@link GENERATION_NAMES}, or the list is empty.
 */
export function createGenerations(
  options: GenerationOptions,
  wanted: readonly string[] = GENERATION_NAMES,
): [LazyGeneration, ...LazyGeneration[]] {
  const problem = findGenerationProblem(wanted);
  if (problem !== undefined) throw new Error(problem.message);
  const [first, ...others] = GENERATIONS.filter(({ name }) => wanted.includes(name)).map((source) =>
    createLazyGeneration(source, options),
  );
  if (!first) throw new Error('No generation to serve: name at least one.');
  return [first, ...others];
}

/** The newest generation's mapping of task status, for readers without a client. */
export const newestProtocol: Protocol = protocol2026;

/** Returns the status of a task by the protocol revision of its creation; the newest one is the default. */
export function statusOf(task: Task): TaskStatus {
  const own = [protocol2026, protocol2025].find(({ version }) => version === task.protocolVersion);
  return (own ?? protocol2026).toStatus(task);
}
