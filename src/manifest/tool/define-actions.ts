import * as z from 'zod';

import { layOut } from '../../core/tool/argument-layout.js';
import type { ObjectSchema } from '../../core/tool/tool-definition.js';
import { toLayout } from '../start/layout-schema.js';

import type { ActionInput } from './action.js';
import type { CompiledSchemas } from './compiled-schemas.js';
import { compileZodInput, toJsonSchema } from './zod-input.js';

/** An action as a TypeScript module has it: what YAML says, with a zod object in place of a JSON Schema where you like. */
export type ActionOptions = Omit<ActionInput, 'input' | 'output'> & {
  /** The model's arguments besides the task. Default: none. */
  readonly input?: ObjectSchema | z.ZodObject;
  /** The handler's result. Default: anything. */
  readonly output?: ObjectSchema | z.ZodObject;
};

/** An action, with the schema that a zod object has compiled. */
export interface DefinedAction {
  readonly settings: ActionInput;
  /** Absent where a JSON Schema checks the input. */
  readonly schemas?: CompiledSchemas;
}

/** Takes the zod objects out of an action. */
export function toDefinedAction({ input, output, ...rest }: ActionOptions): DefinedAction {
  const settings: ActionInput = {
    ...rest,
    ...(input && { input: toJsonSchema(input) }),
    ...(output && { output: toJsonSchema(output) }),
  };
  if (!(input instanceof z.ZodType)) return { settings };
  const layout = toLayout(rest.arguments ?? 'object');
  return {
    settings,
    schemas: compileZodInput(input, async (data, by) => layOut(layout, data, by)),
  };
}
