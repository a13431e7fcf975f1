/** Headers that the history keeps with a Signal or an Update. Workflows may ignore them. */
import type { LoadedDataConverter, Payload } from '@temporalio/common';

import { encodePayloads } from './encode-payloads.js';

export type MessageHeaders = Readonly<Record<string, unknown>>;

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
