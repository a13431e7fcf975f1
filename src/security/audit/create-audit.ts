import { AsyncLocalStorage } from 'node:async_hooks';

import type { Audit, AuditOrigin, AuditRecord, AuditSettings } from '../../core/audit.js';
import { TaskError, TaskErrorCode } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import { cutText } from '../../core/value/cut-text.js';

import { AuditFile } from './audit-file.js';

/** Maximum length of texts that clients choose: tool names, task IDs, the client's name. */
const MAX_TEXT_LENGTH = 256;
/** Maximum length of an owner's name. It is longer than other texts, so that it is recorded whole. */
const MAX_PRINCIPAL_LENGTH = 1_024;
/** Interval of warnings about lost records, in milliseconds. */
const COMPLAIN_EVERY_MS = 60_000;
const RETRY_AFTER_MS = 5_000;

/** An audit log that holds a file open. */
export interface AuditLog extends Audit {
  readonly close: () => void;
}

/** Origin of the current request, and the events that were recorded once. */
interface Context {
  origin: AuditOrigin;
  readonly once: Set<string>;
}

function cut(text: string | undefined, length = MAX_TEXT_LENGTH): string | undefined {
  return text === undefined ? undefined : cutText(text, length);
}

/** Returns the line of a record. Undefined members are left out. */
function toLine(record: AuditRecord, origin: AuditOrigin): string {
  const principal = record.principal ?? origin.principal;
  return JSON.stringify({
    time: new Date().toISOString(),
    event: record.event,
    outcome: record.outcome,
    principal: cut(principal, MAX_PRINCIPAL_LENGTH),
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

/** Logs that records are lost: at once, then once a minute with the number of lost records. */
class Losses {
  readonly #logger: Logger | undefined;
  #count = 0;
  #saidAtMs = -Infinity;

  constructor(logger: Logger | undefined) {
    this.#logger = logger;
  }

  add(error: unknown): void {
    this.#count += 1;
    if (Date.now() - this.#saidAtMs < COMPLAIN_EVERY_MS) return;
    this.#saidAtMs = Date.now();
    const code = (error as { readonly code?: unknown }).code ?? String(error);
    this.#logger?.error({ code, lost: this.#count }, 'The audit log cannot be written');
  }

  end(): void {
    if (this.#count === 0) return;
    this.#logger?.warn({ lost: this.#count }, 'The audit log can be written again');
    this.#count = 0;
    this.#saidAtMs = -Infinity;
  }
}

/**
 * Opens an audit log.
 *
 * @throws {Error} If its file cannot be opened.
 */
export function createAudit({ to, failClosed }: AuditSettings, logger?: Logger): AuditLog {
  const file = new AuditFile(to);
  const contexts = new AsyncLocalStorage<Context>();
  const losses = new Losses(logger);

  const write = (record: AuditRecord): boolean => {
    try {
      file.write(toLine(record, contexts.getStore()?.origin ?? {}));
      losses.end();
      return true;
    } catch (error) {
      losses.add(error);
      return false;
    }
  };

  const mustRecord = (record: AuditRecord): void => {
    if (write(record) || !failClosed) return;
    throw new TaskError(
      TaskErrorCode.busy,
      'This server cannot write down what is done at the moment, so it does nothing. Nothing was started: try again later.',
      { retryAfterMs: RETRY_AFTER_MS },
    );
  };

  return {
    within: (origin, act) => contexts.run({ origin, once: new Set() }, act),
    note: (more) => {
      const context = contexts.getStore();
      if (context) context.origin = { ...context.origin, ...more };
    },
    record: (record) => void write(record),
    mustRecord,
    mustRecordOnce: (record) => {
      const once = contexts.getStore()?.once;
      const key = `${record.event} ${record.taskId ?? ''}`;
      if (once?.has(key)) return;
      mustRecord(record);
      once?.add(key);
    },
    close: () => {
      file.close();
    },
  };
}
