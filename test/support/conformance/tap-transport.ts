import type { WireConnection } from './wire-log.js';

/** The common members of both official SDKs' transports. */
interface Tappable<Send extends (...args: never[]) => Promise<void>> {
  send: Send;
  onmessage?: ((...args: never[]) => void) | undefined;
}

/** Logs every message of an official client's transport. Changes the transport, and returns it. */
export function tapTransport<
  Send extends (...args: never[]) => Promise<void>,
  Transport extends Tappable<Send>,
>(transport: Transport, connection: WireConnection): Transport {
  const send = transport.send.bind(transport);
  transport.send = (async (...args: Parameters<Send>) => {
    connection('client', args[0]);
    return send(...args);
  }) as Transport['send'];
  let deliver: Transport['onmessage'];
  Object.defineProperty(transport, 'onmessage', {
    get: () =>
      deliver &&
      ((...args: Parameters<NonNullable<Transport['onmessage']>>) => {
        connection('server', args[0]);
        deliver?.(...args);
      }),
    set: (listener: Transport['onmessage']) => {
      deliver = listener;
    },
  });
  return transport;
}
