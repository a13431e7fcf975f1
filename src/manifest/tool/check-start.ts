import { OWNER_SEARCH_ATTRIBUTE } from '../../core/contract/contract.js';
import { INPUT, type Reading } from '../../core/mapping/expression.js';
import { placeholdersOf, readsOf } from '../../core/mapping/text.js';
import { findIdTemplateFaults } from '../../core/task/own-workflow-id.js';
import type { ObjectSchema } from '../../core/tool/tool-definition.js';
import { isRecord } from '../../core/value/is-record.js';
import { compileText, toCompiledText } from '../compile/compile-text.js';
import type { LocatedProblem } from '../manifest-error.js';

import type { StartSource, ToolSource } from './tool-schema.js';

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

function checkWorkflowId(
  source: ToolSource,
  inputSchema: ObjectSchema,
  path: Path,
): LocatedProblem[] {
  const { id, idConflictPolicy, idReusePolicy } = source.start;
  if (id === undefined) {
    return Object.entries({ idConflictPolicy, idReusePolicy }).flatMap(([key, value]) =>
      value === undefined
        ? []
        : [
            {
              path: [...path, source.start.kind, key],
              message: `${key} needs an ID: write "id", too.`,
            },
          ],
    );
  }
  const place = [...path, source.start.kind, 'id'];
  const certain = alwaysGiven(source, inputSchema);
  const names = Object.keys(inputSchema['properties'] ?? {});
  const compiled = compileText(id.source, names);
  if (!compiled.ok) return [];
  const faults = findIdTemplateFaults(compiled.made, source.start.kind);
  const optional = placeholdersOf(compiled.made).flatMap(({ expression: { place: read } }) =>
    read?.root === INPUT && read.path.length === 1 ? read.path : [],
  );
  const missing = [...new Set(optional)]
    .filter((name) => names.includes(name) && !certain.includes(name))
    .map(
      (name) =>
        `"{${name}}" may be missing in a call, which would then have no ID: make it "required" in the input.`,
    );
  return [...faults, ...(faults.length === 0 ? missing : [])].map((message) => ({
    path: place,
    message,
  }));
}

function checkStartWith({ startWith, id }: StartSource, path: Path): LocatedProblem[] {
  if (!startWith || id !== undefined) return [];
  const message = 'A message needs a Workflow ID: write an "id", too.';
  return [{ path: [...path, 'startWith'], message }];
}

function isOfCaller({ root }: Reading): boolean {
  return root === 'caller';
}

/** Reports a delay that isn't a time, and names that are reserved for the server. */
function checkValues(source: StartSource, path: Path): LocatedProblem[] {
  const { startDelay, searchAttributes = {}, memo = {} } = source;
  const problems: LocatedProblem[] = [];
  if (
    typeof startDelay === 'object' &&
    readsOf(toCompiledText(startDelay.source)).some(isOfCaller)
  ) {
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

export function checkStart(
  source: ToolSource,
  inputSchema: ObjectSchema,
  path: Path,
): LocatedProblem[] {
  const place = [...path, source.start.kind];
  return [
    ...checkWorkflowId(source, inputSchema, path),
    ...checkStartWith(source.start, place),
    ...checkValues(source.start, place),
  ];
}
