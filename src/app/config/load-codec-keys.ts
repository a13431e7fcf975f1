import type { CodecKey } from '../../core/codec-key.js';
import { readSecretVariable } from '../../manifest/file/read-variable.js';
import { toCodecKeys, type WrittenKey } from '../../manifest/server/codec.js';

const VARIABLE = 'TEMPORAL_MCP_TASKS_CODEC_KEYS';
const SEPARATOR = /[\s,]+/;

function toWritten(text: string, index: number): WrittenKey {
  const at = text.indexOf('=');
  if (at > 0) return { id: text.slice(0, at), key: text.slice(at + 1) };
  throw new Error(
    `Key ${index + 1} of ${VARIABLE} (separated by whitespace or commas) has no ID: write ID=base64:<base64 of 32 bytes>.`,
  );
}

/**
 * Loads the keys that encrypt payloads, if the manifest has none: from `TEMPORAL_MCP_TASKS_CODEC_KEYS`, or the
 * file in `TEMPORAL_MCP_TASKS_CODEC_KEYS_FILE`. Format: `ID=KEY`, separated by whitespace or commas, eight at most.
 * The first key encrypts, all of them decrypt. A key is 32 bytes: a text, or `base64:` and its base64.
 *
 * @param configured The manifest's keys.
 * @returns An empty list without any keys: payloads are not encrypted.
 * @throws {Error} If both set keys, or a key is invalid.
 */
export function loadCodecKeys(
  configured?: readonly CodecKey[],
  environment: NodeJS.ProcessEnv = process.env,
): readonly CodecKey[] {
  const given = (readSecretVariable(VARIABLE, environment) ?? '')
    .split(SEPARATOR)
    .filter((text) => text !== '');
  if (given.length === 0) return configured ?? [];
  if (configured) {
    throw new Error(
      `${VARIABLE} is set, and the manifest has "server.codec": say it in one place. A manifest takes \${NAME} from the environment.`,
    );
  }
  try {
    return toCodecKeys(given.map(toWritten));
  } catch (error) {
    const { message } = error as Error;
    throw new Error(message.includes(VARIABLE) ? message : `${VARIABLE}: ${message}`, {
      cause: error,
    });
  }
}
