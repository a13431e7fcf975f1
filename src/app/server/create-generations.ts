import type { Protocol } from '../../core/task/protocol.js';
import type { TaskStatus } from '../../core/task/task-status.js';
import type { Task } from '../../core/task/task.js';
import { once } from '../../core/value/once.js';
import type { Generation, GenerationOptions, LazyGeneration } from '../../mcp/generation.js';
import { protocol as protocol2025 } from '../../mcp/rev2025-11-25/wire/protocol.js';
import { recognize as recognize2025 } from '../../mcp/rev2025-11-25/wire/recognize.js';
import { protocol as protocol2026 } from '../../mcp/rev2026-07-28/wire/protocol.js';
import { recognize as recognize2026 } from '../../mcp/rev2026-07-28/wire/recognize.js';

interface Source extends Omit<LazyGeneration, 'load'> {
  readonly load: () => Promise<(options: GenerationOptions) => Generation>;
}

/** All generations, newest first. Each SDK is loaded at its generation's first use. */
const GENERATIONS: readonly Source[] = [
  {
    name: '2026-07-28',
    recognize: recognize2026,
    load: async () => (await import('../../mcp/rev2026-07-28/generation.js')).createGeneration,
  },
  {
    name: '2025-11-25',
    recognize: recognize2025,
    load: async () => (await import('../../mcp/rev2025-11-25/generation.js')).createGeneration,
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
  const message = `There is no generation "${wanted[index] ?? ''}" to serve: use one or more of ${GENERATION_NAMES.join(', ')}.`;
  return { index, message };
}

/** The generations of a server. */
export interface Generations {
  /** Newest first. */
  readonly lazy: readonly [LazyGeneration, ...LazyGeneration[]];
  readonly loadAll: () => Promise<[Generation, ...Generation[]]>;
  readonly drain: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * @param wanted Names of the served generations, in any order. Absent: all.
 * @throws {Error} If a name is not one of {@link GENERATION_NAMES}, or the list is empty.
 */
export function createGenerations(
  options: GenerationOptions,
  wanted: readonly string[] = GENERATION_NAMES,
): Generations {
  const problem = findGenerationProblem(wanted);
  if (problem !== undefined) throw new Error(problem.message);
  const loaded: Generation[] = [];
  const [first, ...others] = GENERATIONS.filter(({ name }) => wanted.includes(name)).map(
    ({ load, ...known }): LazyGeneration => ({
      ...known,
      load: once(async () => {
        const generation = (await load())(options);
        loaded.push(generation);
        return generation;
      }),
    }),
  );
  if (!first) throw new Error('No generation to serve: name at least one.');
  const close = once(async () => Promise.all(loaded.map(async (generation) => generation.close())));
  return {
    lazy: [first, ...others],
    loadAll: async () => [
      await first.load(),
      ...(await Promise.all(others.map(async ({ load }) => load()))),
    ],
    drain: async () => {
      await Promise.all(loaded.map(async (generation) => generation.drain()));
    },
    close: async () => {
      await close();
    },
  };
}

/** The newest generation's mapping of task status, for readers without a client. */
export const newestProtocol: Protocol = protocol2026;

/** Returns the status of a task by the protocol revision of its creation; the newest one is the default. */
export function statusOf(task: Task): TaskStatus {
  const own = [protocol2026, protocol2025].find(({ version }) => version === task.protocolVersion);
  return (own ?? protocol2026).toStatus(task);
}
