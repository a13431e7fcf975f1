import type * as Library from '@temporalio/worker';

/** The module `@temporalio/worker`. It is optional, because a server does not need its 200 MB. */
export type WorkerLibrary = typeof Library;
