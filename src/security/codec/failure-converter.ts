import { DefaultFailureConverter } from '@temporalio/common';

/**
 * Puts messages and stack traces of failures into payloads, which the codec encrypts. A Worker loads it by its path, into the
 * sandbox of Workflows as well.
 */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
