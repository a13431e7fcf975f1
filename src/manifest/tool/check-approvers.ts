/** Checks that the `approvers` of a tool can answer. */
import type { LocatedProblem } from '../manifest-error.js';

import type { ToolSource } from './tool-schema.js';

type Path = readonly PropertyKey[];

export function checkApprovers(
  { access: { approvers, modelMayAnswer } = {}, workflow }: ToolSource,
  path: Path,
): LocatedProblem[] {
  if (!approvers) return [];
  const place = [...path, 'access', 'approvers'];
  const problems: LocatedProblem[] = [];
  if (!approvers.allow && !approvers.subjects) {
    const message = 'Nobody else could answer: name claims under "allow", or "subjects".';
    problems.push({ path: place, message });
  }
  if (workflow.adopt !== undefined) {
    const message =
      'Adopted executions cannot have approvers: only tasks that this server starts can.';
    problems.push({ path: place, message });
  }
  if (approvers.owner === false && modelMayAnswer === true) {
    const message = 'Contradicts "modelMayAnswer: true", since a model answers for the owner.';
    problems.push({ path: [...place, 'owner'], message });
  }
  return problems;
}
