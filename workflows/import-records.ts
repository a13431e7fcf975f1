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
  /** Name of the file. One that doesn't end in `.csv` is malformed. */
  fileName: string;
  /** How many rows the simulated file has. Default: 100. */
  rowCount?: number;
  /** Simulation: how many attempts fail before one succeeds. Five or more use up all attempts. Default: 2. */
  failures?: number;
  /** How long an attempt takes, in milliseconds. Default: 200. */
  attemptMs?: number;
}

/** Result of {@link importRecords}. */
export interface ImportedRecords extends ImportedFile {
  /** Name of the file. */
  fileName: string;
}

/**
 * Imports a file through a storage that is down now and then.
 *
 * There is no retry loop here: the policy above is all. Which failures it must *not* retry is said
 * by the Activity, which alone knows that a malformed file stays malformed.
 *
 * @returns What was imported, and how many attempts it took.
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
