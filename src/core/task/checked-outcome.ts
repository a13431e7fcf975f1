import type { MappedTask } from '../tool/resource-link.js';
import { mapResult, type ResultMapping } from '../tool/result-mapping.js';
import type { ObjectSchema, ToolDefinition } from '../tool/tool-definition.js';
import {
  type TaskOutcome,
  toInternalError,
  type ToolResult,
  toTextResult,
  toToolResult,
} from '../tool/tool-result.js';
import { toRounded } from '../value/exact-json.js';

export interface OutputCheck {
  readonly validateOutput?: ToolDefinition['validateOutput'];
  readonly result?: ResultMapping;
}

/** The shape of the structured content for a result that does not fit the output schema. */
export const MISFIT_SCHEMA: ObjectSchema = {
  type: 'object',
  description: 'The work is done, but its result does not have the expected shape.',
  required: ['warning'],
  properties: { warning: { type: 'string' }, returned: {} },
};

/** Describes in one sentence where a result breaks the output schema. Tool errors need not fit the schema. */
async function outputViolation(
  result: ToolResult,
  validateOutput: OutputCheck['validateOutput'],
): Promise<string | undefined> {
  if (result.isError === true || validateOutput === undefined) return undefined;
  if (result.structuredContent === undefined) {
    return 'the tool declares an output schema, and the workflow returned no object';
  }
  const [violation] = await validateOutput(toRounded(result.structuredContent));
  return violation && `${violation.path === '' ? 'it' : violation.path} ${violation.message}`;
}

function toErrorOutcome(message: string): TaskOutcome {
  return { kind: 'error', error: toInternalError(message) };
}

/** The returned value with a warning; `undefined` if the value has no JSON form. */
function toMisfitOutcome(value: unknown, problem: string): TaskOutcome | undefined {
  const result = toToolResult(value);
  if (!result) return undefined;
  const warning = `The work is done, but its result is not as the tool declares: ${problem}. It is given as it is.`;
  return {
    kind: 'result',
    result: {
      content: [...toTextResult(warning).content, ...result.content],
      // Twice, because some hosts show a model only text, others only structured content.
      structuredContent: { warning, returned: value },
    },
  };
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
  const toMisfit = (problem: string): TaskOutcome | undefined =>
    mapping.givesMisfits ? toMisfitOutcome(value, problem) : undefined;
  if (!mapped.ok) {
    const misfit = toMisfit(mapped.problem);
    if (misfit) return misfit;
    return toErrorOutcome(
      `The workflow has completed, but its result does not fit the manifest of this server (${mapped.problem}). Nothing is lost: once the manifest is corrected, the result can be read.`,
    );
  }
  const { result } = mapped;
  if (result === undefined) {
    return toErrorOutcome('The workflow returned something that has no JSON form.');
  }
  const violation = await outputViolation(result, validateOutput);
  if (violation === undefined) return { kind: 'result', result };
  return (
    toMisfit(violation) ??
    toErrorOutcome(`The workflow's result does not fit the tool's output schema: ${violation}.`)
  );
}
