import type { Generation, GenerationOptions } from '../mcp/generation.js';

/** Makes a generation, with its SDK loaded. */
type CreateGeneration = (options: GenerationOptions) => Generation;

/** Every generation there is, newest first. Each SDK is loaded only where its generation is served. */
const GENERATIONS: ReadonlyMap<string, () => Promise<CreateGeneration>> = new Map([
  ['2026-07-28', async () => (await import('../mcp/rev2026-07-28/index.js')).createGeneration],
  ['2025-11-25', async () => (await import('../mcp/rev2025-11-25/index.js')).createGeneration],
]);

/** The names of all generations that can be served, newest first. */
export const GENERATION_NAMES: readonly string[] = [...GENERATIONS.keys()];

/** What is wrong with the names of generations that are wanted; `undefined`: nothing. */
export function findGenerationProblem(wanted: readonly string[]): string | undefined {
  const unknown = wanted.find((name) => !GENERATIONS.has(name));
  return unknown === undefined
    ? undefined
    : `There is no generation "${unknown}" to serve: name some of ${GENERATION_NAMES.join(', ')}.`;
}

/**
 * Loads generations.
 *
 * @param wanted Their names, in any order. Absent: all.
 * @returns What makes each of them, newest first.
 * @throws {Error} When a name is not one of {@link GENERATION_NAMES}, or there is none.
 */
export async function loadGenerations(
  wanted: readonly string[] = GENERATION_NAMES,
): Promise<[CreateGeneration, ...CreateGeneration[]]> {
  const problem = findGenerationProblem(wanted);
  if (problem !== undefined) throw new Error(problem);
  const loaded: CreateGeneration[] = [];
  for (const [name, load] of GENERATIONS) if (wanted.includes(name)) loaded.push(await load());
  const [first, ...others] = loaded;
  if (!first) throw new Error('There is no generation to serve: name one at least.');
  return [first, ...others];
}
