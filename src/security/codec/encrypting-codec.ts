import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

import { type Payload, type PayloadCodec, ValueError } from '@temporalio/common';
import proto from '@temporalio/proto';

import type { CodecKey } from '../../core/codec-key.js';

import { ENCRYPTED_ENCODING, findKeyId, KEY_ID_MEMBER, quoteKeyId } from './encrypted-payload.js';

const { Payload: PayloadMessage } = proto.temporal.api.common.v1;

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a payload. The data consists of initialization vector, ciphertext and tag, in this order. */
function encrypt(payload: Payload, { id, key }: CodecKey): Payload {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv);
  const plain = PayloadMessage.encode(payload).finish();
  return {
    metadata: { encoding: Buffer.from(ENCRYPTED_ENCODING), [KEY_ID_MEMBER]: Buffer.from(id) },
    data: Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]),
  };
}

function decrypt(data: Uint8Array, { id, key }: CodecKey): Payload {
  if (data.byteLength < IV_BYTES + TAG_BYTES) {
    throw new ValueError('A payload says that it is encrypted, and is too short for it.');
  }
  const decipher = createDecipheriv(CIPHER, key, data.subarray(0, IV_BYTES));
  decipher.setAuthTag(data.subarray(-TAG_BYTES));
  try {
    const plain = [decipher.update(data.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()];
    return PayloadMessage.decode(Buffer.concat(plain));
  } catch {
    throw new ValueError(
      `A payload cannot be decrypted with the codec key "${id}": it was altered, or encrypted with another key of that ID.`,
    );
  }
}

/**
 * A payload codec that encrypts whole payloads, like Temporal's encryption samples: AES-256-GCM, with the key's ID in
 * the metadata. Unencrypted payloads pass unchanged, so that encryption can be introduced while Workflows run.
 *
 * @param keys The first key encrypts; all keys decrypt.
 * @throws {RangeError} If there is no key.
 */
export function createEncryptingCodec(keys: readonly CodecKey[]): PayloadCodec {
  const [current] = keys;
  if (!current) throw new RangeError('A codec needs a key.');
  const byId = new Map(keys.map((key) => [key.id, key]));
  const open = (payload: Payload): Payload => {
    const id = findKeyId(payload);
    if (id === undefined) return payload;
    const key = byId.get(id);
    if (key) return decrypt(payload.data ?? new Uint8Array(), key);
    throw new ValueError(
      `A payload is encrypted with the ${quoteKeyId(id)}, which is not among those that are configured.`,
    );
  };
  return {
    encode: async (payloads) =>
      Promise.resolve(payloads.map((payload) => encrypt(payload, current))),
    decode: async (payloads) => Promise.resolve(payloads.map(open)),
  };
}
