import { MAX_PREVIOUS_SECRETS } from '../../core/secret-limits.js';
import { readSecretVariable } from '../../manifest/file/read-variable.js';

import { parseSecret } from './parse-secret.js';

const VARIABLE = 'TEMPORAL_MCP_TASKS_PREVIOUS_SECRETS';
const SEPARATOR = /[\s,]+/;

/**
 * Loads the previous secrets, which the server still accepts: from `TEMPORAL_MCP_TASKS_PREVIOUS_SECRETS`, or the file
 * in
 * `TEMPORAL_MCP_TASKS_PREVIOUS_SECRETS_FILE`. Format: as for `loadSecret`, separated by whitespace or commas, four at
 * most. Write a secret with whitespace or a comma, or a generated one, as `base64:` and its base64.
 *
 * Steps to rotate a secret while replicas restart one by one:
 *
 * 1. Add the new secret here on every replica, so that all of them accept it.
 * 2. Make the new secret the current one, and put the old one here.
 * 3. Drop the old one after the longest time to live, and at least the seven days of a session.
 *
 * @throws {Error} If a secret is too short or malformed, or there are too many.
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
