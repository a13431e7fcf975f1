/** Checks of an action beyond the schema: its members have to fit together. */
import { type ActionDefinition, TASK_ID_ARGUMENT } from '../../core/task/task-action.js';
import type { LocatedProblem } from '../file/located-problem.js';
import { checkCoverage, checkLayout } from '../start/check-layout.js';
import { findTargets } from '../start/message-schema.js';

import type { ActionSource } from './action-schema.js';
import { checkResult } from './check-result.js';

type Path = readonly PropertyKey[];

/** An action that does not name one handler. */
export function checkTarget(source: ActionSource, path: Path): LocatedProblem[] {
  const named = findTargets(source);
  if (named.length === 1) return [];
  const message =
    named.length === 0
      ? 'Missing: a query, a signal or an update of the Workflow.'
      : `One message is sent: write ${named.map(({ kind }) => kind).join(' or ')}.`;
  return [{ path, message }];
}

const misfit = (name: string): string => `"${name}" is not a property of the action's input.`;

/** Keys that only an Update, or only an answer, can have. */
function checkKind(
  { output, result, limit, answerWithin }: ActionSource,
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
  if (kind === 'signal' && limit !== undefined) {
    const message = 'A Signal waits for no worker: leave it out.';
    problems.push({ path: [...path, 'limit'], message });
  }
  if (kind !== 'update' && answerWithin !== undefined) {
    const message = `Only an update goes on after its call. For a ${kind}, leave it out${kind === 'query' ? ', or write "limit"' : ''}.`;
    problems.push({ path: [...path, 'answerWithin'], message });
  }
  return problems;
}

/** Contradictions in an action. */
export function checkAction(
  definition: ActionDefinition,
  source: ActionSource,
  path: Path,
): LocatedProblem[] {
  const properties = definition.inputSchema['properties'] ?? {};
  const taken = `"${TASK_ID_ARGUMENT}" names the task in every action: give the property another name.`;
  return [
    ...(Object.hasOwn(properties, TASK_ID_ARGUMENT)
      ? [
          {
            path: [...path, 'input', 'properties', TASK_ID_ARGUMENT],
            message: taken,
            key: TASK_ID_ARGUMENT,
          },
        ]
      : []),
    ...checkLayout(source.arguments, properties, { path, misfit }),
    ...checkCoverage(source.arguments, properties, { path: [...path, 'input'] }),
    ...checkResult(source.result, source.output, path),
    ...(findTargets(source).length === 1 ? checkKind(source, definition, path) : []),
  ];
}
