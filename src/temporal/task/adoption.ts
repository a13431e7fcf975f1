/** Adoption: a rule of the manifest makes tasks of executions that this server did not start. */
import type { TaskMeta } from '../../core/contract/contract.js';
import { toOwnerName } from '../../core/person/owner.js';
import type { ToolCatalog, ToolDefinition } from '../../core/tool/tool-definition.js';
import type { AdoptionRule } from '../../definition/tool/workflow.js';
import type { DescribedExecution } from '../describe/describe-execution.js';
import type { ChainStart } from '../describe/first-runs.js';
import { readSearchAttribute } from '../link/payload-reader.js';
import { quoteText } from '../link/visibility-text.js';
import type { TaskIdRing } from '../start/task-id-ring.js';

function isOfOwner(
  rule: AdoptionRule,
  owner: string,
  taskId: string,
  { raw }: Pick<DescribedExecution, 'raw'>,
): boolean {
  if ('idPrefix' in rule) return taskId.startsWith(rule.idPrefix);
  const { indexedFields } = raw.workflowExecutionInfo?.searchAttributes ?? {};
  const names = [readSearchAttribute(indexedFields?.[rule.searchAttribute])].flat();
  const name = toOwnerName(owner);
  return name !== undefined && names.includes(name);
}

/** `undefined` if the rule gives the owner no execution. */
function toQuery(rule: AdoptionRule, owner: string): string | undefined {
  if ('idPrefix' in rule) return `WorkflowId STARTS_WITH ${quoteText(rule.idPrefix)}`;
  const name = toOwnerName(owner);
  return name === undefined ? undefined : `\`${rule.searchAttribute}\` = ${quoteText(name)}`;
}

export class Adoption {
  readonly #ids: TaskIdRing;
  /** One rule for each Workflow Type. */
  readonly rules: readonly { readonly tool: ToolDefinition; readonly rule: AdoptionRule }[];

  constructor(ids: TaskIdRing, tools: ToolCatalog) {
    this.#ids = ids;
    this.rules = [...tools.values()].flatMap((tool) =>
      tool.start.adopt === undefined ? [] : [{ tool, rule: tool.start.adopt }],
    );
  }

  /** Visibility filters for an owner's executions by these rules, to be joined by OR. */
  toFilters(owner: string): readonly string[] {
    return this.rules.flatMap(({ tool, rule }) => {
      const query = toQuery(rule, owner);
      return query === undefined
        ? []
        : [`(WorkflowType = ${quoteText(tool.start.type)} AND ${query})`];
    });
  }

  /** The tool whose rule gives an execution to the owner. A run that is a task is never adopted. */
  findTool(
    taskId: string,
    owner: string,
    execution: DescribedExecution,
  ): ToolDefinition | undefined {
    const entry = this.rules.find(({ tool }) => tool.start.type === execution.workflowType);
    const isAdopted = entry && !execution.isTask && isOfOwner(entry.rule, owner, taskId, execution);
    return isAdopted ? entry.tool : undefined;
  }

  /** The memo that an adopted execution would have as a task. */
  toMeta(
    { name, ttl, task, cancel: { terminateAfter } }: ToolDefinition,
    owner: string,
    { startedAt }: ChainStart,
  ): TaskMeta {
    return {
      version: 1,
      createdAt: startedAt,
      ownerTag: this.#ids.current.ownerTag(owner),
      toolName: name,
      ttlMs: ttl.default,
      keepMs: ttl.afterEnd,
      pollIntervalMs: task.pollInterval,
      protocolVersion: '',
      terminateAfterMs: terminateAfter,
    };
  }
}
