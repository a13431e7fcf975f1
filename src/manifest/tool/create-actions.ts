import type { ActionCatalog, ActionDefinition } from '../../core/task/task-action.js';
import { matchPattern } from '../../core/tool/tool-pattern.js';
import type { LocatedProblem } from '../file/manifest-error.js';
import { nearestName } from '../file/nearest-name.js';
import type { ManifestSource } from '../manifest-schema.js';
import { checkSchema } from '../schema/check-schema.js';
import { compileOrReport, NO_INPUT } from '../schema/compile-or-report.js';
import { findTargets } from '../start/message-schema.js';

import {
  type ActionSource,
  checkAction,
  checkTarget,
  toActionDefinition,
  toActionLayout,
} from './action.js';
import {
  type SchemaOverrides,
  type CompiledSchemas,
  createInputParser,
} from './compiled-schemas.js';
import { toDefaultFiller } from './with-defaults.js';

/** The actions of a manifest, and their problems. */
export interface CreatedActions {
  readonly actions: ActionCatalog;
  readonly problems: readonly LocatedProblem[];
}

function createAction(
  name: string,
  source: ActionSource,
  override: CompiledSchemas | undefined,
): { readonly definition: ActionDefinition; readonly problems: readonly LocatedProblem[] } {
  const path = ['actions', name];
  const problems: LocatedProblem[] = checkTarget(source, path);
  const [message = { kind: 'signal', name: '' } as const] = findTargets(source);
  const inputSchema = override?.inputSchema ?? source.input ?? NO_INPUT;
  const validate = compileOrReport(inputSchema, [...path, 'input'], problems);
  if (problems.length === 0 && !override)
    problems.push(...checkSchema(inputSchema, [...path, 'input']));
  const { output } = source;
  const validateOutput = output && compileOrReport(output, [...path, 'output'], problems);
  const withDefaults = override ? undefined : toDefaultFiller(inputSchema);
  const definition = toActionDefinition(
    name,
    { source, message },
    {
      inputSchema,
      parseInput:
        override?.parseInput ??
        createInputParser({ validate, withDefaults }, toActionLayout(source)),
      ...(validateOutput && { validateOutput }),
    },
  );
  problems.push(...checkAction(definition, source, path));
  return { definition, problems };
}

/** Reports names that a tool already has, and Workflow Types that no tool starts. */
function checkAmongTools({ tools, actions = {} }: ManifestSource): LocatedProblem[] {
  const types = Object.values(tools).map(({ workflow }) => workflow.type);
  const hasTool = (type: string): boolean =>
    types.some((known) => known === type || matchPattern(known, type) !== undefined);
  return Object.entries(actions).flatMap(([name, { workflow }]) => {
    const path = ['actions', name];
    const problems: LocatedProblem[] = [];
    if (Object.hasOwn(tools, name)) {
      const message = 'There is a tool of this name already: give the action another one.';
      problems.push({ path, message, key: name });
    }
    if (!hasTool(workflow)) {
      const meant = nearestName(workflow, types);
      const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
      const message = `No tool starts the Workflow Type "${workflow}", so there would be no task to act on.${hint}`;
      problems.push({ path: [...path, 'workflow'], message });
    }
    return problems;
  });
}

/** Turns the actions of a parsed manifest into tools, and reports contradictions. */
export function createActions(source: ManifestSource, overrides: SchemaOverrides): CreatedActions {
  const created = Object.entries(source.actions ?? {}).map(([name, action]) =>
    createAction(name, action, overrides.get(name)),
  );
  return {
    actions: new Map(created.map(({ definition }) => [definition.name, definition])),
    problems: [...checkAmongTools(source), ...created.flatMap(({ problems }) => problems)],
  };
}
