/** Headers that the history keeps with a Signal or an Update. Workflows may ignore them. */
import { type Client, WorkflowClient } from '@temporalio/client';
import type { LoadedDataConverter, Payload } from '@temporalio/common';

import { encodePayloads } from './encode-payloads.js';

/** JSON values by name. */
export type MessageHeaders = Readonly<Record<string, unknown>>;

/** Encodes headers as payloads, with the codecs. */
export async function encodeHeaders(
  converter: LoadedDataConverter,
  headers: MessageHeaders,
): Promise<Record<string, Payload>> {
  const payloads = await encodePayloads(converter, Object.values(headers));
  return Object.fromEntries(
    Object.keys(headers).flatMap((name, at) => {
      const payload = payloads[at];
      return payload ? [[name, payload] as const] : [];
    }),
  );
}

/** Returns the same Client, with headers on its Updates. Only an interceptor can set them. */
export async function withUpdateHeaders(
  { connection, options }: Client,
  headers: MessageHeaders,
): Promise<WorkflowClient> {
  const { namespace, identity, loadedDataConverter } = options;
  const fields = await encodeHeaders(loadedDataConverter, headers);
  return new WorkflowClient({
    connection,
    namespace,
    identity,
    dataConverter: options.dataConverter,
    interceptors: [
      {
        startUpdate: async (input, next) =>
          next({ ...input, headers: { ...input.headers, ...fields } }),
      },
    ],
  });
}
