import type { NamespaceSurvey } from './namespace-survey.js';
import type { WorkflowRecord } from './workflow-record.js';

/** A Workflow Type that does not become a tool, and the reason. */
export interface LeftOut {
  readonly type: string;
  /** The reason for an operator, with the next step. */
  readonly reason: string;
}

/** The result of a survey. */
export interface Choice {
  readonly offered: readonly WorkflowRecord[];
  readonly leftOut: readonly LeftOut[];
}

const NAME_IT = 'Name it with --workflow to have it all the same.';

/** The reason why a Workflow Type cannot become a working tool, even on request. */
function findObstacle({ starts, endedBadly, executions }: WorkflowRecord): string | undefined {
  if (endedBadly === executions) {
    return `all ${executions} that were looked at failed, were terminated or timed out, and nothing is learned from such starts. Let one go well, and run this again.`;
  }
  const [encoding] = starts.unreadable;
  if (encoding !== undefined) {
    return `what it is started with cannot be read (${encoding}). Give the converter of your Workers with --data-converter; what is no JSON even then cannot be a tool's input.`;
  }
  if (starts.count === 0) {
    return 'none of its starts is kept any more: all that is there continues older runs. Start one, and run this again.';
  }
  return undefined;
}

/** The reason why a Workflow Type is offered on request only. */
function findDoubt({
  executions,
  children,
  taskQueues,
  hasRun,
}: WorkflowRecord): string | undefined {
  if (children === executions) {
    return `other Workflows have started all ${executions} that were looked at, as their children. ${NAME_IT}`;
  }
  if (taskQueues.every(({ pollers }) => pollers === 0)) {
    const names = taskQueues.map(({ name }) => name).join(', ');
    return `nobody polls Task Queue ${names}. Start its Worker and run this again. ${NAME_IT}`;
  }
  if (!hasRun) {
    return `no Worker has run any of the ${executions} that were looked at: has it another name now? ${NAME_IT}`;
  }
  return undefined;
}

/** Characters in names that visibility queries cannot express. */
const UNSEARCHABLE = /['"\\]/;

function describeMissing(type: string): LeftOut {
  const reason = UNSEARCHABLE.test(type)
    ? 'visibility cannot be asked for a name with quotes or a backslash. Write its tool by hand.'
    : 'no execution of it was found. Closed ones are kept for the retention of the namespace.';
  return { type, reason };
}

/**
 * Chooses the Workflow Types that become tools.
 *
 * @param named Workflow Types that the operator has named.
 */
export function chooseWorkflows(
  { workflows, notFound }: Pick<NamespaceSurvey, 'workflows' | 'notFound'>,
  named: readonly string[] = [],
): Choice {
  const offered: WorkflowRecord[] = [];
  const leftOut: LeftOut[] = [];
  for (const workflow of workflows) {
    const { type } = workflow;
    const reason =
      findObstacle(workflow) ?? (named.includes(type) ? undefined : findDoubt(workflow));
    if (reason === undefined) offered.push(workflow);
    else leftOut.push({ type, reason });
  }
  return { offered, leftOut: [...leftOut, ...notFound.map(describeMissing)] };
}
