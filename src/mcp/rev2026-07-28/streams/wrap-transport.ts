import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';

/** Passes a message on, as it came or another one in its place. */
export type Pass<Result> = (message: JSONRPCMessage) => Result;

/** What is done with the messages of a connection on their way. */
export interface Interception {
  /** With each one of the client's. Nobody waits for it, so failures are its own to report. */
  readonly onMessage: (message: JSONRPCMessage, pass: Pass<void>) => void;
  /** With each one of the server's. Default: it is passed on. */
  readonly onSend?: (message: JSONRPCMessage, pass: Pass<Promise<void>>) => Promise<void>;
  /** When the connection has ended. */
  readonly onClose?: () => void;
}

/** A connection whose messages are looked at on their way between its transport and the SDK's server. */
export function wrapTransport(
  inner: Transport,
  { onMessage, onSend, onClose }: Interception,
): Transport {
  const wrapped: Transport = {
    async start() {
      inner.onmessage = (message, extra) => {
        onMessage(message, (passed) => wrapped.onmessage?.(passed, extra));
      };
      inner.onclose = () => {
        onClose?.();
        wrapped.onclose?.();
      };
      inner.onerror = (error) => wrapped.onerror?.(error);
      await inner.start();
    },
    async send(message, options) {
      const pass = async (passed: JSONRPCMessage): Promise<void> => inner.send(passed, options);
      await (onSend ? onSend(message, pass) : pass(message));
    },
    close: async () => inner.close(),
  };
  return wrapped;
}

/** Reports what went wrong on a connection, as its transport does. */
export function reportError({ onerror }: Transport, error: unknown): void {
  onerror?.(error instanceof Error ? error : new Error(String(error)));
}
