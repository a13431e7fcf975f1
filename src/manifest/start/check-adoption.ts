/** Checks of tools that start nothing, but adopt executions of others. */
import { ADOPTED_ID_ARGUMENT } from '../../core/task/start-definition.js';
import { placeholdersIn } from '../../core/tool/argument-template.js';
import { OWNER_PLACEHOLDER } from '../../core/tool/caller-placeholder.js';
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

/** Matches Workflow Types that can stand in a query without escapes. */
const QUOTABLE = /^[^'"\\]+$/;

function findQueryFault(query: string): string | undefined {
  const names = placeholdersIn(query);
  const quoted = query.split(`'{${OWNER_PLACEHOLDER}}'`).length - 1;
  if (names.some((name) => name !== OWNER_PLACEHOLDER)) {
    return 'Only "{owner}" can stand in it, for whoever calls.';
  }
  if (names.length === 0) {
    return `Say whose the executions are: "CustomerId = '{owner}'". If everybody may see, answer and cancel them, write { idPrefix: "order-", owner: everybody }.`;
  }
  if (quoted !== names.length) return `Write {owner} in quotes, alone: "CustomerId = '{owner}'".`;
  if (/\b(order|group)\s+by\b/i.test(query))
    return 'Leave out ORDER BY and GROUP BY: it is part of a longer query.';
  return undefined;
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
      message: `Executions of "owner: everybody" are read and cancelled without the tool, too: leave ${name} out, or name their owner in a query.`,
    }));
}

/** Contradictions in a tool with `adopt`. */
export function checkAdoption(source: ToolSource, path: readonly PropertyKey[]): LocatedProblem[] {
  const { adopt, type } = source.workflow;
  if (adopt === undefined) return [];
  const fault = typeof adopt === 'string' ? findQueryFault(adopt) : undefined;
  return [
    ...(typeof adopt === 'string' ? [] : checkAccessOfEverybody(source, path)),
    ...(fault === undefined ? [] : [{ path: [...path, 'workflow', 'adopt'], message: fault }]),
    ...(QUOTABLE.test(type)
      ? []
      : [
          {
            path: [...path, 'workflow', 'type'],
            message: 'A Workflow Type with quotes cannot be looked for.',
          },
        ]),
    ...findKeysOfStarts(source).map((keys) => ({
      path: [...path, ...keys],
      message: `A tool with "adopt" starts nothing, and takes a Workflow ID: leave ${keys.join('.')} out.`,
    })),
  ];
}

/** Reports adoption with several issuers: two people with the same name would own the same executions. */
function checkIssuers(
  adopting: readonly (readonly [string, ToolSource])[],
  server: ManifestSource['server'],
): LocatedProblem[] {
  if ((server?.auth?.issuers?.length ?? 0) < 2) return [];
  const named = adopting.filter(([, { workflow }]) => typeof workflow.adopt === 'string');
  const message =
    'There are several issuers, which may call two people the same: "{owner}" does not tell them apart.';
  return named.map(([name]) => ({ path: ['tools', name, 'workflow', 'adopt'], message }));
}

/** Reports two tools that adopt executions of one Workflow Type, since only one rule can name their owner. */
export function checkAdoptions({ tools, server }: ManifestSource): LocatedProblem[] {
  const adopting = Object.entries(tools).filter(([, { workflow }]) => workflow.adopt !== undefined);
  const ofTypes = adopting.flatMap(([name, { workflow }], index) => {
    const earlier = adopting
      .slice(0, index)
      .find(([, tool]) => tool.workflow.type === workflow.type);
    if (!earlier) return [];
    const message = `${earlier[0]} adopts executions of ${workflow.type} already: write one query for both.`;
    return [{ path: ['tools', name, 'workflow', 'adopt'], message }];
  });
  return [...ofTypes, ...checkIssuers(adopting, server)];
}
