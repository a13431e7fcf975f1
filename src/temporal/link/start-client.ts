import { type Client, WorkflowClient } from '@temporalio/client';
import type { LoadedDataConverter, Payload, PayloadCodec } from '@temporalio/common';

import { withoutUndefined } from '../../core/value/members.js';

import { storePayloads } from './store-payloads.js';

/** An argument of a Workflow, which may go to External Storage. */
export class Argument {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

function toConverter(loaded: LoadedDataConverter, namespace: string): LoadedDataConverter {
  const { payloadConverter, payloadCodecs, failureConverter } = loaded;
  const storable = new WeakSet<Payload>();
  const wrapped = payloadCodecs.map((codec): PayloadCodec => ({
    async encode(payloads, context) {
      const encoded = await codec.encode(payloads, context);
      for (const [at, payload] of payloads.entries()) {
        const coded = encoded[at];
        if (coded && storable.has(payload)) storable.add(coded);
      }
      return encoded;
    },
    decode: async (payloads, context) => codec.decode(payloads, context),
  }));
  const storing: PayloadCodec = {
    encode: async (payloads, context) =>
      Promise.all(
        payloads.map(async (payload) => {
          if (!storable.has(payload)) return payload;
          const id = context?.type === 'workflow' ? context.workflowId : undefined;
          const target = { kind: 'workflow', namespace, ...withoutUndefined({ id }) } as const;
          const [stored = payload] = await storePayloads(loaded, [payload], target);
          return stored;
        }),
      ),
    // The payload reader gets what a Worker has stored.
    decode: async (payloads) => Promise.resolve(payloads),
  };
  return {
    failureConverter,
    payloadConverter: {
      toPayload(value, context) {
        if (!(value instanceof Argument)) return payloadConverter.toPayload(value, context);
        const payload = payloadConverter.toPayload(value.value, context);
        storable.add(payload);
        return payload;
      },
      fromPayload: (payload, context) => payloadConverter.fromPayload(payload, context),
    },
    payloadCodecs: [...wrapped, storing],
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
    dataConverter: toConverter(loadedDataConverter, namespace),
  });
}
