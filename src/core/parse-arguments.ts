import { TaskError, TaskErrorCode, type Violation } from './errors.js';
import type { ToolDefinition } from './tool-definition.js';

/** The error of a call whose arguments break the tool's input schema, worded for a model to mend them. */
export function invalidArguments(
  tool: Pick<ToolDefinition, 'name'>,
  violations: readonly Violation[],
): TaskError {
  const list = violations.map(({ path, message }) =>
    path === '' ? `the arguments: ${message}` : `${path} ${message}`,
  );
  return new TaskError(
    TaskErrorCode.invalidArguments,
    `Invalid arguments for ${tool.name}: ${list.join('; ')}.`,
    { violations },
  );
}

/**
 * The arguments of a call as the Workflow takes them.
 *
 * @throws {TaskError} `invalidArguments`, naming every place that is wrong.
 */
export function parseArguments(
  tool: Pick<ToolDefinition, 'name' | 'parseInput'>,
  input: Readonly<Record<string, unknown>>,
): readonly unknown[] {
  const parsed = tool.parseInput(input);
  if (parsed.ok) return parsed.workflowArguments;
  throw invalidArguments(tool, parsed.violations);
}
