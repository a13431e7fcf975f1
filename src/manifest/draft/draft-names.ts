import type { SeenMessage, WorkflowRecord } from '../../core/survey/workflow-record.js';

/** Longest name, in characters, before a prefix or a number is added. Hosts prepend the name of the server. */
const MAX_LENGTH = 48;
/** Matches the default names of the built-in tools that act on tasks. */
const OF_TASK_TOOLS = /^(?:task_|update_result$)/;

/** Makes a tool's name: `order` of `OrderWorkflow` and `orderWorkflow`, `get_purchase` of `getPurchase`. */
export function toToolName(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1_$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');
  const withoutSuffix = words.replace(/_workflow_*$/, '');
  const plain = (/[a-z0-9]/.test(withoutSuffix) ? withoutSuffix : words).replace(/^_+|_+$/g, '');
  return plain.slice(0, MAX_LENGTH) || 'workflow';
}

/** A Workflow Type as a tool, and its messages as actions. All names are unique. */
export interface NamedWorkflow {
  readonly workflow: WorkflowRecord;
  readonly tool: string;
  readonly actions: readonly { readonly name: string; readonly message: SeenMessage }[];
}

/** Gives out unique names. */
class Names {
  readonly #taken = new Set<string>();

  take(wanted: string): string {
    let name = OF_TASK_TOOLS.test(wanted) ? `run_${wanted}` : wanted;
    for (let number = 2; this.#taken.has(name); number += 1) name = `${wanted}_${number}`;
    this.#taken.add(name);
    return name;
  }
}

/**
 * Names the drafted tools and actions. An action's name begins with its tool's name if another one would be the same.
 */
export function nameWorkflows(workflows: readonly WorkflowRecord[]): NamedWorkflow[] {
  const names = new Names();
  const tools = workflows.map((workflow) => ({
    workflow,
    tool: names.take(toToolName(workflow.type)),
  }));
  const uses = new Map<string, number>(tools.map(({ tool }) => [tool, 1]));
  for (const { messages } of workflows) {
    for (const { name } of messages) {
      const plain = toToolName(name);
      uses.set(plain, (uses.get(plain) ?? 0) + 1);
    }
  }
  return tools.map(({ workflow, tool }) => ({
    workflow,
    tool,
    actions: workflow.messages.map((message) => {
      const plain = toToolName(message.name);
      const isClear = uses.get(plain) === 1 && !OF_TASK_TOOLS.test(plain);
      return { name: names.take(isClear ? plain : `${tool}_${plain}`), message };
    }),
  }));
}
