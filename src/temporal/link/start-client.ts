import { type Client, WorkflowClient } from '@temporalio/client';
import { ExternalStorage, type LoadedDataConverter, type Payload } from '@temporalio/common';

/** An argument of a Workflow, which may go to External Storage. */
export class Argument {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

function toConverter(loaded: LoadedDataConverter): LoadedDataConverter {
  const { payloadConverter, payloadCodecs, externalStorage } = loaded;
  const storable = new WeakSet<Payload>();
  return {
    ...loaded,
    payloadConverter: {
      toPayload(value, context) {
        if (!(value instanceof Argument)) return payloadConverter.toPayload(value, context);
        const payload = payloadConverter.toPayload(value.value, context);
        storable.add(payload);
        return payload;
      },
      fromPayload: (payload, context) => payloadConverter.fromPayload(payload, context),
    },
    payloadCodecs: payloadCodecs.map((codec) => ({
      async encode(payloads, context) {
        const encoded = await codec.encode(payloads, context);
        for (const [at, payload] of payloads.entries()) {
          const coded = encoded[at];
          if (coded && storable.has(payload)) storable.add(coded);
        }
        return encoded;
      },
      decode: async (payloads, context) => codec.decode(payloads, context),
    })),
    ...(externalStorage && {
      externalStorage: new ExternalStorage({
        drivers: externalStorage.drivers,
        payloadSizeThreshold: externalStorage.payloadSizeThreshold,
        driverSelector: (context, payload) =>
          storable.has(payload) ? externalStorage.driverSelector(context, payload) : null,
      }),
    }),
  };
}

/**
 * Creates a Client that starts Workflows. Only an {@link Argument} may go to External Storage. What the server itself
 * writes, such as the memo, never does: lists read it, and every process must be able to.
 */
export function createStartClient({ connection, options }: Client): WorkflowClient {
  const { namespace, identity, loadedDataConverter } = options;
  return new WorkflowClient({
    connection,
    namespace,
    identity,
    dataConverter: toConverter(loadedDataConverter),
  });
}
