import { RESULT_AT_KEY } from '../contract/contract.js';
import { describeViolation } from '../errors.js';
import { toTextBlock } from '../tool/content-block.js';
import type { MappedTask } from '../tool/resource-link.js';
import { mapResult } from '../tool/result-mapping.js';
import type { ObjectSchema, OutputRules, ResultRules } from '../tool/tool-definition.js';
import {
  type TaskOutcome,
  describeResultFault,
  readToolResult,
  toInternalError,
  type ToolResult,
  textLengthOf,
  toTextResult,
  toToolResult,
  toUnreadOutcome,
} from '../tool/tool-result.js';
import { isBytes } from '../value/bytes.js';
import { toJson, toRounded } from '../value/exact-json.js';
import { isRecord } from '../value/is-record.js';
import { withoutMembers } from '../value/members.js';
import { logSummed } from '../value/summed-log.js';

/** The shape of the structured content for a result that does not fit the output schema. */
export const MISFIT_SCHEMA: ObjectSchema = {
  type: 'object',
  description: 'The work is done, but its result does not have the expected shape.',
  required: ['warning'],
  properties: { warning: { type: 'string' }, returned: {} },
};

function toOperator(mend: string): string {
  return `Nothing is lost: it can be read once the operator of this server ${mend}.`;
}

const WIDER = toOperator(
  'widens "output" (which may allow null or a list), corrects "result", or sets "result.misfit: text", which returns it unchanged',
);
const WITH_DATA = toOperator(
  'removes "output", or writes "result.structured", which gives data that fits it',
);

interface OutputViolation {
  /** In one sentence. */
  readonly problem: string;
  readonly mend: string;
}

interface CheckedResult {
  readonly result: ToolResult;
  readonly violation?: OutputViolation | undefined;
}

/** The same result with other data, also in the text that is its JSON. */
function withMeant(result: ToolResult, data: unknown): ToolResult {
  const { content, structuredContent: written } = result;
  const json = toJson(written);
  return {
    ...result,
    structuredContent: data,
    content: content.map((block) => (block['text'] === json ? toTextBlock(data) : block)),
  };
}

/**
 * Checks a result against the output schema. What the schema refuses is taken for what it means: a Worker in PHP writes
 * `[]` for `{}`, others write `null` for what they leave out. Tool errors need not fit the schema.
 */
async function checkData(
  result: ToolResult,
  output: OutputRules | undefined,
): Promise<CheckedResult> {
  if (result.isError === true || output === undefined) return { result };
  const { structuredContent: written } = result;
  if (written === undefined) {
    const problem = 'the tool declares an output schema, and the result is content or bytes alone';
    return { result, violation: { problem, mend: WITH_DATA } };
  }
  const toViolation = async (data: unknown): Promise<OutputViolation | undefined> => {
    const [violation] = await output.validate(toRounded(data));
    return violation && { problem: describeViolation(violation), mend: WIDER };
  };
  const violation = await toViolation(written);
  if (!violation) return { result };
  const meant = await output.take(written);
  return { result: withMeant(result, meant), violation: await toViolation(meant) };
}

/** Some hosts show a model text and structured content, which is twice the same. A short result costs little. */
const MAX_TWICE_LENGTH = 40_000;

/** Without an output schema, nobody is promised structured content. */
function sentOnce(result: ToolResult): ToolResult {
  return textLengthOf(result) > MAX_TWICE_LENGTH
    ? withoutMembers(result, 'structuredContent')
    : result;
}

/**
 * With an output schema, data of any type is structured content. Without one, only objects are. A tool result of the
 * work's own, and bytes, stay as they are.
 */
function withData(
  result: ToolResult,
  value: unknown,
  { output, result: mapping = {} }: ResultRules,
): ToolResult {
  if (isBytes(value) || readToolResult(value)) return result;
  if (output) return { ...result, structuredContent: result.structuredContent ?? value ?? null };
  const isMapped = mapping.structured !== undefined || mapping.text !== undefined;
  return isMapped ? result : sentOnce(result);
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

/** The outcome of a task that has left its result elsewhere. No such result fits an output schema. */
function toLeftOutcome(url: string, output: OutputRules | undefined): TaskOutcome {
  if (output) {
    return toUnreadOutcome(`Its result is too large to return. Fetch it from this address: ${url}`);
  }
  const note = 'The result is too large to return. Fetch it from this address.';
  return {
    kind: 'result',
    result: { ...toTextResult(JSON.stringify({ url, note })), structuredContent: { url, note } },
  };
}

/**
 * The tool result for a returned value. The value needs a JSON form, and its mapping has to fit the output
 * schema.
 */
export async function toCheckedOutcome(
  value: unknown,
  { output, result: mapping = {} }: ResultRules,
  task: MappedTask,
): Promise<TaskOutcome> {
  const leftAt = isRecord(value) ? value[RESULT_AT_KEY] : undefined;
  if (typeof leftAt === 'string') return toLeftOutcome(leftAt, output);
  const fault = describeResultFault(value);
  if (fault !== undefined) {
    const { toolName, logger, taskId } = task;
    const fields = { toolName, taskId, problem: fault };
    const message = 'A task has returned a tool result that MCP does not take as it is';
    logSummed(logger, { level: 'warn', kind: `${toolName} ${fault}`, fields, message });
  }
  const mapped = await mapResult(value, mapping, task);
  const toMisfit = (problem: string): TaskOutcome | undefined =>
    mapping.misfit ? toMisfitOutcome(value, problem) : undefined;
  if (!mapped.ok) {
    const misfit = toMisfit(mapped.problem);
    if (misfit) return misfit;
    return toUnreadOutcome(
      `Its result does not fit the manifest of this server (${mapped.problem}). ${WIDER}`,
    );
  }
  if (mapped.result === undefined) {
    const message = 'The result has no JSON form.';
    return { kind: 'error', error: toInternalError(message) };
  }
  const data = withData(mapped.result, value, { output, result: mapping });
  const { result, violation } = await checkData(data, output);
  if (!violation) return { kind: 'result', result };
  const { problem, mend } = violation;
  return (
    toMisfit(problem) ??
    toUnreadOutcome(`The result does not fit the tool's output schema: ${problem}. ${mend}`)
  );
}
