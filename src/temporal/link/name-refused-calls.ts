import { InterceptingCall, type Interceptor, status as GrpcStatus } from '@grpc/grpc-js';

/** Codes of calls that Temporal, or a proxy in front of it, refuses to a role. */
const REFUSED: readonly GrpcStatus[] = [
  GrpcStatus.PERMISSION_DENIED,
  GrpcStatus.UNIMPLEMENTED,
  GrpcStatus.UNAUTHENTICATED,
];

/** Adds the name of a refused call to its error, so that an operator knows which permission is missing. */
export const nameRefusedCalls: Interceptor = (options, nextCall) =>
  new InterceptingCall(nextCall(options), {
    start(metadata, _listener, next) {
      next(metadata, {
        onReceiveStatus(status, pass) {
          const name = options.method_definition.path.split('/').at(-1) ?? '';
          // The object itself is changed: the retries of the Temporal Client do not work with a copy.
          if (REFUSED.includes(status.code)) status.details = `${status.details} (${name})`;
          pass(status);
        },
      });
    },
  });
