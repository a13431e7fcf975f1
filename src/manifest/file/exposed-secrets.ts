import type { LocatedProblem } from '../manifest-error.js';

import { REFERENCE } from './interpolate-environment.js';

/** Parts of names of variables that have secrets. */
const SECRET = /(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSWD|KEY|APIKEY|CREDENTIALS?)S?(?:_|$)/i;
/** Last parts of names that describe a secret, as its address does. */
const ABOUT = /_(?:URL|URI|HOST|ENDPOINT|ISSUER|ID|NAME|PATH|FILE|TTL)$/i;

/** True if a variable of this name probably has a secret. */
export function looksSecret(name: string): boolean {
  return SECRET.test(name) && !ABOUT.test(name);
}

/** Keys of a tool whose values Temporal stores, with what keeps secrets out of them. */
const STORED: ReadonlyMap<unknown, string> = new Map([
  ['job', 'name the variable under "auth", whose secrets only the Worker reads'],
  ['workflow', 'let the Worker read the variable'],
  ['webhooks', 'write it into "headers", which Temporal does not get'],
]);

/** The secret of a webhook itself: anybody who reads the file can sign with it. */
const SIGNING_SECRET = /^\s*whsec_/;
const IN_FILE = 'This secret stands in the file: keep it in a variable, and write ${HOOK_SECRET}.';

/** Matches an address that anybody could post to, if nothing else proves who posts. */
const PUBLIC = /^\s*https:/;
const URL_IN_FILE =
  'Without "secret" and "headers", anybody who knows this URL can post to it: keep it in a variable, and write ${SLACK_WEBHOOK_URL}.';

/** Finds the URL of a webhook that is a secret itself. */
function findUrl(written: object, path: readonly PropertyKey[]): LocatedProblem[] {
  const { url, secret, headers } = written as Readonly<Record<string, unknown>>;
  if (path.at(-2) !== 'webhooks' || secret !== undefined || headers !== undefined) return [];
  const isWritten = typeof url === 'string' && PUBLIC.test(url) && !url.match(REFERENCE);
  return isWritten ? [{ path: [...path, 'url'], message: URL_IN_FILE }] : [];
}

/**
 * Reports references to secrets whose values would stand in Temporal's history, and secrets that stand in the file.
 *
 * @param written The content of a file before its references are replaced.
 */
export function findExposedSecrets(
  written: unknown,
  path: readonly PropertyKey[] = [],
): LocatedProblem[] {
  if (typeof written === 'string') {
    if (SIGNING_SECRET.test(written)) return [{ path, message: IN_FILE }];
    const key = path[0] === 'defaults' ? path[1] : path[2];
    const isStored = key !== 'webhooks' || path.includes('body');
    const instead = isStored ? STORED.get(key) : undefined;
    if (instead === undefined) return [];
    return Array.from(written.matchAll(REFERENCE)).flatMap(([, name = '']) => {
      if (!looksSecret(name)) return [];
      const message = `\${${name}} looks like a secret, and its value would stand in Temporal's history: ${instead}.`;
      return [{ path, message }];
    });
  }
  if (typeof written !== 'object' || written === null) return [];
  const inside = Object.entries(written).flatMap(([name, value]: [string, unknown]) =>
    // Under "auth", a secret for the name of its variable is a problem of its own.
    name === 'auth' && path.at(-1) === 'job'
      ? []
      : findExposedSecrets(value, [...path, Array.isArray(written) ? Number(name) : name]),
  );
  return [...findUrl(written, path), ...inside];
}
