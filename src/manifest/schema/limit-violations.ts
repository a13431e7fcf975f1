import type { Violation } from '../../core/errors.js';
import { cutText } from '../../core/value/cut-text.js';

/** Violations that one answer names: enough to mend a call, few enough to read. */
const MAX_VIOLATIONS = 10;
/** The caller chooses names of members, and a schema the allowed values: both can be very long. */
const MAX_PATH_LENGTH = 500;
const MAX_MESSAGE_LENGTH = 1_000;

/** The first violations, each short enough to read. */
export function limitViolations(violations: readonly Violation[]): Violation[] {
  return violations.slice(0, MAX_VIOLATIONS).map(({ path, message }) => ({
    path: cutText(path, MAX_PATH_LENGTH),
    message: cutText(message, MAX_MESSAGE_LENGTH),
  }));
}
