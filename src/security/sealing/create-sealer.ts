import { createHash, hkdfSync } from 'node:crypto';

import { EncryptJWT, jwtDecrypt } from 'jose';

import type { Sealer } from '../../core/sealer.js';

const KEY_BYTES = 32;
const KEY_ID_LENGTH = 8;
/**
 * Direct encryption with AES-256-GCM. Sealed values are short-lived and small, so a wrapped key for each would be no
 * better.
 */
const HEADER = { alg: 'dir', enc: 'A256GCM' } as const;

interface Key {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** Derives a separate key for sealing, so that other uses of the secret cannot break it. */
function deriveKey(secret: Uint8Array): Key {
  const bytes = new Uint8Array(
    hkdfSync('sha256', secret, '', 'temporal-mcp-tasks sealing', KEY_BYTES),
  );
  return {
    id: createHash('sha256').update(bytes).digest('base64url').slice(0, KEY_ID_LENGTH),
    bytes,
  };
}

/**
 * Seals values with JSON Web Encryption (RFC 7516), as JWTs.
 *
 * @param secret Seals and opens.
 * @param previousSecret Opens. Drop it when the values that it sealed have expired.
 */
export function createSealer(secret: Uint8Array, previousSecret?: Uint8Array): Sealer {
  const sealingKey = deriveKey(secret);
  const previousKey = previousSecret && deriveKey(previousSecret);
  return {
    async seal(purpose, value, { lifetimeMs } = {}) {
      const token = new EncryptJWT({ ...value })
        .setProtectedHeader({ ...HEADER, kid: sealingKey.id })
        .setAudience(purpose);
      if (lifetimeMs !== undefined) {
        token.setExpirationTime(Math.floor((Date.now() + lifetimeMs) / 1000));
      }
      return token.encrypt(sealingKey.bytes);
    },
    async open(purpose, text) {
      try {
        const { payload } = await jwtDecrypt(
          text,
          ({ kid = '' }) => {
            for (const key of [sealingKey, previousKey]) if (key?.id === kid) return key.bytes;
            throw new Error('Sealed with an unknown key');
          },
          {
            audience: purpose,
            keyManagementAlgorithms: [HEADER.alg],
            contentEncryptionAlgorithms: [HEADER.enc],
          },
        );
        return payload;
      } catch {
        return undefined;
      }
    },
  };
}
