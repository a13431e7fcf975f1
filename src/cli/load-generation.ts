import type { Logger } from '../core/logger.js';
import { Generation } from '../core/task-status.js';

/** The optional packages that generation 2026-07-28 takes. */
const SDK = '@modelcontextprotocol/server';
const PACKAGES = `${SDK} @modelcontextprotocol/node`;

/** Which generations are wanted, and where it is said that one is not there. */
export interface LoadGenerationOptions {
  /** As the manifest says. Absent: all that this installation can serve. */
  readonly generations: readonly Generation[] | undefined;
  readonly logger: Logger;
}

/** Whether a generation is to be served, if it can be. */
export function isWanted(
  generation: Generation,
  generations: readonly Generation[] | undefined,
): boolean {
  return generations?.includes(generation) ?? true;
}

function isNotInstalled(error: unknown): boolean {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  return code === 'ERR_MODULE_NOT_FOUND' && String(message).includes('@modelcontextprotocol/');
}

/**
 * Loads what serves generation 2026-07-28, with its optional SDK: only where the generation is wanted.
 *
 * @param load Imports the module.
 * @returns `undefined` when it is not wanted; or when nobody has said that it is, and its SDK is not installed.
 * @throws {Error} When it is asked for by name and its SDK is not installed; the message says what to install.
 */
export async function loadRev2026<Module>(
  load: () => Promise<Module>,
  { generations, logger }: LoadGenerationOptions,
): Promise<Module | undefined> {
  if (!isWanted(Generation.rev2026, generations)) return undefined;
  try {
    return await load();
  } catch (error) {
    if (!isNotInstalled(error)) throw error;
    if (generations) {
      throw new Error(
        `The manifest asks for generation ${Generation.rev2026}, whose SDK is not installed: npm install ${PACKAGES}`,
        { cause: error },
      );
    }
    logger.info({}, `Only ${Generation.rev2025} is served: ${SDK} is not installed`);
    return undefined;
  }
}
