import { MAX_PREVIOUS_SECRETS } from '../core/secret-limits.js';

import { parseSecret } from './parse-secret.js';

const VARIABLE = 'TEMPORAL_MCP_TASKS_PREVIOUS_SECRETS';
const SEPARATOR = /[\s,]+/;

/**
 * The secrets that still count besides the current one: from `TEMPORAL_MCP_TASKS_PREVIOUS_SECRETS`, separated by
 * whitespace or commas, four at most. Each is written as for `loadSecret`; one that has whitespace or a comma in it, and
 * the one that was generated into a file, go in as `base64:` and their base64.
 *
 * To rotate a secret under replicas that are replaced one after the other: first add the new one here everywhere, so
 * that all of them take what it makes; then make it the current one, and put the old one here; then drop that when the
 * longest time to live, and the seven days of a session, are over.
 *
 * @throws {Error} When one is too short or malformed, or there are too many.
 */
export function loadPreviousSecrets(
  environment: NodeJS.ProcessEnv = process.env,
): readonly Uint8Array[] {
  const given = (environment[VARIABLE] ?? '').split(SEPARATOR).filter((text) => text !== '');
  if (given.length > MAX_PREVIOUS_SECRETS) {
    throw new Error(
      `${VARIABLE} has ${given.length} secrets; at most ${MAX_PREVIOUS_SECRETS} are taken. Drop the oldest ones, or write those with whitespace or commas in them as base64.`,
    );
  }
  return given.map((text, index) =>
    parseSecret(`Secret ${index + 1} of ${VARIABLE} (separated by whitespace or commas)`, text),
  );
}
