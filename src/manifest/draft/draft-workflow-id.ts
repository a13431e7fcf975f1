import type { WorkflowRecord } from '../../core/survey/workflow-record.js';
import { findIdTemplateFaults } from '../../core/task/own-workflow-id.js';
import { placeholdersIn } from '../../core/tool/argument-template.js';

import type { DraftArguments } from './draft-arguments.js';

/** Drafts the `id` of a tool's `workflow`, if all recorded IDs follow a pattern of required arguments. */
export function draftWorkflowId(
  { ids: { template } }: WorkflowRecord,
  input: DraftArguments['input'],
): string | undefined {
  if (template === undefined || findIdTemplateFaults(template).length > 0) return undefined;
  const required = input?.['required'];
  const isFilled = placeholdersIn(template).every(
    (name) => Array.isArray(required) && required.includes(name),
  );
  return isFilled ? template : undefined;
}
