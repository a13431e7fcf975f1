import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { DataConverter } from '@temporalio/client';

import type { CodecKey } from '../../core/codec-key.js';

import type { TemporalSettings } from './connect-temporal.js';
import { loadCodecKeys } from './load-codec-keys.js';

/** Returns a path, because the Worker bundles the module with the Workflows. */
function toFailureConverterPath(): string {
  return fileURLToPath(
    new URL(`../../security/codec/failure-converter${extname(import.meta.url)}`, import.meta.url),
  );
}

/**
 * Wraps a data converter in encryption, for a Worker or a Temporal Client of an operator beside this package's
 * server. It encrypts last and decrypts first. Messages and stack traces of failures are encrypted, too, unless the
 * given converter has its own failure converter.
 *
 * @param keys Default: the keys of `TEMPORAL_MCP_TASKS_CODEC_KEYS`.
 * @returns The given converter if there are no keys.
 * @throws {Error} If a key is invalid.
 */
export async function encryptingDataConverter(
  own: DataConverter = {},
  keys: readonly CodecKey[] = loadCodecKeys(),
): Promise<DataConverter> {
  if (keys.length === 0) return own;
  const { createEncryptingCodec } = await import('../../security/codec/encrypting-codec.js');
  return {
    failureConverterPath: toFailureConverterPath(),
    ...own,
    payloadCodecs: [...(own.payloadCodecs ?? []), createEncryptingCodec(keys)],
  };
}

/**
 * Returns the given converter if it has codecs. Otherwise it adds a codec that reports encrypted payloads with the name
 * of the missing setting.
 */
async function keylessDataConverter(own: DataConverter = {}): Promise<DataConverter> {
  if ((own.payloadCodecs ?? []).length > 0) return own;
  const { createKeylessCodec } = await import('../../security/codec/keyless-codec.js');
  return { ...own, payloadCodecs: [createKeylessCodec()] };
}

/**
 * Adds encryption to settings, if there are keys.
 *
 * @param configured The manifest's keys. Absent: the environment's.
 * @throws {Error} If both set keys, or a key is invalid.
 */
export async function withCodec(
  settings: TemporalSettings,
  configured?: readonly CodecKey[],
): Promise<TemporalSettings> {
  const keys = loadCodecKeys(configured);
  const { dataConverter } = settings;
  return {
    ...settings,
    dataConverter:
      keys.length === 0
        ? await keylessDataConverter(dataConverter)
        : await encryptingDataConverter(dataConverter, keys),
  };
}
