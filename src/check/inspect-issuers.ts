import type { AuthSettings, IssuerSettings } from '../core/person/auth-settings.js';
import { locateKeys, WrongMetadata } from '../security/auth/tokens/issuer-keys.js';

import type { Finding } from './finding.js';

function toReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${toReason(error.cause)}`;
}

async function inspectIssuer({ issuer, jwksUri }: IssuerSettings): Promise<Finding[]> {
  const path = ['server', 'auth', 'issuers'];
  try {
    await locateKeys(issuer);
    return [{ level: 'ok', message: `The metadata of ${issuer} is as configured.` }];
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (cause instanceof WrongMetadata) {
      const message = `Tokens of this issuer would be refused: ${cause.message}. Write the issuer letter by letter as its tokens do.`;
      return [{ level: jwksUri === undefined ? 'problem' : 'warning', path, message }];
    }
    // With `jwksUri`, the server needs no metadata.
    if (jwksUri !== undefined) return [];
    const message = `whether tokens of ${issuer} can be verified cannot be determined from here: ${toReason(error)}.`;
    return [{ level: 'unknown', path, message }];
  }
}

/** Compares the configured issuers with their metadata: an issuer that differs in a slash has no valid token. */
export async function inspectIssuers({ issuers }: AuthSettings): Promise<Finding[]> {
  return (await Promise.all(issuers.map(inspectIssuer))).flat();
}
