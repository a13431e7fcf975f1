/** Checks of tools that start nothing, but adopt executions of others. */
import { ADOPTED_ID_ARGUMENT } from '../../core/tool/start-plan.js';
import type { ObjectSchema } from '../../core/tool/tool-definition.js';
import { KEYS_OF_STARTS } from '../../definition/tool/workflow.js';
import type { LocatedProblem } from '../manifest-error.js';

import type { ToolSource } from './tool-schema.js';

/** Input of such a tool: the execution's ID. */
export const ADOPTION_INPUT: ObjectSchema = {
  type: 'object',
  required: [ADOPTED_ID_ARGUMENT],
  additionalProperties: false,
  properties: {
    [ADOPTED_ID_ARGUMENT]: {
      type: 'string',
      description: 'The Workflow ID of what is running already, or has ended.',
    },
  },
};

/** Finds keys of an adopting tool that only a tool with starts can have. */
function findKeysOfStarts({
  start,
  input,
  confirm,
  task,
  questions = {},
}: ToolSource): readonly (readonly PropertyKey[])[] {
  const early = Object.entries(questions).filter(([, { when }]) => !when);
  return [
    ...(input === undefined ? [] : [['input']]),
    ...(confirm === undefined ? [] : [['confirm']]),
    ...early.map(([name]) => ['questions', name]),
    ...(task?.idempotencyKey === undefined ? [] : [['task', 'idempotencyKey']]),
    ...KEYS_OF_STARTS.filter((key) => start[key] !== undefined).map((key) => ['workflow', key]),
  ];
}

/**
 * Reports rules for calls of a tool with `owner: everybody`. They protect nothing, since everybody can read its
 * executions by their IDs.
 */
function checkAccessOfEverybody(
  { access = {} }: ToolSource,
  path: readonly PropertyKey[],
): LocatedProblem[] {
  return (['scopes', 'allow'] as const)
    .filter((name) => access[name] !== undefined)
    .map((name) => ({
      path: [...path, 'access', name],
      message: `Executions of "owner: everybody" can be read and cancelled without this tool, so ${name} would not protect them: leave it out, or name their owner by a searchAttribute.`,
    }));
}

export function checkAdoption(source: ToolSource, path: readonly PropertyKey[]): LocatedProblem[] {
  const { adopt } = source.start;
  if (adopt === undefined) return [];
  return [
    ...('owner' in adopt ? checkAccessOfEverybody(source, path) : []),
    ...findKeysOfStarts(source).map((keys) => ({
      path: [...path, ...keys],
      message: `A tool with "adopt" starts nothing, and takes a Workflow ID: leave ${keys.join('.')} out.`,
    })),
  ];
}
