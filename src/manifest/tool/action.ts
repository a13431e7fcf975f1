/** `actions`: tools that send a Query, a Signal or an Update to a running task. */
import * as z from 'zod';

import { argumentsRead } from '../../core/mapping/expression.js';
import type { MessageTarget } from '../../core/mapping/message-target.js';
import {
  type ActionCatalog,
  type ActionDefinition,
  TASK_ID_ARGUMENT,
} from '../../core/task/task-action.js';
import type { ToolAnnotations } from '../../core/tool/tool-definition.js';
import { nearestName } from '../../core/value/find-nearest.js';
import { withoutUndefined } from '../../core/value/members.js';
import { key, optionalSpan, plain, span } from '../../definition/keys.js';
import {
  defaulting,
  faultsIn,
  leavesIn,
  type Made,
  type Written,
} from '../../definition/leaves.js';
import { type Members, type Place, placeBeforeStart, withTask } from '../../definition/roots.js';
import { callAccess } from '../../definition/tool/access.js';
import {
  argumentsKey,
  checkCoverage,
  findTargets,
  targetShape,
  toLayout,
} from '../../definition/tool/arguments.js';
import { actionResult, checkResult } from '../../definition/tool/result.js';
import { checkWritten, readsIn } from '../compile/check-names.js';
import { checkSchema, compileOrReport, NO_INPUT } from '../compile/check-schema.js';
import { fillIn } from '../compile/compile-text.js';
import { argumentsSchema, valueSchema } from '../group/json-schema.js';
import type { LocatedProblem } from '../manifest-error.js';

import {
  type SchemaOverrides,
  type CompiledSchemas,
  toInputRules,
  compileOutput,
} from './compiled-schemas.js';
import { descriptionShape, toDescription } from './description.js';
import type { ToolSource } from './tool-schema.js';

export const actionSchema = z.strictObject({
  workflow: plain.describe('The Workflow Type of the tasks that this action is for.'),
  ...targetShape,
  ...descriptionShape,
  input: key(
    argumentsSchema,
    'JSON Schema of the arguments, without task_id. Default: no arguments.',
  ),
  output: key(
    valueSchema,
    'JSON Schema of the result of the handler, of any type. Default: anything.',
  ),
  arguments: argumentsKey,
  result: key(
    actionResult,
    'The mapping of what the handler returns: structured (an expression), text. Default: as it is.',
  ),
  // A Worker answers in milliseconds, or in seconds if it has to replay a long history.
  timeout: span(10_000, 'The time that a Worker has to answer a Query, or to accept an Update.'),
  answerWithin: optionalSpan(
    'How long the call waits for the result of an Update before it is answered with a handle.',
  ),
  access: defaulting(callAccess, {}, 'Who may see and call it.'),
});

/** One of `actions`, with durations in milliseconds. */
export type ActionSource = z.output<typeof actionSchema>;
/** One of `actions` before parsing, as a TypeScript user writes it. */
export type ActionInput = z.input<typeof actionSchema>;

type Path = readonly PropertyKey[];

const QUERY_ANNOTATIONS: ToolAnnotations = { readOnlyHint: true, idempotentHint: true };

function toActionDefinition(
  name: string,
  { own, message }: { readonly own: Made<ActionSource>; readonly message: MessageTarget },
  { inputSchema, input, output }: CompiledSchemas,
): ActionDefinition {
  const { annotations, workflow, timeout, answerWithin, access, result } = own;
  const hints =
    message.kind === 'query'
      ? { ...QUERY_ANNOTATIONS, ...withoutUndefined(annotations ?? {}) }
      : annotations;
  return {
    name,
    shown: toDescription({ ...own, annotations: hints }, inputSchema),
    workflow,
    message,
    input,
    output,
    result,
    timeout,
    answerWithin,
    access,
  };
}

/** Reports an action that does not name exactly one handler. */
function checkTarget(source: ActionSource, path: Path): LocatedProblem[] {
  const targets = findTargets(source);
  if (targets.length === 1) return [];
  const message =
    targets.length === 0
      ? 'Missing: a query, a signal or an update of the Workflow.'
      : `Only one message can be sent: write ${targets.map(({ kind }) => kind).join(' or ')}.`;
  return [{ path, message }];
}

/** Reports keys that do not fit the kind of the action's message. */
function checkKind(
  { output, result, timeout, answerWithin }: ActionSource,
  { message: { kind } }: ActionDefinition,
  path: Path,
): LocatedProblem[] {
  const problems: LocatedProblem[] = [];
  if (kind === 'signal' && output) {
    const message = 'A Signal has no result: leave it out, or send an update.';
    problems.push({ path: [...path, 'output'], message });
  }
  if (kind === 'signal' && result) {
    const message = 'A Signal has no result: leave it out, or send an update.';
    problems.push({ path: [...path, 'result'], message });
  }
  if (kind === 'signal' && timeout !== undefined) {
    const message = 'A Signal does not wait for a Worker: leave it out.';
    problems.push({ path: [...path, 'timeout'], message });
  }
  if (kind !== 'update' && answerWithin !== undefined) {
    const message = `Only an Update can continue after its call. For a ${kind}, leave it out${kind === 'query' ? ', or write "timeout"' : ''}.`;
    problems.push({ path: [...path, 'answerWithin'], message });
  }
  return problems;
}

