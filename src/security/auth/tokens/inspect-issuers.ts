/** Checks the issuers of a configuration without a token: they answer, and their metadata has the configured name. */
import type { IssuerSettings } from '../../../core/person/auth-settings.js';

import { fetchIssuerMetadata } from './issuer-metadata.js';
import { fetchKeySet } from './key-set.js';

export type IssuerReport = { readonly issuer: string } & (
  | {
      readonly kind: 'there';
      /** Number of public keys. */
      readonly keys: number;
      /** Read from the metadata; absent if `jwksUri` is configured, since the metadata is not read then. */
      readonly namesPkce?: boolean;
    }
  /** The server answers every signed token of this issuer with 503. */
  | { readonly kind: 'unavailable'; readonly reason: string }
);

function toReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${toReason(error.cause)}`;
}

async function inspect({ issuer, jwksUri }: IssuerSettings): Promise<IssuerReport> {
  try {
    const metadata = jwksUri === undefined ? await fetchIssuerMetadata(issuer) : { jwksUri };
    const { keys } = await fetchKeySet(metadata.jwksUri);
    const pkce = 'namesPkce' in metadata ? { namesPkce: metadata.namesPkce } : {};
    return { issuer, kind: 'there', keys: keys.length, ...pkce };
  } catch (error) {
    return { issuer, kind: 'unavailable', reason: toReason(error) };
  }
}

/** Inspects all issuers at the same time, with the server's time limits. */
export async function inspectIssuers(
  issuers: readonly IssuerSettings[],
): Promise<readonly IssuerReport[]> {
  return Promise.all(issuers.map(inspect));
}
