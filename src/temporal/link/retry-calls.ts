import {
  type BackoffOptions,
  defaultGrpcRetryOptions,
  makeGrpcRetryInterceptor,
} from '@temporalio/client';

import { saysTooLarge, saysTooManyPolls } from './service-texts.js';

/** Repeats calls that may succeed later, as the Temporal Client does by default. */
export function retryCalls(
  options: Partial<BackoffOptions> = {},
): ReturnType<typeof makeGrpcRetryInterceptor> {
  const { delayFunction, retryableDecider } = defaultGrpcRetryOptions(options);
  return makeGrpcRetryInterceptor({
    delayFunction,
    // By its code alone, a message that is too large looks like a busy service. Too many long polls become fewer only
    // when this server learns of it, so a retry has to come after that.
    retryableDecider: (attempt, status) =>
      !saysTooLarge(status.details) &&
      !saysTooManyPolls(status.details) &&
      retryableDecider(attempt, status),
  });
}
