/** Findings of `check` about the issuers and tokens of a server. */
import type { AuthSettings } from '../../core/person/auth-settings.js';
import type { Manifest } from '../../manifest/manifest.js';
import { type IssuerReport, inspectIssuers } from '../../security/auth/tokens/inspect-issuers.js';
import type { Finding } from '../../temporal/check/finding.js';

import { findRestrictedTools } from './restricted-tools.js';

function describe(report: IssuerReport): Finding {
  const { issuer } = report;
  if (report.kind === 'unavailable') {
    const message = `Tokens of ${issuer} cannot be verified (503): ${report.reason}.`;
    return { level: 'problem', message };
  }
  if (report.keys === 0) {
    const message = `${issuer} has no public keys: no token of it holds (401).`;
    return { level: 'problem', message };
  }
  if (report.namesPkce === false) {
    const message = `${issuer} is there, but its metadata names no "code_challenge_methods_supported": clients of MCP refuse to log in.`;
    return { level: 'warning', message };
  }
  return { level: 'ok', message: `${issuer} is there, with its keys.` };
}

/**
 * Checks the issuers and tokens of a server.
 *
 * @param settings Absent: the server asks for no tokens.
 */
export async function checkTokens(
  manifest: Manifest,
  settings: AuthSettings | undefined,
): Promise<readonly Finding[]> {
  if (settings) return (await inspectIssuers(settings.issuers)).map(describe);
  const message =
    'This server asks for no tokens, so that "scopes" and "allow" hold back nobody, and "approvers" are nobody. Configure "server.auth" (docs/authorization.md).';
  return findRestrictedTools(manifest).map((tool) => {
    const section = manifest.actions?.has(tool) === true ? 'actions' : 'tools';
    return { level: 'warning', tool, path: [section, tool, 'access'], message };
  });
}
