import { describeViolation, TaskError, TaskErrorCode, type Violation } from '../errors.js';
import type { Caller } from '../person/caller.js';
import { findInexact } from '../value/exact-json.js';
import { ARGUMENT_BOUNDS, findExcess } from '../value/json-bounds.js';

import type { InputRules, ToolDescription } from './tool-definition.js';

/** A tool or an action. */
interface CalledTool {
  readonly name: string;
  readonly shown: Pick<ToolDescription, 'inputSchema'>;
  readonly input: InputRules;
}

/** The error for arguments that break the tool's input schema. A model can correct them with its message. */
export function invalidArguments(toolName: string, violations: readonly Violation[]): TaskError {
  const list = violations.map((violation) => describeViolation(violation, 'the arguments:'));
  return new TaskError(
    TaskErrorCode.invalidArguments,
    `Invalid arguments for ${toolName}: ${list.join('; ')}.`,
    { violations },
  );
}

/**
 * Refuses arguments for their size or depth, or for a number that would lose digits. Call it before all other checks.
 *
 * @throws {TaskError} `invalidArguments` when they exceed {@link ARGUMENT_BOUNDS}, or with the number's place.
 */
export function checkArgumentBounds(
  { name, shown }: Omit<CalledTool, 'input'>,
  input: Readonly<Record<string, unknown>>,
): void {
  const excess = findExcess(input, ARGUMENT_BOUNDS);
  if (excess !== undefined) {
    throw new TaskError(
      TaskErrorCode.invalidArguments,
      `The arguments of ${name} have ${excess}. Pass large data by reference (a URL or an object key).`,
    );
  }
  const inexact = findInexact(input, shown.inputSchema);
  if (inexact) throw invalidArguments(name, [inexact]);
}

/** @throws {TaskError} `invalidArguments` with every invalid place, or with the exceeded bound. */
export async function parseArguments(
  tool: CalledTool,
  input: Readonly<Record<string, unknown>>,
  by: Caller,
  taskId?: string,
): Promise<readonly unknown[]> {
  checkArgumentBounds(tool, input);
  const parsed = await tool.input.parse(input, by, taskId);
  if (parsed.ok) return parsed.workflowArguments;
  throw invalidArguments(tool.name, parsed.violations);
}
