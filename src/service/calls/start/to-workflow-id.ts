import type { Violation } from '../../../core/errors.js';
import { placeholdersIn } from '../../../core/mapping/argument-template.js';
import { isCallerPlaceholder, readCaller } from '../../../core/mapping/caller-placeholder.js';
import type { Caller } from '../../../core/person/caller.js';
import { fillWorkflowId, MAX_OWN_ID_LENGTH } from '../../../core/task/own-workflow-id.js';
import { toJsonPointer } from '../../../core/value/json-pointer.js';
import { ownMember } from '../../../core/value/members.js';
import type { Params } from '../../../core/value/request-params.js';

export interface MadeWorkflowId {
  readonly workflowId: string;
  readonly violations: readonly Violation[];
}

/** Texts, numbers and booleans can be part of an ID; `undefined` for other values and for an empty text. */
function toIdPart(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Different arguments give different IDs. */
export function toWorkflowId(
  template: string,
  { input, ...by }: Caller & { readonly input: Params },
): MadeWorkflowId {
  const values = new Map<string, string>();
  const violations: Violation[] = [];
  for (const name of new Set(placeholdersIn(template))) {
    const isCaller = isCallerPlaceholder(name);
    const part = toIdPart(isCaller ? readCaller(name, by) : ownMember(input, name));
    if (part !== undefined) values.set(name, part);
    else if (isCaller) {
      const message = `cannot name the task: your identity has no value for {${name}}`;
      violations.push({ path: '', message });
    } else {
      const message = 'names the task, so it must be a text that is not empty, or a number';
      violations.push({ path: toJsonPointer([name]), message });
    }
  }
  const workflowId = fillWorkflowId(template, values);
  if (violations.length === 0 && workflowId.length > MAX_OWN_ID_LENGTH) {
    const message = `give a Workflow ID of ${workflowId.length} characters, more than the limit of ${MAX_OWN_ID_LENGTH}`;
    violations.push({ path: '', message });
  }
  return { workflowId, violations };
}