/** Reports arguments of the call that the message does not take. */
function checkLostArguments(
  { arguments: layout }: ActionSource,
  written: readonly Written[],
  { path, place }: { readonly path: Path; readonly place: Place },
): LocatedProblem[] {
  if (layout === undefined || typeof layout === 'string') return [];
  const used = argumentsRead(
    readsIn(written.filter(({ path: at }) => at[path.length] === 'arguments')),
  );
  if (used === 'all' || used.some((name) => !place.input.includes(name))) return [];
  return checkCoverage(layout, place.input, (name) => used.includes(name)).map((fault) => ({
    ...fault,
    path: [...path, 'input', ...fault.path],
  }));
}

function checkAction(
  definition: ActionDefinition,
  source: ActionSource,
  { path, claims }: { readonly path: Path; readonly claims: Members },
): LocatedProblem[] {
  const { inputSchema } = definition.shown;
  const properties = inputSchema['properties'] ?? {};
  const schemas = {
    input: inputSchema,
    result: source.result?.structured ? undefined : source.output,
  };
  const place = withTask(
    placeBeforeStart(definition.name, Object.keys(properties), { claims, schemas }),
  );
  const written = leavesIn(actionSchema, source, { path, place });
  const message = `"${TASK_ID_ARGUMENT}" names the task in every action: give the property another name.`;
  return [
    ...(Object.hasOwn(properties, TASK_ID_ARGUMENT)
      ? [
          {
            path: [...path, 'input', 'properties', TASK_ID_ARGUMENT],
            message,
            key: TASK_ID_ARGUMENT,
          },
        ]
      : []),
    ...checkWritten(written),
    ...faultsIn(actionSchema, source, { path, place }),
    ...checkLostArguments(source, written, { path, place }),
    ...checkResult(source.result, source.output !== undefined).map((fault) => ({
      ...fault,
      path: [...path, 'result', ...fault.path],
    })),
    ...(findTargets(source).length === 1 ? checkKind(source, definition, path) : []),
  ];
}

interface WrittenActions {
  readonly tools: Readonly<Record<string, Pick<ToolSource, 'start'>>>;
  readonly actions?: Readonly<Record<string, ActionSource>> | undefined;
}

interface CreatedActions {
  readonly actions: ActionCatalog;
  readonly problems: readonly LocatedProblem[];
}

function createAction(
  name: string,
  source: ActionSource,
  { override, claims }: { override: CompiledSchemas | undefined; claims: Members },
): { readonly definition: ActionDefinition; readonly problems: readonly LocatedProblem[] } {
  const path = ['actions', name];
  const problems: LocatedProblem[] = checkTarget(source, path);
  const [message = { kind: 'signal', name: '' } as const] = findTargets(source);
  const inputSchema = override?.inputSchema ?? source.input ?? NO_INPUT;
  const reported = compileOrReport(inputSchema, [...path, 'input'], problems);
  if (problems.length === 0 && !override)
    problems.push(...checkSchema(inputSchema, [...path, 'input']));
  const names = Object.keys(inputSchema['properties'] ?? {});
  const output = compileOutput(source.output, [...path, 'output'], problems);
  const own = fillIn(actionSchema, source, names);
  // Without `input`, the handler gets no argument.
  const layout = toLayout(own.arguments ?? (source.input ? 'object' : []));
  const definition = toActionDefinition(
    name,
    { own, message },
    {
      inputSchema,
      input: override?.input ?? toInputRules(inputSchema, reported, layout),
      output,
    },
  );
  problems.push(...checkAction(definition, source, { path, claims }));
  return { definition, problems };
}

/** Reports names that a tool already has, and Workflow Types that no tool starts. */
function checkAmongTools({ tools, actions = {} }: WrittenActions): LocatedProblem[] {
  const starts = Object.values(tools).map(({ start }) => start);
  const types = starts.filter(({ kind }) => kind === 'workflow').map(({ type }) => type);
  return Object.entries(actions).flatMap(([name, { workflow }]) => {
    const path = ['actions', name];
    const problems: LocatedProblem[] = [];
    if (Object.hasOwn(tools, name)) {
      const message = 'A tool of this name already exists: rename the action.';
      problems.push({ path, message, key: name });
    }
    if (!types.includes(workflow)) {
      const suggestion = nearestName(workflow, types);
      const isActivity = starts.some(({ kind, type }) => kind === 'activity' && type === workflow);
      const named = tools[workflow]?.start;
      const hint = isActivity
        ? ' An Activity gets no messages.'
        : named?.kind === 'workflow'
          ? ` "${workflow}" is a tool, whose type is "${named.type}".`
          : suggestion === undefined
            ? ''
            : ` Did you mean "${suggestion}"?`;
      const message = `No tool starts the Workflow Type "${workflow}", so there would be no task to act on.${hint}`;
      problems.push({ path: [...path, 'workflow'], message });
    }
    return problems;
  });
}

export function createActions(
  source: WrittenActions,
  overrides: SchemaOverrides,
  claims: Members,
): CreatedActions {
  const created = Object.entries(source.actions ?? {}).map(([name, action]) =>
    createAction(name, action, { override: overrides.get(name), claims }),
  );
  return {
    actions: new Map(created.map(({ definition }) => [definition.name, definition])),
    problems: [...checkAmongTools(source), ...created.flatMap(({ problems }) => problems)],
  };
}
