/**
 * Encrypts what Temporal stores, as Temporal's encryption samples do in every language. Server and Workers load it:
 * temporal-mcp-tasks serve --data-converter examples/encryption/data-converter.mjs
 * https://github.com/temporalio/samples-typescript/tree/main/encryption
 */
import { Buffer } from 'node:buffer';
import { webcrypto } from 'node:crypto';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { ValueError } from '@temporalio/common';
import proto from '@temporalio/proto';

const { Payload } = proto.temporal.api.common.v1;
const ENCODING = 'binary/encrypted';
const IV_BYTES = 12;
const KEY_ID = process.env.PAYLOAD_KEY_ID ?? 'test-key-id';

/** In production, fetch the key of this ID from a key management service, and keep it in memory. */
async function fetchKey(keyId) {
  if (keyId !== KEY_ID) throw new ValueError(`There is no payload key "${keyId}".`);
  const key = Buffer.from(process.env.PAYLOAD_KEY ?? '', 'base64');
  return webcrypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

async function encrypt(payload) {
  const iv = webcrypto.getRandomValues(new Uint8Array(IV_BYTES));
  const plain = Payload.encode(payload).finish();
  const sealed = await webcrypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    await fetchKey(KEY_ID),
    plain,
  );
  return {
    metadata: { encoding: Buffer.from(ENCODING), 'encryption-key-id': Buffer.from(KEY_ID) },
    data: Buffer.concat([iv, new Uint8Array(sealed)]),
  };
}

async function decrypt(payload) {
  const read = (name) => Buffer.from(payload.metadata?.[name] ?? []).toString();
  // What was stored before there was a key stays readable.
  if (read('encoding') !== ENCODING) return payload;
  const iv = payload.data.subarray(0, IV_BYTES);
  const plain = await webcrypto.subtle.decrypt(
    { name: 'AES-GCM', iv },
    await fetchKey(read('encryption-key-id')),
    payload.data.subarray(IV_BYTES),
  );
  return Payload.decode(new Uint8Array(plain));
}

export const dataConverter = {
  payloadCodecs: [
    {
      encode: async (payloads) => Promise.all(payloads.map(encrypt)),
      decode: async (payloads) => Promise.all(payloads.map(decrypt)),
    },
  ],
  // A path, because the Worker bundles the module with the Workflows.
  failureConverterPath: fileURLToPath(new URL('failure-converter.mjs', import.meta.url)),
};
