import { InterceptingCall, type Interceptor } from '@grpc/grpc-js';

import type { CallObserver } from '../../core/request/observer.js';

import { carriesTrace, withTrace } from './trace-header.js';

/** Reports each call of a connection, and adds the current trace to starts and messages. */
export function observeCalls({ trace, ended }: CallObserver): Interceptor {
  return (options, nextCall) => {
    const operation = options.method_definition.path.split('/').at(-1) ?? '';
    const traced = carriesTrace(operation) ? trace(operation) : undefined;
    const startedAtMs = performance.now();
    return new InterceptingCall(nextCall(options), {
      start: (metadata, _listener, next) => {
        next(metadata, {
          onReceiveStatus: (status, pass) => {
            ended(operation, status.code, (performance.now() - startedAtMs) / 1_000);
            traced?.ended(status.code);
            pass(status);
          },
        });
      },
      sendMessage: (message: unknown, next) => {
        const isTraced = traced && message instanceof Uint8Array;
        next(isTraced ? withTrace(operation, message, traced.fields) : message);
      },
    });
  };
}
