import type { Violation } from '../../../core/errors.js';
import { type Expression, INPUT, type Scope } from '../../../core/mapping/expression.js';
import { fillParts, type Text } from '../../../core/mapping/text.js';
import { fillWorkflowId, MAX_OWN_ID_LENGTH } from '../../../core/task/own-workflow-id.js';

import { pathOfArgument } from './path-of-argument.js';

export interface MadeWorkflowId {
  readonly workflowId: string;
  readonly violations: readonly Violation[];
}

/** Texts, numbers and `true` can be part of an ID; `undefined` for other values and for an empty text. */
function toIdPart(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || value === true ? String(value) : undefined;
}

function toViolation({ text, reads, place }: Expression): Violation {
  if (place?.root === INPUT) {
    const message = 'names the task, so it must be a text that is not empty, or a number';
    return { path: pathOfArgument({ place }), message };
  }
  const isOfCaller = reads.some(({ root }) => root === 'caller');
  const whose = isOfCaller ? 'your identity has' : 'there is';
  return { path: '', message: `cannot name the task: ${whose} no value for {${text}}` };
}

/** Different values give different IDs. */
export async function toWorkflowId(template: Text, scope: Scope): Promise<MadeWorkflowId> {
  const values: string[] = [];
  const violations: Violation[] = [];
  for (const part of await fillParts(template, scope)) {
    if (typeof part === 'string') continue;
    const value = toIdPart(part.value);
    values.push(value ?? '');
    if (value === undefined) violations.push(toViolation(part.expression));
  }
  const workflowId = fillWorkflowId(template, values);
  if (violations.length === 0 && workflowId.length > MAX_OWN_ID_LENGTH) {
    const message = `give a Workflow ID of ${workflowId.length} characters, more than the limit of ${MAX_OWN_ID_LENGTH}`;
    violations.push({ path: '', message });
  }
  return { workflowId, violations };
}
