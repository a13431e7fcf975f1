import type { Audit, AuditSettings } from '../../core/audit.js';
import type { Logger } from '../../core/logger.js';
import type { Observer } from '../../core/observer.js';
import type { Gate } from '../../core/person/gate.js';
import type { TaskStep } from '../../core/task/task-steps.js';
import { auditGate } from '../../security/auth/audited-gate.js';
import { auditTasks } from '../../service/calls/audit-tasks.js';

/** Without an audit log, all parts stay unchanged. */
export interface ServerAudit {
  readonly ofHttp: { readonly audit?: Audit };
  /**
   * The audit log for stdio.
   *
   * @throws {Error} If records would go to standard output, which carries MCP messages.
   */
  readonly ofStdio: () => { readonly audit?: Audit };
  readonly overGate: (gate: Gate) => Gate;
  readonly taskSteps: readonly TaskStep[];
  readonly close: () => void;
}

const NOTHING: ServerAudit = {
  ofHttp: {},
  ofStdio: () => ({}),
  overGate: (gate) => gate,
  taskSteps: [],
  close: () => undefined,
};

/**
 * @param settings Absent: no audit log.
 * @throws {Error} If its file cannot be opened.
 */
export async function createServerAudit(
  settings: AuditSettings | undefined,
  logger: Logger | undefined,
  observer: Observer | undefined,
): Promise<ServerAudit> {
  if (!settings) return NOTHING;
  const { createAudit } = await import('../../security/audit/create-audit.js');
  const audit = createAudit(settings, logger, observer);
  return {
    ofHttp: { audit },
    ofStdio: () => {
      if (settings.to !== 'stdout') return { audit };
      throw new Error(
        'server.audit.to is stdout, which carries the MCP messages over stdio. Use stderr or the path of a file.',
      );
    },
    overGate: (gate) => auditGate(gate, audit),
    taskSteps: auditTasks(audit),
    close: audit.close,
  };
}
