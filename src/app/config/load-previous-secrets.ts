import { MAX_PREVIOUS_SECRETS } from '../../core/secret-limits.js';
import { readSecretVariable } from '../../manifest/file/read-variable.js';

import { parseSecret } from './parse-secret.js';

const VARIABLE = 'TEMPORAL_MCP_TASKS_PREVIOUS_SECRETS';
const SEPARATOR = /[\s,]+/;

/**
 * The secrets that still count besides the current one: from `TEMPORAL_MCP_TASKS_PREVIOUS_SECRETS`, or the file
 * that `TEMPORAL_MCP_TASKS_PREVIOUS_SECRETS_FILE` names, separated by whitespace or commas, four at most. Each is written as for `loadSecret`. A secret with whitespace or a comma in it,
 * and one that was generated into a file, has to be written as `base64:` and its base64.
 *
 * To rotate a secret while replicas are replaced one after the other:
 *
 * 1. Add the new one here on every replica, so that all of them take what it makes.
 * 2. Make the new one the current one, and put the old one here.
 * 3. Drop the old one when the longest time to live, and the seven days of a session, are over.
 *
 * @throws {Error} When one is too short or malformed, or there are too many.
 */
export function loadPreviousSecrets(
  environment: NodeJS.ProcessEnv = process.env,
): readonly Uint8Array[] {
  const given = (readSecretVariable(VARIABLE, environment) ?? '')
    .split(SEPARATOR)
    .filter((text) => text !== '');
  if (given.length > MAX_PREVIOUS_SECRETS) {
    throw new Error(
      `${VARIABLE} has ${given.length} secrets; at most ${MAX_PREVIOUS_SECRETS} are taken. Drop the oldest ones, or write those with whitespace or commas in them as base64.`,
    );
  }
  return given.map((text, index) =>
    parseSecret(`Secret ${index + 1} of ${VARIABLE} (separated by whitespace or commas)`, text),
  );
}
