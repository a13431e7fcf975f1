import type { Violation } from '../../core/errors.js';
import { cutText } from '../../core/value/cut-text.js';

/** Violations that one answer names: enough to mend a call, few enough to read. */
const MAX_VIOLATIONS = 10;
/** Names of members come from the caller, and lists of what is allowed from a schema: both can be very long. */
const MAX_PATH_LENGTH = 500;
const MAX_MESSAGE_LENGTH = 1_000;

/** The first violations, each short enough to read. */
export function limitViolations(violations: readonly Violation[]): Violation[] {
  return violations.slice(0, MAX_VIOLATIONS).map(({ path, message }) => ({
    path: cutText(path, MAX_PATH_LENGTH),
    message: cutText(message, MAX_MESSAGE_LENGTH),
  }));
}
