import { proxyActivities, workflowInfo } from '@temporalio/workflow';

import type { ImportedFile } from '../activities/imports.js';
import type * as activities from '../activities/index.js';

const { importFile } = proxyActivities<typeof activities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '10 seconds',
  retry: {
    initialInterval: '500 milliseconds',
    backoffCoefficient: 2,
    maximumInterval: '10 seconds',
    maximumAttempts: 5,
  },
});

/** Input of {@link importRecords}. */
export interface ImportRecordsInput {
  /** Name of the file. A name without the ending `.csv` counts as malformed. */
  fileName: string;
  /** Number of rows in the simulated file. Default: 100. */
  rowCount?: number;
  /** Number of simulated attempts that fail. With five or more, the import fails. Default: 2. */
  failures?: number;
  /** Duration of an attempt, in milliseconds. Default: 200. */
  attemptMs?: number;
}

/** Result of {@link importRecords}. */
export interface ImportedRecords extends ImportedFile {
  fileName: string;
}

/**
 * Imports a file into a storage that is sometimes unavailable.
 *
 * The retry policy above replaces a retry loop. The Activity marks the failures that Temporal must *not* retry,
 * since it knows that a malformed file stays malformed.
 *
 * @returns The imported file, with the number of attempts.
 * @throws {ActivityFailure} caused by an `ApplicationFailure` of type `MalformedFile`, at once, or
 * `StorageUnavailable`, after five attempts.
 */
export async function importRecords(input: ImportRecordsInput): Promise<ImportedRecords> {
  const { fileName, rowCount = 100, failures = 2, attemptMs = 200 } = input;
  const imported = await importFile({
    idempotencyKey: `${workflowInfo().workflowId}/import`,
    fileName,
    rowCount,
    failures,
    durationMs: attemptMs,
  });
  return { fileName, ...imported };
}
