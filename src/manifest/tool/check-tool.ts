/** Checks whether the members of a tool fit together, which its schema cannot say. */
import { placeholdersIn } from '../../core/tool/argument-template.js';
import type { ObjectSchema, ToolDefinition } from '../../core/tool/tool-definition.js';
import { checkWebhooks } from '../event/webhooks.js';
import type { LocatedProblem } from '../file/manifest-error.js';
import { checkTask } from '../group/task-group.js';
import { checkTtl } from '../group/ttl-group.js';
import { checkApprovers } from '../person/check-approvers.js';
import { checkShownArguments } from '../question/check-shown-arguments.js';
import { checkQuestions } from '../question/question.js';
import { checkPlaces } from '../question/state-message.js';
import { checkAdoption } from '../start/check-adoption.js';
import { checkStart } from '../start/check-start.js';
import { checkCoverage, checkLayout, namesTakenBy } from '../start/layout.js';

import { checkResult } from './result.js';
import type { ToolSource } from './tool-schema.js';

type Path = readonly PropertyKey[];

/** Placeholders of a confirmation that no argument fills. */
function checkConfirmation(
  { confirm = '' }: ToolSource,
  input: object,
  path: Path,
): LocatedProblem[] {
  return placeholdersIn(confirm)
    .filter((name) => !Object.hasOwn(input, name))
    .map((name) => ({
      path: [...path, 'confirm'],
      message: `"{${name}}" is not a property of the tool's input.`,
    }));
}

/** Returns the arguments that the tool's texts use. */
function namesInTexts(source: ToolSource): ReadonlySet<string> {
  const { id, summary, details, startDelay, searchAttributes, memo } = source.workflow;
  const texts = [
    ...[id, summary, details, startDelay, source.confirm, source.task?.idempotencyKey],
    ...Object.values({ ...searchAttributes, ...memo }),
  ];
  return new Set(texts.flatMap((text) => (typeof text === 'string' ? placeholdersIn(text) : [])));
}

/** Reports properties of the input without a use: no argument, message or text takes them. */
function checkLostProperties(
  source: ToolSource,
  inputSchema: ObjectSchema,
  path: Path,
): LocatedProblem[] {
  const inTexts = namesInTexts(source);
  const { startWith, arguments: layout } = source.workflow;
  const sent = startWith && { names: namesTakenBy(startWith.arguments ?? 'object') };
  return checkCoverage(layout, inputSchema['properties'], {
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
  const { inputSchema, maxTtlMs, taskSupport } = definition;
  const { workflow, task, ttl } = source;
  const input = inputSchema['properties'] ?? {};
  return [
    ...checkLayout(workflow.arguments, input, { path: [...path, 'workflow'] }),
    ...(workflow.adopt === undefined ? checkLostProperties(source, inputSchema, path) : []),
    ...checkResult(source.result, source.output, path),
    ...checkTtl({ ...ttl, max: maxTtlMs }, [...path, 'ttl']),
    ...checkTask({ ...task, support: taskSupport }, input, [...path, 'task']),
    ...checkConfirmation(source, input, path),
    ...checkQuestions(source.questions, input, path),
    ...checkPlaces(source.status, [...path, 'status']),
    ...checkPlaces(source.progress, [...path, 'progress']),
    ...checkShownArguments(source, definition, path),
    ...checkStart(source, inputSchema, path),
    ...checkAdoption(source, path),
    ...checkApprovers(source, path),
    ...checkWebhooks(source.webhooks, path),
  ];
}
