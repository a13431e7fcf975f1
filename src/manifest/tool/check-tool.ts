/** What the schema of a manifest cannot say: whether the members of a tool fit together. */
import { isInputKey } from '../../core/question/input-request.js';
import { placeholdersIn } from '../../core/tool/argument-template.js';
import {
  CONFIRMATION_KEY,
  type ObjectSchema,
  TaskSupport,
  type ToolDefinition,
} from '../../core/tool/tool-definition.js';
import { toDurationWords } from '../../core/value/number-words.js';
import type { LocatedProblem } from '../file/located-problem.js';
import type { SharedSource, ToolSource } from '../manifest-schema.js';
import { checkApprovers } from '../person/check-approvers.js';
import { checkDeclaredQuestion } from '../question/check-declared-question.js';
import { checkForm } from '../question/check-form.js';
import { checkShownArguments } from '../question/check-shown-arguments.js';
import { checkPlaces } from '../question/to-declared-status.js';
import { checkAdoption } from '../start/check-adoption.js';
import { checkCoverage, checkLayout, namesTakenBy } from '../start/check-layout.js';
import { checkStart } from '../start/check-start.js';

import { checkResult } from './check-result.js';
import { toStartQuestions } from './to-tool-definition.js';

type Path = readonly PropertyKey[];

/** Times to live that are longer than the longest one. */
export function checkTtl(maxTtlMs: number, source: SharedSource, path: Path): LocatedProblem[] {
  return (['ttl', 'minTtl'] as const).flatMap((key) =>
    (source[key] ?? 0) > maxTtlMs
      ? [
          {
            path: [...path, key],
            message: `${key} is longer than maxTtl (${toDurationWords(maxTtlMs)}): shorten it, or raise maxTtl.`,
          },
        ]
      : [],
  );
}

/** Questions before the start that no client can be asked, or whose answers are not used. */
function checkQuestions(
  { ask, confirm }: ToolSource,
  inputSchema: ObjectSchema,
  path: Path,
): LocatedProblem[] {
  const properties = inputSchema['properties'] ?? {};
  const problems: LocatedProblem[] = [];
  for (const { key, schema } of toStartQuestions(ask ?? {})) {
    const place = [...path, 'ask', key];
    if (!isInputKey(key) || key === CONFIRMATION_KEY) {
      const message = `"${key}" cannot name a question: use up to 64 letters, digits, "_", "-" or ".", and not "${CONFIRMATION_KEY}".`;
      problems.push({ path: place, message, key });
    }
    problems.push(...checkForm(schema, place));
    for (const name of Object.keys(schema.properties)) {
      if (Object.hasOwn(properties, name)) continue;
      const message = `"${name}" is not a property of the tool's input, so its answer would be lost.`;
      problems.push({ path: [...place, 'properties', name], message, key: name });
    }
  }
  for (const name of placeholdersIn(confirm ?? '')) {
    if (Object.hasOwn(properties, name)) continue;
    const message = `"{${name}}" is not a property of the tool's input.`;
    problems.push({ path: [...path, 'confirm'], message });
  }
  return problems;
}

/** A tool whose `task` and `becomesTask` contradict each other. */
function checkBecomesTask(
  { taskSupport, becomesTask }: ToolDefinition,
  path: Path,
): LocatedProblem[] {
  const isContradiction =
    (taskSupport === TaskSupport.required && becomesTask === 'never') ||
    (taskSupport === TaskSupport.forbidden && becomesTask !== 'never');
  if (!isContradiction) return [];
  const said = typeof becomesTask === 'string' ? becomesTask : `${becomesTask.afterMs} ms`;
  const message = `"becomesTask: ${said}" contradicts "task: ${taskSupport}".`;
  return [{ path: [...path, 'becomesTask'], message }];
}

/** A key that would be the same for every call, or names what no call has. */
function checkIdempotencyKey(
  { idempotencyKey, inputSchema }: ToolDefinition,
  path: Path,
): LocatedProblem[] {
  if (idempotencyKey === undefined || idempotencyKey === 'arguments') return [];
  const place = [...path, 'idempotencyKey'];
  const names = placeholdersIn(idempotencyKey);
  if (names.length === 0) {
    const message =
      'All calls would be one: name an argument ("{order_id}"), or write "arguments".';
    return [{ path: place, message }];
  }
  const properties = inputSchema['properties'] ?? {};
  return names
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => ({
      path: place,
      message: `"{${name}}" is not a property of the tool's input.`,
    }));
}

/** The arguments that a tool does something with, besides giving them to its Workflow. */
function namesInTexts(source: ToolSource): ReadonlySet<string> {
  const { workflowId, summary, details, startDelay, searchAttributes, memo, confirm } = source;
  const { idempotencyKey } = source;
  const texts = [
    ...[workflowId, summary, details, startDelay, confirm, idempotencyKey],
    ...Object.values({ ...searchAttributes, ...memo }),
  ];
  return new Set(texts.flatMap((text) => (typeof text === 'string' ? placeholdersIn(text) : [])));
}

/** Properties of the input that go nowhere: to no argument, no message and no text. */
function checkLostProperties(
  source: ToolSource,
  inputSchema: ObjectSchema,
  path: Path,
): LocatedProblem[] {
  const inTexts = namesInTexts(source);
  const { startWith } = source;
  const sent = startWith && { names: namesTakenBy(startWith.arguments ?? 'object') };
  return checkCoverage(source.arguments, inputSchema['properties'], {
    path: [...path, 'input'],
    isUsed: (name) =>
      inTexts.has(name) || (sent !== undefined && sent.names?.includes(name) !== false),
  });
}

/** Contradictions in a tool. */
export function checkTool(
  definition: ToolDefinition,
  source: ToolSource,
  path: Path,
): LocatedProblem[] {
  const { inputSchema, maxTtlMs } = definition;
  return [
    ...checkLayout(source.arguments, inputSchema['properties'], { path }),
    ...(source.adopt === undefined ? checkLostProperties(source, inputSchema, path) : []),
    ...checkResult(source.result, source.output, path),
    ...checkTtl(maxTtlMs, source, path),
    ...checkQuestions(source, inputSchema, path),
    ...checkBecomesTask(definition, path),
    ...checkIdempotencyKey(definition, path),
    ...checkPlaces(source.status, [...path, 'status']),
    ...checkPlaces(source.progress, [...path, 'progress']),
    ...Object.entries(source.questions ?? {}).flatMap(([name, question]) =>
      checkDeclaredQuestion(name, question, [...path, 'questions', name]),
    ),
    ...checkShownArguments(source, definition, path),
    ...checkStart(source, inputSchema, path),
    ...checkAdoption(source, path),
    ...checkApprovers(source, path),
  ];
}
