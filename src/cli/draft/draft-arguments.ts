import type { ArgumentsShape } from '../../core/survey/arguments-shape.js';
import {
  isAlwaysObject,
  type Schema,
  toObjectSchema,
  toSchema,
} from '../../core/survey/shape-schema.js';
import type { ValueShape } from '../../core/survey/value-shape.js';
import { TASK_ID_ARGUMENT } from '../../core/task/task-action.js';

/** `input` and `arguments` of a tool or an action. */
export interface DraftArguments {
  readonly input?: Schema;
  /** Names of the arguments, by position. Absent: one object. */
  readonly arguments?: readonly string[];
}

/**
 * Drafts the input from recorded arguments. A single object is the input itself. Other arguments go by position, with
 * neutral names, since payloads contain no names.
 */
export function draftArguments(shape: ArgumentsShape): DraftArguments {
  const { positions } = shape;
  const [first] = positions;
  if (!first) return { arguments: [] };
  const isOneObject = positions.length === 1 && shape.isAlwaysGiven(0) && isAlwaysObject(first);
  if (isOneObject && !first.members.has(TASK_ID_ARGUMENT)) {
    return { input: toObjectSchema(first, 'input') };
  }
  const names = positions.map((_shape, index) => `arg${index + 1}`);
  const required = names.filter((_name, index) => shape.isAlwaysGiven(index));
  return {
    input: {
      type: 'object',
      ...(required.length > 0 && { required }),
      additionalProperties: false,
      properties: Object.fromEntries(
        positions.map((position, index) => [names[index], toSchema(position, 'input')]),
      ),
    },
    arguments: names,
  };
}

/** Returns true for a tool result of MCP, whose blocks are of any type. */
function isToolResult({ members }: ValueShape): boolean {
  const blocks = members.get('content')?.elements;
  const type = blocks?.members.get('type');
  return type !== undefined && type.texts === blocks?.count;
}

/** The `output` for results that were always objects; `undefined` if no schema of MCP fits them. */
export function draftOutput(results: ArgumentsShape): Schema | undefined {
  const [result] = results.positions;
  if (!result || !isAlwaysObject(result) || results.unreadable.size > 0) return undefined;
  if (isToolResult(result)) return undefined;
  return toObjectSchema(result, 'output');
}
