import type { ArgumentsShape } from './arguments-shape.js';
import { isAlwaysObject, type Schema, toSchema } from './shape-schema.js';

export interface DraftArguments {
  readonly input?: Schema | undefined;
  /** Names of the arguments, by position. Absent: one object. */
  readonly layout?: readonly string[] | undefined;
}

/**
 * Drafts the input from recorded arguments. A single object is the input itself. Other arguments go by position, with
 * neutral names, since payloads contain no names.
 */
export function draftArguments(shape: ArgumentsShape): DraftArguments {
  const { positions } = shape;
  const [first] = positions;
  if (!first) return { layout: [] };
  const isOneObject = positions.length === 1 && shape.isAlwaysGiven(0) && isAlwaysObject(first);
  if (isOneObject) return { input: toSchema(first) };
  const layout = positions.map((_shape, index) => `arg${index + 1}`);
  const required = layout.filter((_name, index) => shape.isAlwaysGiven(index));
  const properties = Object.fromEntries(
    positions.map((position, index) => [`arg${index + 1}`, toSchema(position)] as const),
  );
  return {
    input: {
      type: 'object',
      required: required.length > 0 ? required : undefined,
      additionalProperties: false,
      properties,
    },
    layout,
  };
}
