/** Checks of tools that start nothing, but adopt executions of others. */
import { ADOPTED_ID_ARGUMENT } from '../../core/task/start-definition.js';
import type { ObjectSchema } from '../../core/tool/tool-definition.js';
import type { LocatedProblem } from '../file/manifest-error.js';
import { KEYS_OF_STARTS } from '../group/workflow-group.js';
import type { ManifestSource } from '../manifest-schema.js';
import type { ToolSource } from '../tool/tool-schema.js';

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
  workflow,
  input,
  confirm,
  task,
  questions = {},
}: ToolSource): readonly (readonly PropertyKey[])[] {
  const asked = Object.entries(questions).filter(([, { when }]) => !when);
  return [
    ...(input === undefined ? [] : [['input']]),
    ...(confirm === undefined ? [] : [['confirm']]),
    ...asked.map(([name]) => ['questions', name]),
    ...(task?.idempotencyKey === undefined ? [] : [['task', 'idempotencyKey']]),
    ...KEYS_OF_STARTS.filter((key) => workflow[key] !== undefined).map((key) => ['workflow', key]),
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
      message: `Executions of "owner: everybody" are read and cancelled without the tool, too: leave ${name} out, or name their owner by a searchAttribute.`,
    }));
}

export function checkAdoption(source: ToolSource, path: readonly PropertyKey[]): LocatedProblem[] {
  const { adopt } = source.workflow;
  if (adopt === undefined) return [];
  return [
    ...('owner' in adopt ? checkAccessOfEverybody(source, path) : []),
    ...findKeysOfStarts(source).map((keys) => ({
      path: [...path, ...keys],
      message: `A tool with "adopt" starts nothing, and takes a Workflow ID: leave ${keys.join('.')} out.`,
    })),
  ];
}

/** Reports adoption by name with several issuers: two people with the same name would own the same executions. */
function checkIssuers(
  adopting: readonly (readonly [string, ToolSource])[],
  server: ManifestSource['server'],
): LocatedProblem[] {
  if ((server?.auth?.issuers?.length ?? 0) < 2) return [];
  const message =
    'There are several issuers, which may give two people the same name: the name alone does not tell them apart.';
  return adopting
    .filter(
      ([
        ,
        {
          workflow: { adopt = {} },
        },
      ]) => 'searchAttribute' in adopt,
    )
    .map(([name]) => ({ path: ['tools', name, 'workflow', 'adopt'], message }));
}

export function checkAdoptions({ tools, server }: ManifestSource): LocatedProblem[] {
  const adopting = Object.entries(tools).filter(([, { workflow }]) => workflow.adopt !== undefined);
  const ofTypes = adopting.flatMap(([name, { workflow }], index) => {
    const earlier = adopting
      .slice(0, index)
      .find(([, tool]) => tool.workflow.type === workflow.type);
    if (!earlier) return [];
    const message = `${earlier[0]} adopts executions of ${workflow.type} already: only one rule can name their owner.`;
    return [{ path: ['tools', name, 'workflow', 'adopt'], message }];
  });
  return [...ofTypes, ...checkIssuers(adopting, server)];
}
