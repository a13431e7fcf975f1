import type { MappedTask } from '../tool/resource-link.js';
import { mapResult, type ResultMapping } from '../tool/result-mapping.js';
import type { ToolDefinition } from '../tool/tool-definition.js';
import { type TaskOutcome, toInternalError, type ToolResult } from '../tool/tool-result.js';

/** The result mapping and output schema of a tool. Each is optional. */
export interface OutputCheck {
  readonly validateOutput?: ToolDefinition['validateOutput'];
  readonly result?: ResultMapping;
}

/** The place where a result violates the output schema, as one sentence. A tool error need not fit. */
async function outputViolation(
  result: ToolResult,
  validateOutput: OutputCheck['validateOutput'],
  owner: string,
): Promise<string | undefined> {
  if (result.isError === true || validateOutput === undefined) return undefined;
  if (result.structuredContent === undefined) {
    return 'the tool declares an output schema, and the workflow returned no object';
  }
  const [violation] = await validateOutput(result.structuredContent, owner);
  return violation && `${violation.path === '' ? 'it' : violation.path} ${violation.message}`;
}

function toErrorOutcome(message: string): TaskOutcome {
  return { kind: 'error', error: toInternalError(message) };
}

/**
 * The tool result for a Workflow's returned value. The value needs a JSON form, and its mapping has to fit the output
 * schema.
 */
export async function toCheckedOutcome(
  value: unknown,
  { validateOutput, result: mapping = {} }: OutputCheck,
  task: MappedTask,
): Promise<TaskOutcome> {
  const mapped = await mapResult(value, mapping, task);
  if (!mapped.ok) {
    return toErrorOutcome(
      `The workflow has completed, but the manifest of this server does not fit what it returned (${mapped.problem}). Nothing is lost: the result can be read as soon as the manifest has been mended.`,
    );
  }
  const { result } = mapped;
  if (result === undefined) {
    return toErrorOutcome('The workflow returned something that has no JSON form.');
  }
  const violation = await outputViolation(result, validateOutput, task.owner);
  return violation === undefined
    ? { kind: 'result', result }
    : toErrorOutcome(`The workflow's result does not fit the tool's output schema: ${violation}.`);
}
