import { status as Status } from '@grpc/grpc-js';
import {
  type BackoffOptions,
  defaultGrpcRetryOptions,
  makeGrpcRetryInterceptor,
} from '@temporalio/client';

import { saysTooLarge, saysTooManyPolls } from './service-texts.js';

/** Marks the error of a call of which the service has refused every try: nothing was done. */
export const REFUSED_MARK = 'mcp-refused';

type RetryInterceptor = ReturnType<typeof makeGrpcRetryInterceptor>;

/** Repeats calls that may succeed later, as the Temporal Client does by default. */
export function retryCalls(options: Partial<BackoffOptions> = {}): RetryInterceptor {
  const { delayFunction, retryableDecider } = defaultGrpcRetryOptions(options);
  return (call, next) => {
    let isRefused = true;
    const retry = makeGrpcRetryInterceptor({
      delayFunction,
      retryableDecider: (attempt, status) => {
        isRefused &&= status.code === Status.RESOURCE_EXHAUSTED;
        if (isRefused) status.metadata.set(REFUSED_MARK, 'true');
        // By its code alone, a message that is too large looks like a busy service. Too many long polls become fewer
        // only when this server learns of it, so a retry has to come after that.
        return (
          !saysTooLarge(status.details) &&
          !saysTooManyPolls(status.details) &&
          retryableDecider(attempt, status)
        );
      },
    });
    return retry(call, next);
  };
}
