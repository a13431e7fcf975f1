/** A data converter for `--data-converter`, with a payload codec: AES-256-GCM with one fixed key. */
import { Buffer } from 'node:buffer';
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

import proto from '@temporalio/proto';

const { Payload } = proto.temporal.api.common.v1;
const ENCODING = 'binary/encrypted';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const key = createHash('sha256').update('the key of the tests').digest();

function encrypt(payload) {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const encrypted = [cipher.update(Payload.encode(payload).finish()), cipher.final()];
  return {
    metadata: { encoding: Buffer.from(ENCODING) },
    data: Buffer.concat([iv, cipher.getAuthTag(), ...encrypted]),
  };
}

function decrypt(payload) {
  if (Buffer.from(payload.metadata?.encoding ?? []).toString() !== ENCODING) return payload;
  const data = Buffer.from(payload.data);
  const decipher = createDecipheriv('aes-256-gcm', key, data.subarray(0, IV_BYTES));
  decipher.setAuthTag(data.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const encoded = [decipher.update(data.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
  return Payload.decode(Buffer.concat(encoded));
}

export const dataConverter = {
  payloadCodecs: [
    {
      encode: async (payloads) => payloads.map(encrypt),
      decode: async (payloads) => payloads.map(decrypt),
    },
  ],
};
