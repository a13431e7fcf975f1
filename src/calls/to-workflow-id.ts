/** The Workflow ID of a call whose tool chooses it, made of the call's arguments. */
import { OWNER_PLACEHOLDER, placeholdersIn } from '../core/argument-template.js';
import type { Violation } from '../core/errors.js';
import { toJsonPointer } from '../core/json-pointer.js';
import { ownMember } from '../core/own-member.js';
import { fillWorkflowId, MAX_OWN_ID_LENGTH } from '../core/own-workflow-id.js';
import { toOwnerText } from '../core/owner.js';
import type { Params } from '../core/request-params.js';
import type { Owner } from '../core/tasks.js';

/** An ID, or why there is none. */
export interface MadeWorkflowId {
  readonly workflowId: string;
  readonly violations: readonly Violation[];
}

/** Texts, numbers and booleans can be part of an ID; `undefined` for anything else, and for no text at all. */
function toIdPart(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** The ID that a template gives for some arguments. Different arguments give different ones. */
export function toWorkflowId(
  template: string,
  { input, owner }: { readonly input: Params; readonly owner: Owner },
): MadeWorkflowId {
  const values = new Map<string, string>();
  const violations: Violation[] = [];
  for (const name of new Set(placeholdersIn(template))) {
    const part = name === OWNER_PLACEHOLDER ? toOwnerText(owner) : toIdPart(ownMember(input, name));
    if (part === undefined) {
      const message = 'names the task, so it must be a text that is not empty, or a number';
      violations.push({ path: toJsonPointer([name]), message });
    } else values.set(name, part);
  }
  const workflowId = fillWorkflowId(template, values);
  if (violations.length === 0 && workflowId.length > MAX_OWN_ID_LENGTH) {
    const message = `give a Workflow ID of ${workflowId.length} characters; at most ${MAX_OWN_ID_LENGTH} are taken`;
    violations.push({ path: '', message });
  }
  return { workflowId, violations };
}
