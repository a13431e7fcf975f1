import { OWNER_SEARCH_ATTRIBUTE } from '../../core/contract/contract.js';
import { placeholdersIn } from '../../core/mapping/argument-template.js';
import { CALLER_PLACEHOLDERS, isCallerPlaceholder } from '../../core/mapping/caller-placeholder.js';
import { findIdTemplateFaults } from '../../core/task/own-workflow-id.js';
import type { ObjectSchema } from '../../core/tool/tool-definition.js';
import { isRecord } from '../../core/value/is-record.js';
import { checkLayout } from '../group/layout.js';
import type { WorkflowSource } from '../group/workflow-group.js';
import type { LocatedProblem } from '../manifest-error.js';

import type { ToolSource } from './tool-schema.js';

type Path = readonly PropertyKey[];

/** Properties that a question or a default always fills in before the start. */
function alwaysGiven({ questions = {} }: ToolSource, inputSchema: ObjectSchema): string[] {
  const required = inputSchema['required'];
  const properties = Object.entries(inputSchema['properties'] ?? {});
  return [
    ...(Array.isArray(required) ? (required as string[]) : []),
    ...properties.flatMap(([name, schema]) =>
      isRecord(schema) && Object.hasOwn(schema, 'default') ? [name] : [],
    ),
    ...Object.values(questions).flatMap(({ when, required: asked = [] }) => (when ? [] : asked)),
  ];
}

/** Placeholders of a text that no argument fills. */
function checkNames(template: string, inputSchema: ObjectSchema, path: Path): LocatedProblem[] {
  const properties = inputSchema['properties'] ?? {};
  return [...new Set(placeholdersIn(template))].flatMap((name) => {
    const isArgument = Object.hasOwn(properties, name);
    if (isCallerPlaceholder(name) && isArgument) {
      const message = `"{${name}}" stands for the caller: rename the argument of that name.`;
      return [{ path, message }];
    }
    if (isArgument || isCallerPlaceholder(name)) return [];
    const message = name.includes('.')
      ? `Unknown placeholder "{${name}}". For the caller there are ${CALLER_PLACEHOLDERS}.`
      : `"{${name}}" is not a property of the tool's input.`;
    return [{ path, message }];
  });
}

function checkWorkflowId(
  source: ToolSource,
  inputSchema: ObjectSchema,
  path: Path,
): LocatedProblem[] {
  const { id, idConflictPolicy, idReusePolicy } = source.workflow;
  if (id === undefined) {
    return Object.entries({ idConflictPolicy, idReusePolicy }).flatMap(([key, value]) =>
      value === undefined
        ? []
        : [
            {
              path: [...path, 'workflow', key],
              message: `${key} needs a Workflow ID: write "id", too.`,
            },
          ],
    );
  }
  const place = [...path, 'workflow', 'id'];
  const given = alwaysGiven(source, inputSchema);
  const optional = placeholdersIn(id).filter(
    (name) => !isCallerPlaceholder(name) && !given.includes(name),
  );
  const problems = [
    ...findIdTemplateFaults(id).map((message) => ({ path: place, message })),
    ...checkNames(id, inputSchema, place),
  ];
  if (problems.length === 0) {
    for (const name of new Set(optional)) {
      const message = `"{${name}}" may be missing in a call, which would then have no ID: make it "required" in the input.`;
      problems.push({ path: place, message });
    }
  }
  return problems;
}

function checkStartWith(
  { startWith, id, idConflictPolicy }: WorkflowSource,
  inputSchema: ObjectSchema,
  path: Path,
): LocatedProblem[] {
  if (!startWith) return [];
  const place = [...path, 'startWith'];
  const { signal, update, arguments: layout } = startWith;
  const problems: LocatedProblem[] = [];
  if ((signal === undefined) === (update === undefined)) {
    const message = 'Name either a "signal" or an "update".';
    problems.push({ path: place, message });
  }
  if (id === undefined) {
    const message = 'A message needs a Workflow ID: write an "id", too.';
    problems.push({ path: place, message });
  }
  if (signal !== undefined && idConflictPolicy === 'Fail') {
    const message =
      'A Signal goes to the execution that runs, if there is one: leave this out, or remove "startWith".';
    problems.push({ path: [...path, 'idConflictPolicy'], message });
  }
  return [...problems, ...checkLayout(layout, inputSchema['properties'], { path: place })];
}

/** Checks texts with placeholders, and reports names that are reserved for the server. */
function checkValues(
  source: WorkflowSource,
  inputSchema: ObjectSchema,
  path: Path,
): LocatedProblem[] {
  const { startDelay, searchAttributes = {}, memo = {}, summary, details } = source;
  const texts: [Path, string][] = [
    ...Object.entries(searchAttributes).map(([key, value]): [Path, string] => [
      ['searchAttributes', key],
      value,
    ]),
    ...Object.entries(memo).map(([key, value]): [Path, string] => [['memo', key], value]),
    ...Object.entries({ summary, details }).flatMap(([key, value]): [Path, string][] =>
      value === undefined ? [] : [[[key], value]],
    ),
    ...(typeof startDelay === 'string' ? [[['startDelay'], startDelay] as [Path, string]] : []),
  ];
  const problems = texts.flatMap(([place, template]) =>
    checkNames(template, inputSchema, [...path, ...place]),
  );
  if (typeof startDelay === 'string' && isCallerPlaceholder(startDelay.slice(1, -1))) {
    const message = 'The caller is not a time. Use an argument here.';
    problems.push({ path: [...path, 'startDelay'], message });
  }
  for (const key of Object.keys(memo).filter((name) => name.startsWith('mcp.'))) {
    const message = 'Names that start with "mcp." are reserved for the server: choose another one.';
    problems.push({ path: [...path, 'memo', key], message });
  }
  if (Object.hasOwn(searchAttributes, OWNER_SEARCH_ATTRIBUTE)) {
    const message = `${OWNER_SEARCH_ATTRIBUTE} names the owner of a task and is reserved for the server: choose another one.`;
    problems.push({ path: [...path, 'searchAttributes', OWNER_SEARCH_ATTRIBUTE], message });
  }
  return problems;
}

/** Temporal's default wait before the first retry, in milliseconds. */
const DEFAULT_INITIAL_INTERVAL_MS = 1_000;

/** A Retry Policy that Temporal refuses. */
function checkRetryPolicy({ retryPolicy }: WorkflowSource, path: Path): LocatedProblem[] {
  const { initialInterval = DEFAULT_INITIAL_INTERVAL_MS, maximumInterval } = retryPolicy ?? {};
  if (maximumInterval === undefined || maximumInterval >= initialInterval) return [];
  const message = 'Shorter than initialInterval (default: 1 s), which Temporal refuses: raise it.';
  return [{ path: [...path, 'retryPolicy', 'maximumInterval'], message }];
}

export function checkStart(
  source: ToolSource,
  inputSchema: ObjectSchema,
  path: Path,
): LocatedProblem[] {
  const place = [...path, 'workflow'];
  return [
    ...checkWorkflowId(source, inputSchema, path),
    ...checkStartWith(source.workflow, inputSchema, place),
    ...checkValues(source.workflow, inputSchema, place),
    ...checkRetryPolicy(source.workflow, place),
  ];
}
