import { type DiagLogger, DiagLogLevel, diag } from '@opentelemetry/api';

import type { Logger } from '../../core/logger.js';
import { toLine } from '../../core/value/quote.js';
import { logSummed } from '../../core/value/summed-log.js';

/** Maximum length of a problem in the log, in characters. Failures of exports come as JSON with a stack. */
const MAX_LENGTH = 300;
/** The SDK's warning about an exporter that is off. This package turns it off itself, where nothing asks for it. */
const TURNED_OFF = 'contains "none"';

/** Returns the message of a failed export, or the text as it is. */
function toReason(text: string): string {
  try {
    const { message } = JSON.parse(text) as { readonly message?: unknown };
    if (typeof message === 'string') return toLine(message, MAX_LENGTH);
  } catch {
    // It is a sentence of the SDK.
  }
  return toLine(text, MAX_LENGTH);
}

/** Passes warnings and errors of OpenTelemetry's SDK and its exporters to the log of the server. */
export function logProblems(logger: Logger): void {
  const tell =
    (level: 'warn' | 'error') =>
    (text: unknown): void => {
      const reason = toReason(text instanceof Error ? text.message : String(text));
      if (reason.includes(TURNED_OFF)) return;
      const message = 'OpenTelemetry reports a problem';
      logSummed(logger, { level, kind: reason, fields: { reason }, message });
    };
  const ignore = (): void => undefined;
  const target: DiagLogger = {
    error: tell('error'),
    warn: tell('warn'),
    info: ignore,
    debug: ignore,
    verbose: ignore,
  };
  diag.setLogger(target, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}
