/** Checks the patterns of entries that stand for several tools. */
import type { LocatedProblem } from '../file/manifest-error.js';
import type { WorkflowSource } from '../group/workflow-group.js';

/** Returns true if an entry of `tools` is a pattern. */
export function isPattern(name: string, { type }: Pick<WorkflowSource, 'type'>): boolean {
  return name.includes('*') || type.includes('*');
}

function countStars(text: string): number {
  return text.split('*').length - 1;
}

/** Contradictions in a pattern. */
export function checkPattern(
  name: string,
  { type, adopt }: WorkflowSource,
  path: readonly PropertyKey[],
): LocatedProblem[] {
  const problems: LocatedProblem[] = [];
  if (countStars(type) !== 1 || countStars(name) !== 1) {
    const message = `The name of a pattern has one "*", and its Workflow Type too: it becomes in the one what it stands for in the other, as in "orders_*" and "orders.*".`;
    problems.push({ path: [...path, 'workflow', 'type'], message });
  }
  if (/['"\\]/.test(type)) {
    const message = 'A Workflow Type with quotes cannot be looked for.';
    problems.push({ path: [...path, 'workflow', 'type'], message });
  }
  if (adopt !== undefined) {
    const message =
      'Executions of several Workflow Types cannot be adopted by one rule: write each out.';
    problems.push({ path: [...path, 'workflow', 'adopt'], message });
  }
  return problems;
}
