/** A key that payloads are encrypted with. */
export interface CodecKey {
  /** Stored unencrypted beside the ciphertext. */
  readonly id: string;
  /** 32 bytes: AES-256. */
  readonly key: Uint8Array;
}

/** Length of a key in bytes: AES-256. */
export const CODEC_KEY_BYTES = 32;
/** Maximum number of keys. One key encrypts; payloads under the others expire with time. */
export const MAX_CODEC_KEYS = 8;
/** Valid names of keys, which include those of key management services. */
export const CODEC_KEY_ID = /^[A-Za-z0-9._:/-]{1,128}$/;
