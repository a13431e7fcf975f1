import { loadSecret } from '../../app/config/load-secret.js';
import { loadGateOptions } from '../../app/server/create-server-gate.js';
import type { Manifest } from '../../manifest/manifest.js';
import { type ExplainedTool, explainAccess } from '../../security/auth/explain-access.js';
import { TaskIdFactory } from '../../temporal/start/task-id-factory.js';

import { describeAccess } from './describe-access.js';
import { readCredentials } from './read-credentials.js';

const MARK_WIDTH = 9;

/** The tag of a caller's task IDs, if the secret is known. */
async function findOwnerTag(owner: string): Promise<string | undefined> {
  try {
    const secret = await loadSecret({ mayGenerate: false });
    return new TaskIdFactory(secret).ownerTag(owner);
  } catch {
    return undefined;
  }
}

/**
 * Explains a server's decisions about a caller, by the gate's own rules. Sets the exit code to 1 if the caller is not
 * admitted, or lacks scopes for every request.
 *
 * @param from A file with a token, or with claims as JSON; `-`: standard input.
 * @throws {Error} When the file names no caller, or the server has no gate.
 */
export async function checkAccess(
  manifest: Manifest,
  { from, json = false }: { readonly from: string; readonly json?: boolean | undefined },
): Promise<void> {
  const options = await loadGateOptions(manifest);
  if (!options) {
    throw new Error(
      'This server asks for no tokens: everybody who reaches it is one owner, who has all tools. Configure "server.auth" (docs/authorization.md).',
    );
  }
  const credentials = await readCredentials(from);
  const tools = new Map<string, ExplainedTool>([
    ...(manifest.actions ?? []),
    ...manifest.tools,
    ...(manifest.patterns ?? []).map(({ name, tool }) => [name, tool] as const),
  ]);
  const report = await explainAccess(credentials, { ...options, tools });
  const { server } = report;
  const ownerTag = 'principal' in server ? await findOwnerTag(server.principal) : undefined;
  const isVerified = 'token' in credentials;
  if (json) {
    const whole = { verified: isVerified, ...report, ...(ownerTag !== undefined && { ownerTag }) };
    process.stdout.write(`${JSON.stringify(whole, null, 2)}\n`);
  } else {
    const unknown = 'not known, for want of TEMPORAL_MCP_TASKS_SECRET';
    const note = isVerified ? [] : ['These are claims, taken as they are: nothing was verified.'];
    const lines = describeAccess(report, ownerTag ?? unknown);
    for (const text of note) process.stdout.write(`${text}\n`);
    for (const { mark, text } of lines) {
      process.stdout.write(`${mark.padEnd(MARK_WIDTH)}  ${text}\n`);
    }
  }
  if (server.kind !== 'admitted' || server.missing.length > 0) process.exitCode = 1;
}
