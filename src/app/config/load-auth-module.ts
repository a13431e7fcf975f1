import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { ToPrincipal, VerifyToken } from '../../core/person/auth-settings.js';

export interface AuthModule {
  readonly verifyToken: VerifyToken;
  readonly toPrincipal?: ToPrincipal;
}

/**
 * Loads the module of the manifest's `server.auth.module`. A relative path starts at the current directory.
 *
 * @throws {Error} If it cannot be loaded, or has no function `verifyToken`.
 */
export async function loadAuthModule(path: string): Promise<AuthModule> {
  let loaded: Partial<AuthModule>;
  try {
    loaded = (await import(pathToFileURL(resolve(path)).href)) as Partial<AuthModule>;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The auth module ${path} cannot be loaded: ${reason}`, { cause: error });
  }
  const { verifyToken, toPrincipal } = loaded;
  if (typeof verifyToken === 'function')
    return { verifyToken, ...(toPrincipal && { toPrincipal }) };
  throw new Error(`The module ${path} has no export named "verifyToken".`);
}
