import { AsyncLocalStorage } from 'node:async_hooks';

import type { Audit, AuditOrigin, AuditRecord, AuditSettings } from '../../core/audit.js';
import type { Logger } from '../../core/logger.js';
import type { Observer } from '../../core/request/observer.js';
import { limitText } from '../../core/value/client-limits.js';
import { withoutUndefined } from '../../core/value/members.js';
import { logSummed } from '../../core/value/summed-log.js';

import { AuditFile, toErrorCode } from './audit-file.js';

/** An audit log that holds a file open. */
export interface AuditLog extends Audit {
  readonly close: () => void;
}

interface Context {
  origin: AuditOrigin;
  readonly once: Set<string>;
}

function cut(
  text: string | undefined,
  limit: 'audited' | 'auditedPrincipal' = 'audited',
): string | undefined {
  return text === undefined ? undefined : limitText(limit, text);
}

function toLine(record: AuditRecord, origin: AuditOrigin): string {
  const principal = record.principal ?? origin.principal;
  return JSON.stringify({
    time: new Date().toISOString(),
    event: record.event,
    outcome: record.outcome,
    principal: cut(principal, 'auditedPrincipal'),
    tool: cut(record.tool),
    taskId: cut(record.taskId),
    questions: record.questions,
    reason: cut(record.reason),
    refusalId: record.refusalId,
    count: record.count,
    address: cut(origin.address),
    transport: origin.transport,
    generation: origin.generation,
    client: cut(origin.client),
    correlationId: cut(origin.correlationId),
  });
}

/** @throws {Error} If its file cannot be opened. */
export function createAudit(
  { to }: AuditSettings,
  logger?: Logger,
  observer?: Pick<Observer, 'auditLost'>,
): AuditLog {
  const file = new AuditFile(to);
  const contexts = new AsyncLocalStorage<Context>();

  const record = (one: AuditRecord): void => {
    try {
      file.write(toLine(one, contexts.getStore()?.origin ?? {}));
    } catch (error) {
      const code = toErrorCode(error);
      const message = 'The audit log cannot be written';
      logSummed(logger, { level: 'error', kind: code, fields: { code }, message });
      observer?.auditLost();
    }
  };

  return {
    within: (origin, act) => contexts.run({ origin, once: new Set() }, act),
    note: (more) => {
      const context = contexts.getStore();
      if (context) context.origin = { ...context.origin, ...withoutUndefined(more) };
    },
    record,
    recordOnce: (one) => {
      const once = contexts.getStore()?.once;
      const key = `${one.event} ${one.taskId ?? ''}`;
      if (once?.has(key)) return;
      record(one);
      once?.add(key);
    },
    close: () => {
      file.close();
    },
  };
}
