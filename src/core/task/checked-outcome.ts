import type { MappedTask } from '../tool/resource-link.js';
import { mapResult } from '../tool/result-mapping.js';
import type { ObjectSchema, OutputRules, ResultRules } from '../tool/tool-definition.js';
import {
  type TaskOutcome,
  isToolResult,
  toInternalError,
  type ToolResult,
  textLengthOf,
  toTextResult,
  toToolResult,
  toUnreadOutcome,
} from '../tool/tool-result.js';
import { isBytes } from '../value/bytes.js';
import { toRounded } from '../value/exact-json.js';
import { withoutMembers } from '../value/members.js';

/** The shape of the structured content for a result that does not fit the output schema. */
export const MISFIT_SCHEMA: ObjectSchema = {
  type: 'object',
  description: 'The work is done, but its result does not have the expected shape.',
  required: ['warning'],
  properties: { warning: { type: 'string' }, returned: {} },
};

const TO_OPERATOR =
  'Nothing is lost: it can be read once the operator of this server widens "output" (which may allow null or a list), corrects "result", or sets "result.misfit: text", which returns it unchanged.';

/** Describes in one sentence where a result breaks the output schema. Tool errors need not fit the schema. */
async function outputViolation(
  result: ToolResult,
  output: OutputRules | undefined,
): Promise<string | undefined> {
  if (result.isError === true || output === undefined) return undefined;
  if (result.structuredContent === undefined) {
    return 'the tool declares an output schema, and the workflow returned content alone';
  }
  const [violation] = await output.validate(toRounded(result.structuredContent));
  return violation && `${violation.path === '' ? 'it' : violation.path} ${violation.message}`;
}

/** With an output schema, a value of any type is structured content. Without one, only objects are. */
function withStructured(result: ToolResult, value: unknown): ToolResult {
  if (result.structuredContent !== undefined || isToolResult(value) || isBytes(value))
    return result;
  return { ...result, structuredContent: value ?? null };
}

/** Some hosts show a model text and structured content, which is twice the same. A short result costs little. */
const MAX_TWICE_LENGTH = 40_000;

/** Without an output schema, nobody is promised structured content. */
function sentOnce(result: ToolResult): ToolResult {
  return textLengthOf(result) > MAX_TWICE_LENGTH
    ? withoutMembers(result, 'structuredContent')
    : result;
}

/** The returned value with a warning; `undefined` if the value has no JSON form. */
function toMisfitOutcome(value: unknown, problem: string): TaskOutcome | undefined {
  const result = toToolResult(value);
  if (!result) return undefined;
  const warning = `The work is done, but its result does not match what the tool declares: ${problem}. It follows unchanged.`;
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
  { output, result: mapping = {} }: ResultRules,
  task: MappedTask,
): Promise<TaskOutcome> {
  const mapped = await mapResult(value, mapping, task);
  const toMisfit = (problem: string): TaskOutcome | undefined =>
    mapping.givesMisfits ? toMisfitOutcome(value, problem) : undefined;
  if (!mapped.ok) {
    const misfit = toMisfit(mapped.problem);
    if (misfit) return misfit;
    return toUnreadOutcome(
      `Its result does not fit the manifest of this server (${mapped.problem}). ${TO_OPERATOR}`,
    );
  }
  if (mapped.result === undefined) {
    const message = 'The workflow returned something that has no JSON form.';
    return { kind: 'error', error: toInternalError(message) };
  }
  const isMapped = mapping.structured !== undefined || mapping.text !== undefined;
  const result = output
    ? withStructured(mapped.result, value)
    : isMapped || isToolResult(value)
      ? mapped.result
      : sentOnce(mapped.result);
  const violation = await outputViolation(result, output);
  if (violation === undefined) return { kind: 'result', result };
  return (
    toMisfit(violation) ??
    toUnreadOutcome(
      `The workflow's result does not fit the tool's output schema: ${violation}. ${TO_OPERATOR}`,
    )
  );
}
