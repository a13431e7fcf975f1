import { AsyncLocalStorage } from 'node:async_hooks';
import { closeSync, openSync, writeSync } from 'node:fs';

import type { Audit, AuditOrigin, AuditRecord, AuditSettings } from '../../core/audit.js';
import type { Logger } from '../../core/logger.js';
import type { Observer } from '../../core/request/observer.js';
import { limitText } from '../../core/value/client-limits.js';
import { withoutUndefined } from '../../core/value/members.js';
import { logSummed } from '../../core/value/summed-log.js';

/** Only operators may read the audit log. */
const FILE_MODE = 0o600;
const STREAMS: Readonly<Record<string, number>> = { stdout: 1, stderr: 2 };

/** The code of a system error, or else its words. */
function toErrorCode(error: unknown): string {
  return String((error as { readonly code?: unknown }).code ?? error);
}

function open(path: string): number {
  try {
    return openSync(path, 'a', FILE_MODE);
  } catch (error) {
    throw new Error(`The audit log ${path} cannot be opened (${toErrorCode(error)}).`, {
      cause: error,
    });
  }
}

/**
 * A file or stream that lines are added to. Writes synchronously, so that a record is there before its act happens.
 */
class AuditFile {
  readonly #to: string;
  #descriptor: number;
  /** The unwritten end of a line that was written in part. */
  #rest: Uint8Array = new Uint8Array();

  /** @throws {Error} If the file cannot be opened. */
  constructor(to: string) {
    this.#to = to;
    this.#descriptor = STREAMS[to] ?? open(to);
  }

  /** @throws {Error} If the line, or the rest of an earlier line, could not be written. */
  write(line: string): void {
    this.#flush();
    this.#rest = Buffer.from(`${line}\n`);
    const { byteLength } = this.#rest;
    try {
      this.#flush();
    } catch (error) {
      // A line that was written in part is completed by the next call. Otherwise the line is dropped.
      if (this.#rest.byteLength === byteLength) this.#rest = new Uint8Array();
      throw error;
    }
  }

  #flush(): void {
    while (this.#rest.byteLength > 0) {
      this.#rest = this.#rest.subarray(writeSync(this.#descriptor, this.#rest));
    }
  }

  /** May be called several times. */
  close(): void {
    if (STREAMS[this.#to] !== undefined || this.#descriptor < 0) return;
    closeSync(this.#descriptor);
    this.#descriptor = -1;
  }
}

/** An audit log that keeps a file open. */
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

  const write = (record: AuditRecord): void => {
    try {
      file.write(toLine(record, contexts.getStore()?.origin ?? {}));
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
    record: write,
    recordOnce: (record) => {
      const once = contexts.getStore()?.once;
      const key = `${record.event} ${record.taskId ?? ''}`;
      if (once?.has(key)) return;
      write(record);
      once?.add(key);
    },
    close: () => {
      file.close();
    },
  };
}
