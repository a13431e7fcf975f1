import type { ActivityInterceptorsFactory } from '@temporalio/worker';

import { toWellFormed } from '../core/value/exact-json.js';

/** Texts of a failure that its message to Temporal has as they are. */
const TEXTS = ['message', 'stack', 'type'];

function mend(error: unknown): unknown {
  if (typeof error === 'string') return toWellFormed(error);
  for (let part = error; part instanceof Error; part = part.cause) {
    for (const name of TEXTS) {
      const text: unknown = Reflect.get(part, name);
      if (typeof text === 'string') Reflect.set(part, name, toWellFormed(text));
    }
  }
  return error;
}

/** Mends half a character in what an Activity throws. The SDK's Worker ends at a message that UTF-8 cannot carry. */
export const wellFormedFailures: ActivityInterceptorsFactory = () => ({
  inbound: {
    execute: async (input, next) => {
      try {
        return await next(input);
      } catch (error) {
        throw mend(error);
      }
    },
  },
});
