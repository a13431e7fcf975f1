import type * as Library from '@temporalio/worker';

export type WorkerLibrary = typeof Library;

/**
 * Loads `@temporalio/worker`, which is optional, because a server does not need its 200 MB.
 *
 * @throws {Error} If it is not installed; the message says which command installs it.
 */
export async function loadWorkerLibrary(): Promise<WorkerLibrary> {
  try {
    return await import('@temporalio/worker');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error(
      'A Worker needs a package that the server alone does not. Install it: npm install temporal-mcp-tasks @temporalio/worker',
      { cause: error },
    );
  }
}
