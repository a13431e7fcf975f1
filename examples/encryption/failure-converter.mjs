import { DefaultFailureConverter } from '@temporalio/common';

/** Puts messages and stack traces of failures into payloads, so that they are encrypted, too. */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
