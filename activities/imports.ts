import { ApplicationFailure, activityInfo } from '@temporalio/activity';

import { referenceFor } from './reference.js';
import { simulateWork } from './simulate-work.js';

/** Input of {@link importFile}. */
export interface ImportFileInput {
  /** Repeated calls with the same key return the same batch and store no row twice. */
  idempotencyKey: string;
  /** Name of the file; only `.csv` files are well-formed. */
  fileName: string;
  /** Number of rows in the simulated file. */
  rowCount: number;
  /** Number of simulated attempts that fail before the first success. */
  failures: number;
  /** Duration of an attempt, in milliseconds. */
  durationMs: number;
}

/** Result of {@link importFile}. */
export interface ImportedFile {
  /** ID of the batch that holds the rows. */
  batchId: string;
  importedRows: number;
  /** Number of attempts, the successful one included. */
  attempts: number;
}

/**
 * Stores the rows of a file. Idempotent by key.
 *
 * @throws {ApplicationFailure} type `MalformedFile`, not retryable: trying again can't help.
 * @throws {ApplicationFailure} type `StorageUnavailable`, retryable, as often as the input asks.
 */
export async function importFile(input: ImportFileInput): Promise<ImportedFile> {
  const { attempt } = activityInfo();
  await simulateWork(input.durationMs);

  if (!input.fileName.endsWith('.csv')) {
    throw ApplicationFailure.nonRetryable(`${input.fileName} is not a CSV file`, 'MalformedFile');
  }
  if (attempt <= input.failures) {
    throw ApplicationFailure.retryable('The storage did not answer', 'StorageUnavailable');
  }
  return {
    batchId: referenceFor('batch', input.idempotencyKey),
    importedRows: input.rowCount,
    attempts: attempt,
  };
}
