import type { Payload, PayloadCodec } from '@temporalio/common';

import { findKeyId, quoteKeyId } from './encrypted-payload.js';

async function refuseEncrypted(payloads: Payload[]): Promise<Payload[]> {
  const id = payloads.map(findKeyId).find((found) => found !== undefined);
  if (id === undefined) return payloads;
  // Loaded only here, because a server over stdio starts without it.
  const { ValueError } = await import('@temporalio/common');
  throw new ValueError(
    `A payload is encrypted with the ${quoteKeyId(id)}, and this process has no keys: give it those of the Workers, as TEMPORAL_MCP_TASKS_CODEC_KEYS or as "server.codec" of the manifest.`,
  );
}

/**
 * A payload codec without keys. It changes nothing. For an encrypted payload, its error names the missing key and
 * setting; a converter would only report an unknown encoding.
 */
export function createKeylessCodec(): PayloadCodec {
  return {
    encode: async (payloads) => Promise.resolve(payloads),
    decode: refuseEncrypted,
  };
}
