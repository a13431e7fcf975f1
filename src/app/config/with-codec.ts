import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { DataConverter } from '@temporalio/client';

import type { CodecKey } from '../../core/codec-key.js';

import type { TemporalSettings } from './connect-temporal.js';
import { loadCodecKeys } from './load-codec-keys.js';

/** As the Worker wants it: it is bundled with Workflows. */
function toFailureConverterPath(): string {
  return fileURLToPath(
    new URL(`../../security/codec/failure-converter${extname(import.meta.url)}`, import.meta.url),
  );
}

/**
 * A data converter that encrypts, around one's own: what that has made is encrypted last, and decrypted first. Messages and stack
 * traces of failures are encrypted too, unless one's own has a way with failures. For a Worker or a Temporal Client of one's own
 * beside this package's server.
 *
 * @param keys Default: those of `TEMPORAL_MCP_TASKS_CODEC_KEYS`.
 * @returns One's own as it is where there are no keys.
 * @throws {Error} When a key cannot be used.
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

/** One's own, if it has codecs; else as it is, but that it names the setting that is missing where somebody else encrypts. */
async function keylessDataConverter(own: DataConverter = {}): Promise<DataConverter> {
  if ((own.payloadCodecs ?? []).length > 0) return own;
  const { createKeylessCodec } = await import('../../security/codec/keyless-codec.js');
  return { ...own, payloadCodecs: [createKeylessCodec()] };
}

/**
 * The same settings, with payloads encrypted where there are keys.
 *
 * @param configured What the manifest says. Absent: nothing, so that the environment does.
 * @throws {Error} When both say something, or a key cannot be used.
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
