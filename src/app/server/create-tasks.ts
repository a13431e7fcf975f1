import type { Tasks } from '../../core/task/tasks.js';
import type { Manifest } from '../../manifest/manifest.js';
import { expandPatterns } from '../../manifest/tool/patterns.js';
import type { TemporalSettings } from '../config/connect-temporal.js';
import { loadPreviousSecrets } from '../config/load-previous-secrets.js';
import { loadSecret } from '../config/load-secret.js';
import { withCodec } from '../config/with-codec.js';

import { connectTasks } from './connect-tasks.js';
import { createConnections } from './create-connections.js';
import { createServerAudit } from './server-audit.js';
import { toolsByNamespace } from './tools-by-namespace.js';

/** The servers' settings. */
export interface CreateTasksOptions {
  readonly manifest: Manifest;
  readonly temporal: TemporalSettings;
}

/**
 * Creates a task port without a server, from the servers' manifest, secret and Temporal settings. It writes the audit
 * log that the manifest configures.
 *
 * @throws {Error} If a secret is missing or too short, or settings are invalid.
 */
export async function createTasks({
  manifest,
  temporal: unencrypted,
}: CreateTasksOptions): Promise<Tasks> {
  const secret = await loadSecret({ mayGenerate: true });
  const previousSecrets = loadPreviousSecrets();
  const temporal = await withCodec(unencrypted, manifest.codecKeys);
  const connect = createConnections(temporal, () => manifest.namespaces);
  const { patterns = [] } = manifest;
  const { findWorkflowTypes } = await import('../../temporal/list/recorded-workflow-types.js');
  const seen = await findWorkflowTypes(async (name) => (await connect(name)).client, patterns);
  const expanded = expandPatterns(manifest, seen);
  const tasks = await connectTasks({
    manifest: expanded,
    connect,
    secret,
    previousSecrets,
    logger: undefined,
    toolsOf: toolsByNamespace(expanded),
  });
  const { audit } = manifest;
  // The audit log goes to standard error, because standard output carries a command's result.
  const written = audit?.to === 'stdout' ? { ...audit, to: 'stderr' } : audit;
  return (await createServerAudit(written, undefined)).overTasks(tasks);
}
