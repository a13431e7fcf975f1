import type { ToolDefinition } from './tool-definition.js';

/** A Workflow Type, as an execution of it shows it. */
export interface SeenWorkflowType {
  readonly workflowType: string;
  /** Task Queue of the latest execution. */
  readonly taskQueue: string;
}

/** A manifest entry for every Workflow Type that a pattern matches: each becomes a tool. */
export interface ToolPattern {
  /** Name of the tools: its `*` stands for the same text as in the Workflow Type. */
  readonly name: string;
  /** Workflow Types with one `*`, for any characters. */
  readonly workflowType: string;
  /**
   * The definition of these tools, without name and Workflow Type. An empty Task Queue: the queue of the executions.
   */
  readonly tool: ToolDefinition;
}

/** Maximum number of Workflow Types for one pattern. Hosts show a model no more, and a longer list is not read. */
export const MAX_MATCHES = 200;

/** The parts around the `*` of a pattern. */
export function splitPattern(pattern: string): readonly [before: string, after: string] {
  const at = pattern.indexOf('*');
  return [pattern.slice(0, at), pattern.slice(at + 1)];
}

/** The text behind the `*` of a pattern; `undefined` if the pattern does not match. */
export function matchPattern(pattern: string, text: string): string | undefined {
  if (!pattern.includes('*')) return undefined;
  const [before, after] = splitPattern(pattern);
  const isMatch =
    text.length > before.length + after.length && text.startsWith(before) && text.endsWith(after);
  return isMatch ? text.slice(before.length, text.length - after.length) : undefined;
}

/** The tool of a Workflow Type that a pattern matches. What a tool name cannot have becomes `_`. */
export function toToolName(name: string, matched: string): string {
  return name.replace('*', matched.replace(/[^A-Za-z0-9_.-]+/g, '_')).slice(0, 128);
}

/**
 * The tools of a pattern, by name. A Workflow Type with a tool of its own is left out, and so is a taken name:
 * written tools take precedence.
 *
 * @param taken The existing tools, and other taken names.
 */
export function expandPattern(
  { name, workflowType: pattern, tool }: ToolPattern,
  seen: readonly SeenWorkflowType[],
  taken: { readonly names: ReadonlySet<string>; readonly workflowTypes: ReadonlySet<string> },
): ReadonlyMap<string, ToolDefinition> {
  const tools = new Map<string, ToolDefinition>();
  for (const { workflowType, taskQueue } of seen) {
    const matched = matchPattern(pattern, workflowType);
    if (matched === undefined || taken.workflowTypes.has(workflowType)) continue;
    const toolName = toToolName(name, matched);
    if (taken.names.has(toolName) || tools.has(toolName)) continue;
    tools.set(toolName, {
      ...tool,
      name: toolName,
      workflowType,
      taskQueue: tool.taskQueue || taskQueue,
    });
    if (tools.size >= MAX_MATCHES) break;
  }
  return tools;
}
