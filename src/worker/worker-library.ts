import type * as Library from '@temporalio/worker';

/** The module `@temporalio/worker`: an optional package, since a server needs none of its 200 MB. */
export type WorkerLibrary = typeof Library;
