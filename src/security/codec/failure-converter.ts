import { DefaultFailureConverter } from '@temporalio/common';

/**
 * Puts messages and stack traces of failures into payloads, which the codec encrypts. A Worker loads this file by its
 * path, also into the sandbox of Workflows.
 */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
