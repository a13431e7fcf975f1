import type { ToolDefinition } from './tool-definition.js';
import { type TaskOutcome, toInternalError, type ToolResult, toToolResult } from './tool-result.js';

/** What a result is checked with. Absent: nothing. */
export type OutputCheck = Pick<ToolDefinition, 'validateOutput'>;

/** Where a result breaks the tool's output schema, as one sentence; a tool error need not fit it. */
function outputViolation(
  result: ToolResult,
  validateOutput: OutputCheck['validateOutput'],
): string | undefined {
  if (result.isError === true || validateOutput === undefined) return undefined;
  if (result.structuredContent === undefined) {
    return 'the tool declares an output schema, and the workflow returned no object';
  }
  const [violation] = validateOutput(result.structuredContent);
  return violation && `${violation.path === '' ? 'it' : violation.path} ${violation.message}`;
}

/** What a client gets for the value that a Workflow returned, provided that it has a JSON form and fits the output schema. */
export function toCheckedOutcome(value: unknown, { validateOutput }: OutputCheck): TaskOutcome {
  const result = toToolResult(value);
  if (result === undefined) {
    const message = 'The workflow returned something that has no JSON form.';
    return { kind: 'error', error: toInternalError(message) };
  }
  const violation = outputViolation(result, validateOutput);
  if (violation === undefined) return { kind: 'result', result };
  const message = `The workflow's result does not fit the tool's output schema: ${violation}.`;
  return { kind: 'error', error: toInternalError(message) };
}
