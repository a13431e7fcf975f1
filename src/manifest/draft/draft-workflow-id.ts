import type { WorkflowRecord } from '../../core/survey/workflow-record.js';
import { findIdTemplateFaults } from '../../core/task/own-workflow-id.js';
import { placeholdersIn } from '../../core/tool/argument-template.js';

import type { DraftArguments } from './draft-arguments.js';

/** The `id` of a tool's `workflow`, if all IDs follow a pattern that each call can fill in. */
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
