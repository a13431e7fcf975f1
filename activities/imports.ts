import { ApplicationFailure, activityInfo } from '@temporalio/activity';

import { referenceFor } from './reference.js';
import { simulateWork } from './simulate-work.js';

/** Input of {@link importFile}. */
export interface ImportFileInput {
  /** Same key, same batch: rows that an earlier attempt stored are not stored twice. */
  idempotencyKey: string;
  /** Name of the file; only `.csv` files are well-formed. */
  fileName: string;
  /** How many rows the simulated file has. */
  rowCount: number;
  /** Simulation: how many attempts fail before one succeeds. */
  failures: number;
  /** How long an attempt takes, in milliseconds. */
  durationMs: number;
}

/** Result of {@link importFile}. */
export interface ImportedFile {
  /** ID of the batch that holds the rows. */
  batchId: string;
  /** How many rows were stored. */
  importedRows: number;
  /** How many attempts it took, counted from 1. */
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
